// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import Testing
import Vox
import VoxSQL

/// Comparisons with values that the column cannot have.
@Suite("Filters with bounds between values")
struct FilterBoundTests {
    private static let types = [
        SQLType(
            "rows", table: "entry", attributes: ["n": .integer("n"), "t": .text("t")])
    ]

    @Test(
        "A bound between two integers, and a text with NUL, divide the rows where they stand",
        arguments: TestDatabase.all)
    func bounds(on kind: TestDatabase) async throws {
        try await kind.withStore(Self.types) { store, database in
            try await database.run(
                "INSERT INTO entry (id, n, t) VALUES (1, -4, 'a'), (2, -3, 'b'), (3, 3, 'ba'), (4, 4, 'c')"
            )
            func ids(
                _ name: String, _ comparison: FilterExpression.Operator, _ value: JSONValue
            ) async throws -> String {
                var selection = ResourceSelection(type: "rows")
                selection.filter = .comparison([name], comparison, value)
                return try await store.list(selection).resources.map(\.id).joined()
            }
            for (value, below, above) in [
                (3.5, "123", "4"), (-3.5, "1", "234"), (2.5, "12", "34"), (-4.5, "", "1234"),
                (4.5, "1234", ""), (1e300, "1234", ""), (-1e300, "", "1234"),
            ] {
                let number = try #require(JSONNumber(value))
                for comparison in [FilterExpression.Operator.less, .lessOrEqual] {
                    #expect(try await ids("n", comparison, .number(number)) == below, "\(value)")
                }
                for comparison in [FilterExpression.Operator.greater, .greaterOrEqual] {
                    #expect(try await ids("n", comparison, .number(number)) == above, "\(value)")
                }
                #expect(try await ids("n", .equal, .number(number)) == "")
            }
            for (value, below, above) in [
                ("b\0", "12", "34"), ("b\0z", "12", "34"), ("\0", "", "1234"), ("c\0", "1234", ""),
                ("aa\0", "1", "234"),
            ] {
                for comparison in [FilterExpression.Operator.less, .lessOrEqual] {
                    #expect(try await ids("t", comparison, .string(value)) == below)
                }
                for comparison in [FilterExpression.Operator.greater, .greaterOrEqual] {
                    #expect(try await ids("t", comparison, .string(value)) == above)
                }
                #expect(try await ids("t", .equal, .string(value)) == "")
            }
        }
    }
}
#endif
