// SPDX-License-Identifier: MIT

extension Client {
    /// A walk through all tasks by cursor, one page at a time, while other requests write.
    struct Walk {
        let sort: String
        var target: String
        /// The tasks of this client that have existed, without a change, since the walk began.
        var expected: Set<String>
        var seen: Set<String> = []
    }

    /// Reads a page by number.
    func readPage() {
        let number = Int.random(in: 1...150, using: &random)
        let message = Message.get("/tasks?page[number]=\(number)&page[size]=20")
        guard let reply = exchange(message, 200), let tasks = list(reply, message) else { return }
        check(tasks, message)
        if tasks.count > 20 { fault(message, "the page has \(tasks.count) tasks") }
        let ids = tasks.compactMap { ($0["id"] as? String).flatMap { Int($0) } }
        if !zip(ids, ids.dropFirst()).allSatisfy({ $0 < $1 }) {
            fault(message, "the ids are not in order: \(ids)")
        }
    }

    /// Reads the next page of the walk.
    func readNextOfWalk() {
        var walk = self.walk ?? newWalk()
        self.walk = nil
        let message = Message.get(walk.target, accept: Documents.cursors)
        guard let reply = exchange(message, 200), let tasks = list(reply, message) else { return }
        if chance(30) { check(tasks, message) }
        for id in tasks.compactMap({ $0["id"] as? String }) {
            let isNew = walk.seen.insert(id).inserted
            if !isNew, walk.expected.contains(id) {
                fault(message, "the walk by \(walk.sort) returns task \(id) again")
            }
        }
        if let next = (reply.document?["links"] as? Object)?["next"] as? String,
            let slash = next.range(of: "/tasks")
        {
            walk.target = String(next[slash.lowerBound...])
            self.walk = walk
            return
        }
        recorder.addCheck()
        let missing = walk.expected.subtracting(walk.seen)
        if !missing.isEmpty {
            fault(message, "the walk by \(walk.sort) skips the tasks \(missing.sorted())")
        }
    }

    private func newWalk() -> Walk {
        let sort = any(["title", "-title", "due", "id", "-due,title"]) ?? "id"
        return Walk(
            sort: sort, target: "/tasks?sort=\(sort)&page[size]=100",
            expected: Set(ledger.ids).subtracting(ledger.unknown))
    }

    /// Reads the tasks that a filter finds in a project of this client.
    func readFiltered() {
        guard let project = any(ledger.projects), let (_, one) = anyTask() else { return }
        let tasks = ledger.tasks(of: project)
        let list = "/tasks?filter[project]=\(project)&page[size]=500"
        switch Int.random(in: 0..<7, using: &random) {
        case 0: readList(list, tasks)
        case 1: readList("\(list)&fields[tasks]=title,estimate", tasks)
        case 2:
            readList(
                "\(list)&filter[state]=\(one.state)", tasks.filter { $0.value.state == one.state })
        case 3:
            readList(
                "\(list)&filter[estimate][lt]=\(one.estimate)",
                tasks.filter { $0.value.estimate < one.estimate })
        case 4:
            readList(
                "\(list)&filter[due][gte]=\(one.due)", tasks.filter { $0.value.due >= one.due })
        case 5:
            guard let label = any(shared.labels) else { return }
            readList(
                "\(list)&filter[labels]=\(label)", tasks.filter { $0.value.labels.contains(label) })
        default:
            readList(
                "/tasks?filter[title]=\(one.title)",
                ledger.tasks.filter { $0.value.title == one.title })
        }
    }

    private func readList(_ target: String, _ expected: [String: ExpectedTask]) {
        let message = Message.get(target)
        guard let reply = exchange(message, 200), let tasks = list(reply, message) else { return }
        check(tasks, are: expected, message)
    }

    /// Reads a sorted list: the first tasks of a project of this client, or those of all projects.
    func readSorted() {
        if chance(50) {
            guard let project = any(ledger.projects) else { return }
            let isDescending = chance(50)
            let sort = isDescending ? "-title" : "title"
            let message = Message.get("/projects/\(project)/tasks?sort=\(sort)&page[size]=30")
            guard let reply = exchange(message, 200), let tasks = list(reply, message) else {
                return
            }
            check(tasks, message)
            guard ledger.unknown.isEmpty else { return }
            let titles = ledger.tasks(of: project).values.map(\.title)
                .sorted { isDescending ? isLess($1, $0) : isLess($0, $1) }
            if self.titles(tasks) != Array(titles.prefix(30)) {
                fault(message, "the list is \(self.titles(tasks)), not \(titles.prefix(30))")
            }
        } else {
            let message = Message.get(
                "/tasks?sort=-due,title&page[size]=30&fields[tasks]=title,due")
            guard let reply = exchange(message, 200), let tasks = list(reply, message) else {
                return
            }
            check(tasks, message)
            let keys = tasks.map { task in
                (task["attributes"] as? Object)?["due"] as? String ?? ""
            }
            // Null is last in descending order.
            if !zip(keys, keys.dropFirst()).allSatisfy({ $0 >= $1 }) {
                fault(message, "the list is not sorted: \(keys)")
            }
        }
    }

    private func titles(_ tasks: [Object]) -> [String] {
        tasks.compactMap { ($0["attributes"] as? Object)?["title"] as? String }
    }

    /// Strings are compared byte by byte.
    private func isLess(_ first: String, _ second: String) -> Bool {
        first.utf8.lexicographicallyPrecedes(second.utf8)
    }

    /// Reads tasks with related resources. Each identifier must have its resource.
    func readIncluded() {
        guard let project = any(ledger.projects) else { return }
        let message = Message.get(
            "/tasks?filter[project]=\(project)&page[size]=20"
                + "&include=owner,project,labels,comments.author")
        guard let reply = exchange(message, 200), let tasks = list(reply, message) else { return }
        check(tasks, message)
        let included = reply.document?["included"] as? [Object] ?? []
        let present = Set(included.compactMap { Identity($0) })
        if present.count != included.count { fault(message, "a resource is included twice") }
        for resource in tasks + included {
            for (name, value) in resource["relationships"] as? Object ?? [:] {
                let data = (value as? Object)?["data"]
                for case let one? in (data as? [Object] ?? []).map({ Identity($0) })
                    + [data.flatMap { Identity($0) }]
                where one.type != "tasks" && !present.contains(one) {
                    fault(message, "\(name) names \(one), which is not included")
                }
            }
        }
    }

    /// Reads one task: one of this client, a deleted one, or any.
    func readOne() {
        if chance(20), let id = any(ledger.deleted) {
            _ = exchange(.get("/tasks/\(id)"), 404)
        } else if chance(30) {
            let message = Message.get("/tasks/\(Int.random(in: 1...4000, using: &random))")
            guard let reply = exchange(message, 200, 404), reply.status == 200,
                let task = resource(reply, message)
            else { return }
            check([task], message)
        } else if let (id, _) = anyTask() {
            var message = Message.get("/tasks/\(id)")
            guard let reply = exchange(message, 200), let task = resource(reply, message) else {
                return
            }
            check([task], message)
            guard let tag = reply["etag"] else { return fault(message, "there is no ETag") }
            ledger.tasks[id]?.tag = tag
            guard chance(30) else { return }
            message.fields = [("If-None-Match", tag)]
            _ = exchange(message, 304)
        }
    }

    /// Reads what belongs to a task, a user or a project.
    func readRelated() {
        guard let (id, task) = anyTask() else { return }
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
            let message = Message.get("/tasks/\(id)/comments?page[size]=100")
            guard let reply = exchange(message, 200), let list = list(reply, message) else {
                return
            }
            recorder.addCheck()
            let texts = Dictionary(
                list.map { comment in
                    let attributes = comment["attributes"] as? Object
                    return (comment["id"] as? String ?? "", attributes?["text"] as? String ?? "")
                }, uniquingKeysWith: { first, _ in first })
            if texts != task.comments {
                fault(message, "the comments are \(texts), not \(task.comments)")
            }
        case 1:
            let message = Message.get("/tasks/\(id)/relationships/labels")
            guard let reply = exchange(message, 200), let list = list(reply, message) else {
                return
            }
            recorder.addCheck()
            let labels = Set(list.compactMap { $0["id"] as? String })
            if labels != task.labels {
                fault(message, "the labels are \(labels), not \(task.labels)")
            }
        case 2:
            let message = Message.get("/tasks/\(id)/owner")
            guard let reply = exchange(message, 200) else { return }
            recorder.addCheck()
            let owner = reply.document?["data"].flatMap { Identity($0) }
            if owner != task.owner {
                fault(message, "the owner is \(String(describing: owner))")
            }
        case 3:
            guard let user = any(shared.users) else { return }
            let message = Message.get("/users/\(user)/tasks?page[size]=20&sort=-due")
            guard let reply = exchange(message, 200), let tasks = list(reply, message) else {
                return
            }
            check(tasks, message)
        default:
            let message = Message.get("/projects/\(task.project)?include=tasks")
            guard let reply = exchange(message, 200) else { return }
            check(
                reply.document?["included"] as? [Object] ?? [],
                are: ledger.tasks(of: task.project), message)
        }
    }
}
