// SPDX-License-Identifier: MIT

import VoxSQL

/// The tables of the types. The store makes all SQL from them, for SQLite and PostgreSQL.
enum Tables {
    static let projects = SQLType(
        Project.type, table: "project",
        attributes: [
            "name": .text("name").required().unique(), "archived": .boolean("archived"),
        ],
        relationships: ["tasks": .toMany(TrackedTask.type, column: "project_id")],
        version: "version")

    static let tasks = SQLType(
        TrackedTask.type, table: "task",
        attributes: [
            "title": .text("title").required(), "state": .text("state").required(),
            "estimate": .integer("estimate"), "start": .date("start"), "due": .date("due"),
        ],
        relationships: [
            "project": .toOne(Project.type, column: "project_id").required(),
            "owner": .toOne([User.type: "user_id", Team.type: "team_id"]),
            "labels": .toMany(Label.type, through: "task_label", owner: "task", target: "label"),
            "comments": .toMany(TaskComment.type, column: "task_id"),
        ], version: "version", deletedAt: "deleted")

    static let comments = SQLType(
        TaskComment.type, table: "comment",
        attributes: ["text": .text("text").required(), "written": .date("written")],
        relationships: [
            "task": .toOne(TrackedTask.type, column: "task_id").required(),
            "author": .toOne(User.type, column: "author_id"),
        ], version: "version")

    static let labels = SQLType(
        Label.type, table: "label", key: .text("word"), attributes: ["colour": .text("colour")],
        relationships: [
            "tasks": .toMany(
                TrackedTask.type, through: "task_label", owner: "label", target: "task")
        ], version: "version")

    static let users = SQLType(
        User.type, table: "person",
        attributes: [
            "name": .text("name").required(), "email": .text("email").required().unique(),
        ],
        relationships: [
            "tasks": .toMany(TrackedTask.type, column: "user_id"),
            "teams": .toMany(Team.type, through: "member", owner: "person", target: "team"),
        ], version: "version")

    static let teams = SQLType(
        Team.type, table: "team", attributes: ["name": .text("name").required()],
        relationships: [
            "tasks": .toMany(TrackedTask.type, column: "team_id"),
            "members": .toMany(User.type, through: "member", owner: "team", target: "person"),
        ], version: "version")

    static let all = [projects, tasks, comments, labels, users, teams]

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
