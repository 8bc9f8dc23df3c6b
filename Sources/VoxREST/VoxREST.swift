// SPDX-License-Identifier: MIT

// Requests to plain REST services are made of models, which are views on JSON, and of what HTTP has.
@_exported public import VoxHTTP
@_exported public import VoxJSON
@_exported public import VoxSchema
