// SPDX-License-Identifier: MIT

typealias Object = [String: Any]

extension Client {
    /// The prefix of the titles of tasks whose client did not wait for the response.
    static let abandonedTitle = "gone"
    static let counterTitle = "counter"

    /// Returns the primary data of a list. Reports a fault if there is none.
    func list(_ reply: Reply, _ message: Message) -> [Object]? {
        guard let list = reply.document?["data"] as? [Object] else {
            fault(message, "the document has no list: \(reply.text.prefix(300))")
            return nil
        }
        return list
    }

    /// Returns the primary data of a document about one resource.
    func resource(_ reply: Reply, _ message: Message) -> Object? {
        guard let resource = reply.document?["data"] as? Object else {
            fault(message, "the document has no resource: \(reply.text.prefix(300))")
            return nil
        }
        return resource
    }

    /// Compares all tasks of a list with what is known about them.
    func check(_ tasks: [Object], _ message: Message) {
        recorder.addCheck()
        for task in tasks {
            if let wrong = mismatch(task) { fault(message, wrong) }
        }
    }

    /// Compares the tasks of a list with the expected tasks, by id. The list must contain all of
    /// them and no others.
    func check(_ tasks: [Object], are expected: [String: ExpectedTask], _ message: Message) {
        check(tasks, message)
        let ids = tasks.compactMap { $0["id"] as? String }
        let known = Set(expected.keys).subtracting(ledger.unknown)
        let found = Set(ids).subtracting(ledger.unknown)
        if ids.count != Set(ids).count { fault(message, "the list repeats a task") }
        let (missing, extra) = (known.subtracting(found), found.subtracting(known))
        if !missing.isEmpty { fault(message, "the tasks \(missing.sorted()) are missing") }
        if !extra.isEmpty { fault(message, "the tasks \(extra.sorted()) do not belong here") }
    }

    /// Returns what is wrong with a task; nil if nothing is wrong. The task of another writer may
    /// change at any time, but its attributes belong together.
    func mismatch(_ resource: Object) -> String? {
        guard let id = resource["id"] as? String, resource["type"] as? String == "tasks",
            let attributes = resource["attributes"] as? Object,
            let title = attributes["title"] as? String
        else { return "a resource is not a task with a title: \(resource)" }
        if title.hasPrefix(Self.abandonedTitle) || title.hasPrefix(Self.counterTitle) { return nil }
        guard let (writer, number, change) = ExpectedTask.numbers(title) else {
            return "nobody wrote the title \(title) of task \(id)"
        }
        var expected = ExpectedTask(writer: writer, number: number, change: change, project: "")
        if writer == ledger.writer, !ledger.unknown.contains(id) {
            guard let known = ledger.tasks[id] else {
                return "the task \(id) was deleted, or never acknowledged: \(title)"
            }
            expected = known
            if title != expected.title {
                return "task \(id) has the title \(title), not \(expected.title)"
            }
            if let wrong = mismatch(id, resource["relationships"] as? Object, expected) {
                return wrong
            }
        }
        // With sparse fieldsets, attributes are missing.
        if let state = attributes["state"], state as? String != expected.state {
            return "task \(id), \(title), has the state \(state)"
        }
        if let estimate = attributes["estimate"], estimate as? Int != expected.estimate {
            return "task \(id), \(title), has the estimate \(estimate)"
        }
        if let due = attributes["due"], due as? String != expected.due {
            return "task \(id), \(title), is due \(due)"
        }
        return nil
    }

    private func mismatch(
        _ id: String, _ relationships: Object?, _ expected: ExpectedTask
    ) -> String? {
        func linkage(_ name: String) -> Any? { (relationships?[name] as? Object)?["data"] }
        if let project = linkage("project") as? Object,
            project["id"] as? String != expected.project
        {
            return "task \(id) belongs to the project \(project)"
        }
        // A to-one relationship to nothing is null, and a relationship may be omitted.
        if let owner = linkage("owner"), Identity(owner) != expected.owner {
            return "task \(id) has the owner \(owner)"
        }
        if let labels = linkage("labels") as? [Object],
            Set(labels.compactMap { $0["id"] as? String }) != expected.labels
        {
            return "task \(id) has the labels \(labels), not \(expected.labels)"
        }
        if let comments = linkage("comments") as? [Object],
            Set(comments.compactMap { $0["id"] as? String }) != Set(expected.comments.keys)
        {
            return "task \(id) has the comments \(comments), not \(expected.comments.keys)"
        }
        return nil
    }
}

extension Identity {
    /// Creates an identity from linkage; nil if the linkage is null.
    init?(_ linkage: Any) {
        guard let object = linkage as? Object, let type = object["type"] as? String,
            let id = object["id"] as? String
        else { return nil }
        self.init(type: type, id: id)
    }
}
