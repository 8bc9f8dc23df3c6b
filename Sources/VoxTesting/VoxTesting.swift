// SPDX-License-Identifier: MIT

// What is tested against is a service: a program that imports one has the other.
@_exported public import VoxServer
