// SPDX-License-Identifier: MIT

// A store is part of a service, so importing it also imports the service.
@_exported public import VoxServer
