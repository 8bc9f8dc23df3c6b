// SPDX-License-Identifier: MIT

// Attributes, meta and links are JSON views, so a program that imports documents has those too.
@_exported public import VoxJSON
@_exported public import VoxSchema
