// SPDX-License-Identifier: MIT

import Vox
import VoxSQL

extension ResourceService {
    /// The service of the tracker on a database.
    static func tracker(on database: any SQLDatabase) throws -> ResourceService {
        var service = try ResourceService(serving: SQLStore(database, Tables.all))
        service.operationsPath = "operations"
        service.openAPIPath = "openapi.json"
        service.title = "Tracker"
        // A list of many rows is not counted for each page.
        service.countsPages = false
        return service
    }
}
