// SPDX-License-Identifier: MIT

// Attributes, meta and links are JSON views, so importing documents also imports the JSON and
// schema modules.
@_exported public import VoxJSON
@_exported public import VoxSchema
