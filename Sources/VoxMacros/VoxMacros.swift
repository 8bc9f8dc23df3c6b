// SPDX-License-Identifier: MIT

// The generated code names types of Vox, so importing the macro also imports Vox.
@_exported public import Vox
