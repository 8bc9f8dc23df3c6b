// SPDX-License-Identifier: MIT
#if Hummingbird

// A service reads requests, refuses and negotiates: a program that imports one has the others.
@_exported public import VoxServer

#endif
