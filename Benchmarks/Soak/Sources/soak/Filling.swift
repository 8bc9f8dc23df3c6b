// SPDX-License-Identifier: MIT

/// Fills an empty service before the load.
struct Filling {
    static let writers = 8
    private static let projects = 5
    /// The number of tasks in a project. Later, as many tasks are created as are deleted.
    static let tasks = 90

    let port: Int
    let recorder: Recorder
    let seed: UInt64

    /// Creates the resources that all writers use.
    func shared() throws -> SharedResources {
        let client = Client(
            port: port, Ledger(writer: -1), SharedResources(), recorder, seed: seed)
        func create(_ type: String, _ attributes: Object, id: String? = nil) throws -> String {
            var data: Object = ["type": type, "attributes": attributes]
            data["id"] = id
            return try Self.create(data, client)
        }
        var shared = SharedResources()
        shared.users = try (0..<20).map {
            try create("users", ["name": "user \($0)", "email": "user\($0)@example.org"])
        }
        shared.teams = try (0..<4).map { try create("teams", ["name": "team \($0)"]) }
        shared.labels = try (0..<8).map {
            try create("labels", ["colour": "red"], id: "label\($0)")
        }
        shared.project = try create("projects", ["name": "counters"])
        shared.counters = try (0..<4).map { number in
            try Self.create(
                [
                    "type": "tasks",
                    "attributes": [
                        "title": "\(Client.counterTitle)-\(number)", "state": "open", "estimate": 0,
                    ],
                    "relationships": ["project": Documents.linkage("projects", shared.project)],
                ], client)
        }
        return shared
    }

    /// Creates the projects and tasks of one writer.
    func ledger(of writer: Int, _ shared: SharedResources) throws -> Ledger {
        let client = Client(port: port, Ledger(writer: writer), shared, recorder, seed: seed)
        func project(_ name: String) throws -> String {
            try Self.create(["type": "projects", "attributes": ["name": name]], client)
        }
        client.ledger.abandoned = try project("abandoned by \(writer)")
        for number in 0..<Self.projects {
            client.ledger.projects.append(try project("project \(number) of \(writer)"))
        }
        for _ in 0..<Self.projects * 3 {
            client.addTasks((0..<Self.tasks / 3).compactMap { _ in client.newTask() })
        }
        guard client.ledger.tasks.count == Self.projects * Self.tasks else {
            throw Failure("the service could not be filled: \(recorder.faults)")
        }
        return client.ledger
    }

    private static func create(_ data: Object, _ client: Client) throws -> String {
        let message = Message.send("POST", "/\(data["type"] ?? "")", data)
        guard let reply = client.exchange(message, 201, 204) else {
            throw Failure("the service could not be filled: \(client.recorder.faults)")
        }
        if let id = data["id"] as? String { return id }
        guard let id = client.resource(reply, message)?["id"] as? String else {
            throw Failure("the service created no id: \(reply.text)")
        }
        return id
    }
}
