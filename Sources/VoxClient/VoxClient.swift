// SPDX-License-Identifier: MIT

// Requests are made of documents and of what HTTP has: a program that imports one has the others.
@_exported public import VoxDocument
@_exported public import VoxHTTP
