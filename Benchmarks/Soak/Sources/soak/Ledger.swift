// SPDX-License-Identifier: MIT

/// A task as the service must have it. All attributes follow from three numbers, so each response
/// can be checked by itself: a task of two changes at once would be a torn write.
struct ExpectedTask: Hashable, Sendable {
    let writer: Int
    let number: Int
    var change = 0
    var project: String
    var owner: Identity?
    var labels: Set<String> = []
    /// The texts of the comments, by id.
    var comments: [String: String] = [:]
    /// The entity tag of the last response about the task; nil if it may be out of date.
    var tag: String?

    var title: String { "w\(writer)-t\(number)-c\(change)" }
    var state: String { ["open", "active", "done"][(number + change) % 3] }
    var estimate: Int { (number * 31 + change * 7) % 1000 }

    var due: String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (month, day, hour) = (number % 12 + 1, change % 28 + 1, (number + change) % 24)
        return "2026-\(two(month))-\(two(day))T\(two(hour)):00:00Z"
    }

    /// The three numbers of a title; nil for a title of another form.
    static func numbers(_ title: String) -> (writer: Int, number: Int, change: Int)? {
        let parts = title.split(separator: "-")
        guard parts.count == 3, parts[0].first == "w", parts[1].first == "t", parts[2].first == "c",
            let writer = Int(parts[0].dropFirst()), let number = Int(parts[1].dropFirst()),
            let change = Int(parts[2].dropFirst())
        else { return nil }
        return (writer, number, change)
    }
}

/// The type and id of a resource.
struct Identity: Hashable, Sendable {
    let type: String
    let id: String
}

/// The acknowledged writes of one writer. No other writer changes the same resources.
struct Ledger: Sendable {
    let writer: Int
    /// The ids of the projects of the writer.
    var projects: [String] = []
    /// The project whose tasks are created by clients that do not wait for the response. What it
    /// contains is unknown.
    var abandoned = ""
    /// The tasks, by id.
    var tasks: [String: ExpectedTask] = [:]
    /// The keys of `tasks`, in any order.
    private(set) var ids: [String] = []
    private var places: [String: Int] = [:]
    /// The tasks with writes whose result is unknown, because the connection failed.
    var unknown: Set<String> = []
    /// The last ids of deleted tasks.
    private(set) var deleted: [String] = []
    /// The number of the next task.
    private var next = 0
    /// The acknowledged increments of the shared counters, by id.
    var increments: [String: Int] = [:]

    init(writer: Int) { self.writer = writer }

    mutating func newTask(in project: String) -> ExpectedTask {
        defer { next += 1 }
        return ExpectedTask(writer: writer, number: next, project: project)
    }

    mutating func add(_ task: ExpectedTask, _ id: String) {
        if tasks.updateValue(task, forKey: id) == nil {
            places[id] = ids.count
            ids.append(id)
        }
    }

    mutating func remove(_ id: String) {
        guard tasks.removeValue(forKey: id) != nil, let place = places.removeValue(forKey: id),
            let last = ids.popLast()
        else { return }
        if last != id {
            ids[place] = last
            places[last] = place
        }
        if deleted.count == 200 { deleted.removeFirst(100) }
        deleted.append(id)
    }

    /// The ids and tasks of a project.
    func tasks(of project: String) -> [String: ExpectedTask] {
        tasks.filter { $0.value.project == project }
    }
}

/// The resources that all writers use and none changes, apart from the counters.
struct SharedResources: Sendable {
    var users: [String] = []
    var teams: [String] = []
    var labels: [String] = []
    /// The project of the counters.
    var project = ""
    /// The ids of tasks whose estimate is a counter, which all writers increase.
    var counters: [String] = []
}
