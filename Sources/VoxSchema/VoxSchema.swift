// SPDX-License-Identifier: MIT

// Typed objects are views on JSON, so a program that imports schemas has those, too.
@_exported public import VoxJSON
