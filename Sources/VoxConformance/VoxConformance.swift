// SPDX-License-Identifier: MIT

// A program that runs the probes names addresses, transports and header fields, and reads JSON. So
// importing this module also imports the document and HTTP modules.
@_exported public import VoxDocument
@_exported public import VoxHTTP
