// SPDX-License-Identifier: MIT

import Vox
import VoxSQL

extension ResourceService {
    /// The service of the tracker on a database.
    static func tracker(on database: any SQLDatabase) throws -> ResourceService {
        var tasks = ServedType(TrackedTask.self)
        tasks.acceptsClientIDs = false
        tasks.sortable = ["id", "title", "due"]
        tasks.validate = { write in
            let task = try write.new.view(as: TrackedTask.self)
            guard let start = task.start ?? nil, let due = task.due ?? nil, due < start else {
                return []
            }
            return [
                APIError(
                    status: 422, title: "Impossible dates", detail: "a task is due after its start",
                    source: .field(\TrackedTask.due))
            ]
        }
        var service = ResourceService(
            [
                ServedType(Project.self), tasks, ServedType(TaskComment.self),
                ServedType(Label.self),
                ServedType(User.self), ServedType(Team.self),
            ], store: try SQLStore(database, Tables.all))
        service.operationsPath = "operations"
        service.openAPIPath = "openapi.json"
        service.title = "Tracker"
        // A list of many rows is not counted for each page.
        service.countsPages = false
        return service
    }
}
