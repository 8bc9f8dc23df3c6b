// SPDX-License-Identifier: MIT

// Tests run against a service, so importing this module also imports the server module.
@_exported public import VoxServer
