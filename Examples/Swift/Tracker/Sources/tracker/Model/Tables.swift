// SPDX-License-Identifier: MIT

import Vox
import VoxSQL
import VoxServer

/// The types of the tracker: their tables, for SQLite and PostgreSQL, and what clients may do.
enum Tables {
    static let all = [
        SQLType(
            Project.self, table: "project",
            .unique(\.name), .filterable(\.name, \.isArchived, \.tasks), version: "version"),
        SQLType(
            TrackedTask.self, table: "task",
            .through(\.labels, "task_label", owner: "task", target: "label"),
            .sortable(\.title, \.due),
            .filterable(
                \.title, \.state, \.estimate, \.due, \.project, \.owner, \.labels, \.comments),
            .options { $0.acceptsClientIDs = false },
            .validate { write in
                guard let start = write.new.start, let due = write.new.due, due < start
                else { return [] }
                return [
                    APIError(
                        status: 422, title: "Impossible dates",
                        detail: "a task is due after its start",
                        source: .field(\TrackedTask.due))
                ]
            }, version: "version", deletedAt: "deleted"),
        SQLType(
            TaskComment.self, table: "comment", .filterable(\.task, \.author),
            version: "version"),
        SQLType(
            Label.self, table: "label", .filterable(\.colour, \.tasks), key: .text("word"),
            version: "version"),
        SQLType(
            User.self, table: "person",
            .unique(\.email), .filterable(\.name, \.email, \.tasks, \.teams), version: "version"),
        SQLType(
            Team.self, table: "team",
            .through(\.members, "member", owner: "team", target: "person"),
            .filterable(\.name, \.tasks, \.members), version: "version"),
    ]
}
