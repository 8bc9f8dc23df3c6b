// SPDX-License-Identifier: MIT

// Requests need models, which are views of JSON, and HTTP types, so a program that imports this
// module gets those modules, too.
@_exported public import VoxHTTP
@_exported public import VoxJSON
@_exported public import VoxSchema
