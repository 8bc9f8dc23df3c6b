// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import Foundation
import Testing
import VoxSQL

@Suite("Indexes that the store creates")
struct IndexNameTests {
    struct Entry: ResourceSchema {
        static let type = "entries"
        let start = Attribute<Date>("start").required()
        let linesCode = Attribute<String>("lines_code")
    }
    struct EntryLine: ResourceSchema {
        static let type = "lines"
        let code = Attribute<String>("code")
    }

    @Test(
        "Indexes of unique columns, and of tables with similar names, are different ones",
        arguments: TestDatabase.all)
    func similarIndexes(on kind: TestDatabase) async throws {
        let lines = SQLType(EntryLine.self, table: "entry_lines", .sortable(\.code))
        let older = SQLType(
            Entry.self, table: "entry", .unique(\.start), .sortable(\.start), .omitted(\.linesCode))
        try await kind.withStore([older, lines]) { _, database in
            let types = [
                SQLType(
                    Entry.self, table: "entry", .unique(\.start), .unique(\.linesCode),
                    .sortable(\.start, \.linesCode)), lines,
            ]
            let store = try SQLStore(database, types)
            for text in try await store.missingStatements() { try await database.run(text) }
            let service = try ResourceService(serving: store)
            try await store.checkTables(for: service)
            try await store.checkIndexes(for: service)
        }
    }
}

#endif
