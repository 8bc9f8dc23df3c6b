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
            let task = write.new
            guard case .string(let start)? = task.attributes["start"],
                case .string(let due)? = task.attributes["due"], due < start
            else { return [] }
            return [
                APIError(
                    status: 422, title: "Impossible dates", detail: "a task is due after its start",
                    source: .pointer("/data/attributes/due"))
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
