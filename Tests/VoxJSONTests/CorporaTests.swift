// SPDX-License-Identifier: MIT

import Testing
import VoxJSON
import VoxTestSupport

/// Every real JSON:API document and every general one, each under its own seed.
@Suite("Real documents", .enabled(if: Corpora.arePresent, Corpora.missing))
struct CorporaTests {
    @Test("there are as many as there should be")
    func count() {
        #expect(Corpora.documents(in: "jsonapi").count > 700)
        #expect(Corpora.documents(in: "perf").count >= 10)
    }

    @Test("MW-050 untouched and edited bytes", arguments: Corpora.real)
    func bytes(path: String) throws {
        var random = Seeded(path)
        try checkOneEdit(Corpora.bytes(path), &random)
    }

    @Test("MW-050 every style reads back equal", arguments: Corpora.real)
    func styles(path: String) throws {
        try checkStyles(Corpora.bytes(path))
    }

    @Test("MW-053 Foundation agrees on the value", arguments: Corpora.real)
    func foundation(path: String) throws {
        let bytes = try Corpora.bytes(path)
        try checkWithFoundation(bytes, JSON(parsing: bytes).snapshot())
    }

    @Test("MW-048 snapshots are the same as the bytes", arguments: Corpora.documents(in: "jsonapi"))
    func snapshots(path: String) throws {
        let json = try JSON(parsing: Corpora.bytes(path))
        let snapshot = try json.snapshot()
        let isTheSame = try isSame(JSONValue(parsing: snapshot.text()), snapshot)
        #expect(isTheSame)
        #expect(try JSON(snapshot).vox.isEqual(to: json))
    }

    /// The suite's files by their first letter: `y` is JSON, `n` is not, `i` is for each to decide.
    @Test(
        "MW-042 the JSON parsing suite",
        arguments: Corpora.documents(in: "JSONTestSuite/test_parsing"))
    func parsingSuite(path: String) throws {
        let bytes = try Corpora.bytes(path)
        do {
            let json = try JSON(parsing: bytes)
            #expect(!path.contains("/n_"))
            let untouched = try json.vox.bytes() == bytes
            #expect(untouched)
        } catch {
            #expect(!path.contains("/y_"))
            #expect(error.position.map { $0.offset <= bytes.count } == true)
        }
    }

    @Test("MW-043 the predecessors' fixtures", arguments: Corpora.documents(in: "predecessors"))
    func predecessors(path: String) throws {
        let bytes = try Corpora.bytes(path)
        var random = Seeded(path)
        try checkOneEdit(bytes, &random)
        try checkStyles(bytes)
    }
}
