// SPDX-License-Identifier: MIT

/// Compares everything that the service has with all acknowledged writes.
struct FinalCheck {
    let port: Int
    let ledgers: [Ledger]
    let shared: SharedResources
    let recorder: Recorder

    /// The numbers of tasks and comments that the service has.
    struct Rows {
        var tasks = 0
        var comments = 0
    }

    func run() -> Rows {
        let client = Client(port: port, Ledger(writer: -1), shared, recorder, seed: 0)
        let abandoned = Set(ledgers.map(\.abandoned))
        let tasks = all("/tasks?sort=id&include=labels&page[size]=500", client).filter { task in
            let project = ((task["relationships"] as? Object)?["project"] as? Object)?["data"]
            return project.flatMap { Identity($0) }.map { !abandoned.contains($0.id) } ?? true
        }
        let comments = all("/comments?sort=id&page[size]=500", client)
        check(tasks)
        check(comments: comments)
        for ledger in ledgers {
            for id in ledger.deleted { _ = client.exchange(.get("/tasks/\(id)"), 404) }
        }
        return Rows(tasks: tasks.count, comments: comments.count)
    }

    /// Reads a whole list by cursor.
    private func all(_ target: String, _ client: Client) -> [Object] {
        var resources: [Object] = []
        var target: String? = target
        while let part = target {
            let message = Message.get(part, accept: Documents.cursors)
            guard let reply = client.exchange(message, 200),
                let page = client.list(reply, message)
            else { break }
            resources += page
            let next = (reply.document?["links"] as? Object)?["next"] as? String
            target = next.flatMap { next in
                // Without the scheme and the host.
                next.dropFirst("http://".count).firstIndex(of: "/").map { String(next[$0...]) }
            }
        }
        return resources
    }

    private func check(_ tasks: [Object]) {
        recorder.addCheck()
        var rest: [Int: Set<String>] = [:]
        let byWriter = Dictionary(uniqueKeysWithValues: ledgers.map { ($0.writer, $0) })
        for ledger in ledgers { rest[ledger.writer] = Set(ledger.ids) }
        // The clients compare the tasks of their own writers.
        let clients = byWriter.mapValues {
            Client(port: port, $0, shared, recorder, seed: 0)
        }
        for task in tasks {
            let attributes = task["attributes"] as? Object
            let id = task["id"] as? String ?? ""
            if shared.counters.contains(id) {
                let expected = ledgers.reduce(0) { $0 + $1.increments[id, default: 0] }
                let value = attributes?["estimate"] as? Int
                if value != expected {
                    recorder.add(
                        fault: "counter \(id) is \(value ?? -1) after \(expected) increments")
                }
                continue
            }
            let writer = ExpectedTask.numbers(attributes?["title"] as? String ?? "")?.writer
            guard let writer, let client = clients[writer] else {
                recorder.add(fault: "nobody wrote task \(id): \(task)")
                continue
            }
            if rest[writer]?.remove(id) == nil, byWriter[writer]?.unknown.contains(id) == false {
                recorder.add(fault: "task \(id) was deleted, never acknowledged, or is repeated")
            } else if let wrong = client.mismatch(task) {
                recorder.add(fault: "in the end, \(wrong)")
            }
        }
        for ledger in ledgers {
            let lost = (rest[ledger.writer] ?? []).subtracting(ledger.unknown)
            if !lost.isEmpty {
                recorder.add(
                    fault: "the tasks \(lost.sorted()) of writer \(ledger.writer) are lost")
            }
        }
    }

    private func check(comments: [Object]) {
        recorder.addCheck()
        var expected: [String: (task: String, text: String)] = [:]
        let unknown = ledgers.reduce(into: Set<String>()) { $0.formUnion($1.unknown) }
        for ledger in ledgers {
            for (id, task) in ledger.tasks where !unknown.contains(id) {
                for (comment, text) in task.comments { expected[comment] = (id, text) }
            }
        }
        for comment in comments {
            let id = comment["id"] as? String ?? ""
            let text = (comment["attributes"] as? Object)?["text"] as? String
            let task = ((comment["relationships"] as? Object)?["task"] as? Object)?["data"]
                .flatMap { Identity($0) }?.id
            if let task, unknown.contains(task) { continue }
            guard let one = expected.removeValue(forKey: id) else {
                recorder.add(fault: "comment \(id) was deleted, or never acknowledged: \(comment)")
                continue
            }
            if one.text != text || one.task != task {
                recorder.add(fault: "comment \(id) is \(comment), not \(one)")
            }
        }
        if !expected.isEmpty {
            recorder.add(fault: "the comments \(expected.keys.sorted()) are lost")
        }
    }
}
