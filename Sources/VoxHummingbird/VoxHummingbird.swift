// SPDX-License-Identifier: MIT
#if Hummingbird

// Services need the requests, error responses and negotiation of VoxServer, so importing this
// module also imports VoxServer.
@_exported public import VoxServer

#endif
