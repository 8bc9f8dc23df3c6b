// SPDX-License-Identifier: MIT

// What the macro writes names types of Vox, so that who imports the macro has these, too.
@_exported public import Vox
