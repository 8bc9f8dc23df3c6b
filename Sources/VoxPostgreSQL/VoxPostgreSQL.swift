// SPDX-License-Identifier: MIT

// A database is useful only with a store, so importing it also imports the stores.
@_exported public import VoxSQL
