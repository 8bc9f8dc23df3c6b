// SPDX-License-Identifier: MIT

import Foundation
import Testing
import VoxTestSupport

/// What the compiler says to those who mistype: each line is wrong, and the message must tell how.
/// Compiles against the modules that this test was built with.
@Suite("Messages of the compiler")
struct CompilerMessageTests {
    private static let canCompile = Compiler.has("Vox")

    private static let schema = """
        import Vox
        struct User: ResourceSchema {
            static let type = "users"
            let name = Attribute<String>("name")
            let year = Attribute<Int>("year")
            let tags = Attribute<[String]>("tags")
            let extras = Attribute<JSON>("extras")
            let plays = Attribute<Int>("plays").defaulting(to: 0)
            let created = Attribute<String>("created").readOnly()
            let home = Attribute<TypedObject<Place>>("home")
            let boss = ToOne<User>("boss")
        }
        struct Place: ObjectSchema {
            let street = Attribute<String>("street")
        }

        """

    private static let wrongLines: [(line: String, message: String)] = [
        ("u.name = 3", "cannot assign value of type 'Int' to type 'String'"),
        ("u.year = \"1994\"", "cannot assign value of type 'String' to type 'Int'"),
        ("u.year = 3.5", "cannot assign value of type 'Double' to type 'Int'"),
        ("u.name = true", "cannot assign value of type 'Bool' to type 'String'"),
        ("u.name = [1]", "cannot assign value of type '[Int]' to type 'String'"),
        ("u.tags = \"x\"", "cannot assign value of type 'String' to type '[String]'"),
        ("u.plays = \"x\"", "cannot assign value of type 'String' to type 'Int'"),
        ("u.home.street = 3", "cannot assign value of type 'Int' to type 'String'"),
        (
            "u.nme = \"x\"",
            "value of type 'Resource<User>' has no dynamic member 'nme' using key path from root type 'User'"
        ),
        (
            "u.created = \"x\"",
            "subscript 'subscript(dynamicMember:)' requires that 'ReadOnly<Attribute<String>>' conform to 'WritableAttribute'"
        ),
        (
            "let _: Int? = u.name",
            "no 'name' candidates produce the expected contextual result type 'Int?'"
        ),
        ("u.boss = \"x\"", "no exact matches in reference to subscript"),
    ]

    private static let rightLines = [
        "u.name = \"x\"", "u.name = nil", "u.name = .null", "u.year = 3", "u.tags = [\"x\"]",
        "u.extras = 3", "u.extras = [\"a\": [1, nil, true]]", "u.extras.a.b = \"x\"",
        "u.extras = nil", "u.extras = .null", "let _: String? = u.extras.a", "u.plays += 1",
        "u.boss = u", "u.boss = nil", "u.home.street = \"x\"",
    ]

    @Test(
        "a value of the wrong type is told by its type; right lines compile",
        .enabled(if: canCompile, "the modules of the package are not beside the tests"))
    func table() throws {
        let lines = Self.wrongLines.map(\.line) + Self.rightLines
        let body = lines.map { "func line(_ u: Resource<User>) { \($0) }" }
        // Functions of one name each in a type of its own, so that one error stops none of the others.
        let types = body.enumerated().map { "enum E\($0) { static \($1) }" }
        let source = Self.schema + types.joined(separator: "\n") + "\n"
        let found = try Compiler.errors(in: source)
        let first = Self.schema.split(separator: "\n", omittingEmptySubsequences: false).count
        for (index, (line, message)) in Self.wrongLines.enumerated() {
            let said = (found[first + index] ?? []).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            #expect(said.contains(message), "\(line): \(said)")
        }
        for (index, line) in Self.rightLines.enumerated() {
            #expect(found[first + Self.wrongLines.count + index] == nil, "\(line)")
        }
    }
}
