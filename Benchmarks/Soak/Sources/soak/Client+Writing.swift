// SPDX-License-Identifier: MIT

extension Client {
    // MARK: Noting

    /// Notes that a task was acknowledged.
    private func note(_ task: ExpectedTask, _ id: String) {
        recorder.addWrite()
        ledger.add(task, id)
        walk?.expected.remove(id)
    }

    /// Notes that a task may or may not have been changed.
    private func noteUnknown(_ ids: String...) {
        for id in ids {
            ledger.unknown.insert(id)
            walk?.expected.remove(id)
        }
    }

    private func noteDeletion(_ id: String) {
        recorder.addWrite()
        ledger.remove(id)
        walk?.expected.remove(id)
    }

    // MARK: Single writes

    /// Creates a task or deletes one, so that the number of tasks stays the same.
    func createOrDelete() {
        let isFull = ledger.ids.count >= Filling.tasks * ledger.projects.count
        if chance(isFull ? 30 : 70) { create() } else { delete() }
    }

    /// Returns a new task of a random project, with a random owner and labels.
    func newTask() -> ExpectedTask? {
        guard let project = any(ledger.projects) else { return nil }
        var task = ledger.newTask(in: project)
        task.owner = newOwner()
        task.labels = Set((0..<2).compactMap { _ in any(shared.labels) })
        return task
    }

    private func newOwner() -> Identity? {
        if chance(20) { return nil }
        return chance(70)
            ? any(shared.users).map { Identity(type: "users", id: $0) }
            : any(shared.teams).map { Identity(type: "teams", id: $0) }
    }

    private func create() {
        guard var task = newTask() else { return }
        let message = Message.send("POST", "/tasks", Documents.task(task))
        guard let reply = exchange(message, 201), let made = resource(reply, message) else {
            return
        }
        guard let id = made["id"] as? String else { return fault(message, "there is no id") }
        if reply["location"]?.hasSuffix("/tasks/\(id)") != true {
            fault(message, "Location is \(reply["location"] ?? "missing")")
        }
        task.tag = reply["etag"]
        note(task, id)
        check([made], message)
    }

    /// Deletes a task. If it has comments, one transaction deletes them too.
    private func delete() {
        guard let (id, task) = anyTask() else { return }
        if task.comments.isEmpty {
            var message = Message(method: "DELETE", target: "/tasks/\(id)")
            if let tag = task.tag { message.fields = [("If-Match", tag)] }
            if exchange(message, 204) == nil { noteUnknown(id) } else { noteDeletion(id) }
        } else {
            let removals = task.comments.keys.sorted().map { Documents.removal("comments", $0) }
            let message = Message.atomic(removals + [Documents.removal("tasks", id)])
            if exchange(message, 200, 204) == nil { noteUnknown(id) } else { noteDeletion(id) }
        }
    }

    /// Changes all attributes of a task, with `If-Match`. An old tag must be refused.
    func change() {
        guard let (id, current) = anyTask() else { return }
        var task = current
        task.change += 1
        if chance(30) { task.owner = newOwner() }
        guard let tag = task.tag ?? readTag(id) else { return }
        var relationships: Object = [:]
        if task.owner != current.owner {
            let owner = task.owner.map { Documents.linkage($0.type, $0.id) }
            relationships["owner"] = owner ?? ["data": Optional<String>.none as Any]
        }
        var message = Message.send(
            "PATCH", "/tasks/\(id)",
            [
                "type": "tasks", "id": id, "attributes": Documents.attributes(of: task),
                "relationships": relationships,
            ])
        message.fields = [("If-Match", tag)]
        guard let reply = exchange(message, 200), let changed = resource(reply, message) else {
            return noteUnknown(id)
        }
        task.tag = reply["etag"]
        note(task, id)
        check([changed], message)
        guard chance(20) else { return }
        _ = exchange(message, 412)
    }

    private func readTag(_ id: String) -> String? {
        let message = Message.get("/tasks/\(id)")
        guard let reply = exchange(message, 200) else { return nil }
        if reply["etag"] == nil { fault(message, "there is no ETag") }
        return reply["etag"]
    }

    /// Adds a comment to a task, or deletes one if there are several.
    func comment() {
        guard let (id, current) = anyTask(), let author = any(shared.users) else { return }
        var task = current
        task.tag = nil
        if task.comments.count > 1, let comment = any(task.comments.keys.sorted()) {
            task.comments[comment] = nil
            let message = Message(method: "DELETE", target: "/comments/\(comment)")
            if exchange(message, 204) == nil { noteUnknown(id) } else { note(task, id) }
            return
        }
        let text = "\(task.title): comment \(random.next() % 1000)"
        let message = Message.send("POST", "/comments", Documents.comment(text, on: id, by: author))
        guard let reply = exchange(message, 201), let made = resource(reply, message),
            let comment = made["id"] as? String
        else { return noteUnknown(id) }
        task.comments[comment] = text
        note(task, id)
    }

    /// Adds a label to a task, or removes one.
    func label() {
        guard let (id, current) = anyTask(), let label = any(shared.labels) else { return }
        var task = current
        task.tag = nil
        let isRemoval = task.labels.contains(label)
        if isRemoval { task.labels.remove(label) } else { task.labels.insert(label) }
        let message = Message.send(
            isRemoval ? "DELETE" : "POST", "/tasks/\(id)/relationships/labels",
            [["type": "labels", "id": label]])
        if exchange(message, 200, 204) == nil { noteUnknown(id) } else { note(task, id) }
    }

    /// Increases a counter that all clients increase. If another client was faster, the service must
    /// refuse the change.
    func count() {
        guard let id = any(shared.counters) else { return }
        let read = Message.get("/tasks/\(id)")
        guard let reply = exchange(read, 200), let counter = resource(reply, read),
            let tag = reply["etag"],
            let value = (counter["attributes"] as? Object)?["estimate"] as? Int
        else { return }
        var message = Message.send(
            "PATCH", "/tasks/\(id)",
            ["type": "tasks", "id": id, "attributes": ["estimate": value + 1]])
        message.fields = [("If-Match", tag)]
        guard let reply = exchange(message, 200, 412) else { return }
        guard reply.status == 200 else { return }
        recorder.addWrite()
        ledger.increments[id, default: 0] += 1
    }

    // MARK: Atomic requests

    /// Sends several operations in one request.
    func operate() {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: addTogether()
        case 1: changeTogether()
        default: failTogether()
        }
    }

    /// Adds tasks, each with two comments. The comments name the task by its local id.
    func addTasks(_ tasks: [ExpectedTask]) {
        guard let author = any(shared.users) else { return }
        var operations: [Object] = []
        for (index, task) in tasks.enumerated() {
            var data = Documents.task(task)
            data["lid"] = "l\(index)"
            operations.append(Documents.operation("add", data))
            for number in 0..<2 {
                let text = "\(task.title): comment \(number)"
                operations.append(
                    Documents.operation(
                        "add",
                        Documents.comment(text, on: "l\(index)", member: "lid", by: author)))
            }
        }
        let message = Message.atomic(operations)
        guard let reply = exchange(message, 200) else { return }
        let results = reply.document?["atomic:results"] as? [Object] ?? []
        let ids = results.compactMap { ($0["data"] as? Object)?["id"] as? String }
        guard ids.count == operations.count else {
            return fault(message, "there are \(ids.count) results: \(reply.text.prefix(300))")
        }
        for (index, task) in tasks.enumerated() {
            var task = task
            for number in 0..<2 {
                task.comments[ids[index * 3 + 1 + number]] = "\(task.title): comment \(number)"
            }
            note(task, ids[index * 3])
        }
    }

    private func addTogether() {
        // One task more and one less.
        if let task = newTask() { addTasks([task]) }
        delete()
    }

    /// The operation that changes all attributes of a task, and the changed task.
    private func nextChange(_ id: String, _ task: ExpectedTask) -> (Object, ExpectedTask) {
        var task = task
        task.change += 1
        task.tag = nil
        let data: Object = [
            "type": "tasks", "id": id, "attributes": Documents.attributes(of: task),
        ]
        return (Documents.operation("update", data), task)
    }

    private func changeTogether() {
        guard let (first, one) = anyTask(), let (second, two) = anyTask(), first != second else {
            return
        }
        let changes = [nextChange(first, one), nextChange(second, two)]
        guard exchange(.atomic(changes.map(\.0)), 200, 204) != nil else {
            return noteUnknown(first, second)
        }
        note(changes[0].1, first)
        note(changes[1].1, second)
    }

    /// Sends a change together with an operation that fails. Nothing may be changed.
    private func failTogether() {
        guard let (id, task) = anyTask() else { return }
        let missing = Documents.removal("tasks", "999999999")
        guard exchange(.atomic([nextChange(id, task).0, missing]), 404) != nil else {
            return noteUnknown(id)
        }
        let message = Message.get("/tasks/\(id)")
        guard let reply = exchange(message, 200), let same = resource(reply, message) else {
            return
        }
        check([same], message)
    }
}
