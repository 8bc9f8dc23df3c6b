// SPDX-License-Identifier: MIT

// Requests need documents and HTTP types, so a program that imports this module gets those modules,
// too.
@_exported public import VoxDocument
@_exported public import VoxHTTP
