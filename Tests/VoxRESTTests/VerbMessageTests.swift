// SPDX-License-Identifier: MIT

import Testing
import VoxTestSupport

/// A verb that was not adopted is no call: each line is compiled, against the modules that this test
/// was built with.
@Suite("Verbs that were not adopted")
struct VerbMessageTests {
    private static let canCompile = Compiler.has("VoxREST")

    private static let source = """
        import VoxREST
        struct None: RESTSchema { static let path = "a/<id>" }
        struct C: RESTSchema, Creatable { static let path = "a/<id>" }
        struct R: RESTSchema, Readable { static let path = "a/<id>" }
        struct U: RESTSchema, Updatable { static let path = "a/<id>" }
        struct D: RESTSchema, Deletable { static let path = "a/<id>" }
        struct E: RESTSchema, Enumerable { static let path = "a/<id>" }

        """

    /// What each verb allows.
    private static let calls: [String: [String]] = [
        "C": ["s.create(m)"], "R": [#"s.fetch(id: "1")"#, "s.refresh(m)", "s.fetchOne()"],
        "U": ["s.update(m)"], "D": ["s.delete(m)", #"s.delete(id: "1")"#], "E": ["s.fetch()"],
    ]

    @Test(
        "MW-107 A call compiles where its verb was adopted, and nowhere else.",
        .enabled(if: canCompile, "the modules of the package are not beside the tests"))
    func table() throws {
        var lines: [(line: String, isRight: Bool)] = []
        for schema in ["None", "C", "R", "U", "D", "E"] {
            for (verb, calls) in Self.calls.sorted(by: { $0.key < $1.key }) {
                for call in calls + (verb == "C" ? ["s.save(m)"] : []) {
                    let right = verb == schema && call != "s.save(m)"
                    let line =
                        "func l(_ s: ModelSource<\(schema)>, _ m: TypedObject<\(schema)>) { _ = \(call) }"
                    lines.append((line, right))
                }
            }
        }
        let types = lines.enumerated().map { "enum E\($0) { static \($1.line) }" }
        let wrong = try Compiler.errors(in: Self.source + types.joined(separator: "\n") + "\n")
        let first = Self.source.split(separator: "\n", omittingEmptySubsequences: false).count
        for (index, line) in lines.enumerated() {
            #expect((wrong[first + index] != nil) == !line.isRight, "\(line.line)")
        }
    }
}
