// SPDX-License-Identifier: MIT

/// The SQL dialect that a database understands.
public enum SQLDialect: Hashable, Sendable {
    /// SQLite 3.38 or later.
    case sqlite
    /// PostgreSQL 13 or later.
    case postgreSQL
}
