// SPDX-License-Identifier: MIT

// All that a program needs which reads, writes and fetches documents.
@_exported public import VoxClient
@_exported public import VoxDocument
@_exported public import VoxHTTP
@_exported public import VoxJSON
