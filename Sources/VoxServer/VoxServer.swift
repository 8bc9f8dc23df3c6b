// SPDX-License-Identifier: MIT

// A service reads and answers documents over HTTP: a program that imports one has the others.
@_exported public import VoxDocument
@_exported public import VoxHTTP
