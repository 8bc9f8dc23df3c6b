// SPDX-License-Identifier: MIT

import Testing
import VoxSQL

/// What a store refuses when it is created.
@Suite("Descriptions of types and tables")
struct DescriptionTests {
    private func problems(_ types: SQLType...) -> [String] {
        do throws(SQLStore.SchemaError) {
            _ = try SQLStore(NotingDatabase(.sqlite), types)
            return []
        } catch {
            #expect(error.description == error.problems.joined(separator: "\n"))
            return error.problems
        }
    }

    @Test("A description without mistakes is accepted")
    func right() throws {
        _ = try SQLStore(NotingDatabase(.sqlite), Catalogue.all)
        _ = try SQLStore(NotingDatabase(.postgreSQL), Catalogue.all)
    }

    @Test("No type, and a type twice")
    func types() {
        #expect(problems() == ["there are no types"])
        #expect(
            problems(SQLType("a", table: "a"), SQLType("a", table: "b"))
                == ["the type \"a\" is described twice"])
    }

    @Test("Names are not empty, and have no U+0000", arguments: ["", "a\u{0}b"])
    func names(name: String) {
        #expect(problems(SQLType("a", table: name)).count == 1)
        #expect(problems(SQLType(name, table: "a")).count == 1)
        #expect(problems(SQLType("a", table: "a", key: .text(name))).count == 1)
        #expect(problems(SQLType("a", table: "a", attributes: ["x": .text(name)])).count == 1)
        #expect(problems(SQLType("a", table: "a", attributes: [name: .text("x")])).count == 1)
        #expect(problems(SQLType("a", table: "a", version: name)).count == 1)
        #expect(problems(SQLType("a", table: "a", deletedAt: name)).count == 1)
        #expect(problems(SQLType("a", table: "a").tenant(.text(name)) { .null }).count == 1)
        let link = SQLType.Relationship.toMany("a", through: name, owner: "x", target: "y")
        #expect(problems(SQLType("a", table: "a", relationships: ["b": link])).count == 1)
    }

    @Test("A key is text or an integer, and a column")
    func keys() {
        #expect(
            problems(SQLType("a", table: "a", key: .real("id")))
                == ["type \"a\": the key column must be text or integer"])
        #expect(!problems(SQLType("a", table: "a", key: .computed(.text, "1"))).isEmpty)
    }

    @Test("A column has one use, and a field one description")
    func uses() {
        #expect(
            problems(SQLType("a", table: "a", attributes: ["x": .text("id")]))
                == ["type \"a\": the column \"id\" of \"x\" is used twice"])
        #expect(
            problems(SQLType("a", table: "a", attributes: ["x": .text("c"), "y": .text("c")]))
                == ["type \"a\": the column \"c\" of \"y\" is used twice"])
        #expect(
            problems(SQLType("a", table: "a", version: "id"))
                == ["type \"a\": the column \"id\" is used twice"])
        for name in ["id", "type", "x"] {
            #expect(
                problems(
                    SQLType(
                        "a", table: "a", attributes: ["x": .text("x")],
                        relationships: [name: .toOne("a", column: "other")])
                ) == [
                    "type \"a\": the field \"\(name)\" is described twice, or is named id or type"
                ])
        }
    }

    @Test("A relationship leads to a described type by columns without another use")
    func relationships() {
        #expect(
            problems(SQLType("a", table: "a", relationships: ["b": .toOne("c", column: "c_id")]))
                == ["type \"a\": the target \"c\" of \"b\" is not described"])
        #expect(
            problems(
                SQLType("a", table: "a", relationships: ["b": .toMany("c", column: "x")]),
                SQLType("c", table: "c", attributes: ["x": .integer("x")])
            ) == ["type \"a\": the column \"x\" of \"b\" has another use in the table \"c\""])
        let link = SQLType.Relationship.toMany("a", through: "l", owner: "x", target: "x")
        #expect(
            problems(SQLType("a", table: "a", relationships: ["b": link]))
                == ["type \"a\": \"b\" has one column for both keys"])
    }

    @Test(
        "A brace in an expression belongs to a column",
        arguments: ["{", "}", "{}", "{a{b}", "a}", "{a\0b}"])
    func expressions(text: String) {
        #expect(
            problems(SQLType("a", table: "a", attributes: ["x": .computed(.text, text)]))
                == ["type \"a\": the expression of \"x\" has a brace that is not of a {column}"])
    }

    @Test("All mistakes are named at once")
    func several() {
        #expect(
            problems(
                SQLType("a", table: "", attributes: ["x": .text("id")]),
                SQLType("b", table: "b", key: .boolean("id"))
            ).count == 3)
    }
}
