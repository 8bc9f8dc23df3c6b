// SPDX-License-Identifier: MIT

// A service reads and returns documents over HTTP, so importing it also imports the document and
// HTTP modules.
@_exported public import VoxDocument
@_exported public import VoxHTTP
