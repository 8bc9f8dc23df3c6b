// SPDX-License-Identifier: MIT

extension Client {
    // MARK: Requests that the service refuses

    /// Sends a request with a mistake.
    func sendMalformed() {
        guard let project = ledger.projects.first else { return }
        let relationships = ["project": Documents.linkage("projects", project)]
        func post(_ attributes: Object, _ relationships: Object = [:]) -> Message {
            .send(
                "POST", "/tasks",
                ["type": "tasks", "attributes": attributes, "relationships": relationships])
        }
        switch Int.random(in: 0..<13, using: &random) {
        case 0:
            let body = #"{"data": {"type": "tasks", "attributes": {"title": "half""#
            _ = exchange(Message(method: "POST", target: "/tasks", body: body), 400)
        case 1: _ = exchange(.send("POST", "/tasks", ["type": "users"]), 409)
        case 2: _ = exchange(post(["title": "half", "state": "open"]), 422)
        case 3: _ = exchange(post(["title": 1, "state": "late"], relationships), 422)
        case 4:
            let dates: Object = [
                "title": "half", "state": "open", "start": "2026-02-01T00:00:00Z",
                "due": "2026-01-01T00:00:00Z",
            ]
            _ = exchange(post(dates, relationships), 422)
        case 5:
            let other: Object = ["project": Documents.linkage("projects", "999999999")]
            _ = exchange(post(["title": "half", "state": "open"], other), 404)
        case 6:
            var message = post(["title": "half", "state": "open"], relationships)
            message.contentType = "text/plain"
            _ = exchange(message, 415)
        case 7: _ = exchange(.get("/tasks?page[size]=many"), 400)
        case 8: _ = exchange(.get("/tasks?sort=state"), 400)
        case 9: _ = exchange(.get("/tasks?filter[colour]=red"), 400)
        case 10: _ = exchange(.get("/tasks?page[after]=nothing"), 400)
        case 11: _ = exchange(.get("/tasks?include=everything"), 400)
        default: _ = exchange(.get("/nothing"), 404)
        }
        // Nothing of it may be stored.
        guard chance(10) else { return }
        let message = Message.get("/tasks?filter[title]=half")
        guard let reply = exchange(message, 200), let found = list(reply, message) else { return }
        if !found.isEmpty { fault(message, "the service stored a request that it refused") }
    }

    // MARK: Clients that go

    /// Opens another connection, and leaves in the middle of an exchange.
    func leave() {
        do {
            let connection = try HTTPConnection(port: port)
            var task = Documents.task(
                ExpectedTask(writer: ledger.writer, number: 0, project: ledger.abandoned))
            task["attributes"] = ["title": Self.abandonedTitle, "state": "open"]
            let creation = Message.send("POST", "/tasks", task).bytes
            switch Int.random(in: 0..<6, using: &random) {
            case 0: try connection.send(creation.prefix(40))
            case 1: try connection.send(creation.dropLast(20))
            case 2: try connection.send(creation)
            case 3:
                // Another request before the response to the first one.
                try connection.send(creation + Message.get("/tasks?page[size]=100").bytes)
            case 4:
                try connection.send(Message.get("/tasks?page[size]=500&include=owner").bytes)
                try connection.receiveSome()
            default:
                try connection.send(Array("this is no request\r\n\r\n".utf8))
                // The service responds or closes the connection. Both are correct.
                try? connection.receiveSome()
            }
            if chance(50) { connection.reset() }
        } catch {
            recorder.add(fault: "a client that goes: \(error)")
        }
        if chance(20) { clearAbandoned() }
    }

    /// Deletes the tasks that this client created without waiting for the response.
    private func clearAbandoned() {
        let message = Message.get("/tasks?filter[project]=\(ledger.abandoned)&page[size]=100")
        guard let reply = exchange(message, 200), let tasks = list(reply, message) else { return }
        for task in tasks {
            let title = (task["attributes"] as? Object)?["title"] as? String
            if title != Self.abandonedTitle {
                fault(message, "nobody wrote the title \(title ?? "(none)")")
            }
            guard let id = task["id"] as? String else { continue }
            _ = exchange(Message(method: "DELETE", target: "/tasks/\(id)"), 204)
        }
    }
}
