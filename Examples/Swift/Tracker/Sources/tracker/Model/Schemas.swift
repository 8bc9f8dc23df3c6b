// SPDX-License-Identifier: MIT

import Foundation
import Vox

struct Project: ResourceSchema {
    static let type = "projects"
    let name = Attribute<String>("name").required()
    let isArchived = Attribute<Bool>("archived")
    let tasks = ToMany<TrackedTask>("tasks")
}

struct TrackedTask: ResourceSchema {
    static let type = "tasks"
    let title = Attribute<String>("title").required()
    let state = Attribute<State>("state").required()
    let estimate = Attribute<Int>("estimate")
    let start = Attribute<Date>("start")
    let due = Attribute<Date>("due")
    let project = ToOne<Project>("project").required()
    let owner = ToOne<Owner>("owner")
    let labels = ToMany<Label>("labels")
    let comments = ToMany<TaskComment>("comments")

    enum State: String, JSONConvertible {
        case open, active, done
    }
}

struct TaskComment: ResourceSchema {
    static let type = "comments"
    let text = Attribute<String>("text").required()
    let written = Attribute<Date>("written").writeOnce()
    let task = ToOne<TrackedTask>("task").required()
    let author = ToOne<User>("author")
}

struct Label: ResourceSchema {
    static let type = "labels"
    let colour = Attribute<String>("colour")
    let tasks = ToMany<TrackedTask>("tasks")
}

struct User: ResourceSchema {
    static let type = "users"
    let name = Attribute<String>("name").required()
    let email = Attribute<String>("email").required()
    let tasks = ToMany<TrackedTask>("tasks")
    let teams = ToMany<Team>("teams")
}

struct Team: ResourceSchema {
    static let type = "teams"
    let name = Attribute<String>("name").required()
    let tasks = ToMany<TrackedTask>("tasks")
    let members = ToMany<User>("members")
}

/// A task belongs to a user or a team.
enum Owner: ResourceUnion {
    case user(Resource<User>)
    case team(Resource<Team>)
    case unknown(Resource<AnyResource>)

    init(_ resource: Resource<AnyResource>) {
        self =
            resource.as(User.self).map(Owner.user)
            ?? resource.as(Team.self).map(Owner.team) ?? .unknown(resource)
    }
}
