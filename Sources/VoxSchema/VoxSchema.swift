// SPDX-License-Identifier: MIT

// Typed objects are views of JSON, so importing the schemas also imports the JSON module.
@_exported public import VoxJSON
