// SPDX-License-Identifier: MIT

import Vox
import VoxSQL

/// The tables of the schemas. The store makes all SQL from them, for SQLite and PostgreSQL.
enum Tables {
    static let all = [
        SQLType(
            Project.self, table: "project", [.unique(\.name)], version: "version"),
        SQLType(
            TrackedTask.self, table: "task",
            [.through(\.labels, "task_label", owner: "task", target: "label")],
            version: "version", deletedAt: "deleted"),
        SQLType(TaskComment.self, table: "comment", version: "version"),
        SQLType(Label.self, table: "label", key: .text("word"), version: "version"),
        SQLType(User.self, table: "person", [.unique(\.email)], version: "version"),
        SQLType(
            Team.self, table: "team",
            [.through(\.members, "member", owner: "team", target: "person")], version: "version"),
    ]

    /// The indexes of the sort orders that clients use. The indexes of foreign keys are among the
    /// statements of the store. PostgreSQL sorts null last, unless an index says something else.
    static func indexes(in dialect: SQLDialect) -> [String] {
        let due = SQLColumn.date("due").ordered(in: dialect)
        return [
            "CREATE INDEX task_due ON task (\(due)\(dialect == .postgreSQL ? " NULLS FIRST" : ""), id)",
            "CREATE INDEX task_title ON task (title, id)",
        ]
    }
}
