// SPDX-License-Identifier: MIT

import Testing
import VoxJSON
import VoxTestSupport

private enum Kind: String, CaseIterable, JSONConvertible { case album, single, live }

private enum Stars: Int, JSONConvertible { case one = 1, two }

/// An enumeration of the program with its own raw value type.
private struct Label: RawRepresentable, JSONConvertible, Equatable {
    let rawValue: Kind
    init?(rawValue: Kind) {
        if rawValue == .live { return nil }
        self.rawValue = rawValue
    }
}

/// A type that contains an enumeration.
private struct Part: JSONConvertible, Equatable {
    let kind: Kind
    static func decode(_ json: JSON) throws(JSONError) -> Part {
        Part(kind: try json.kind.vox.value())
    }
    func encoded() throws(JSONError) -> JSONValue { ["kind": try kind.encoded()] }
}

@Suite("Unknown values in lists")
struct UnknownValueTests {
    private func pointers(_ json: JSON) -> [String] { json.vox.failures.map(\.error.pointer) }

    @Test(
        "A list has its known elements, and a note for each unknown one.",
        arguments: [
            (#"[]"#, [], []), (#"["ep"]"#, [], ["/l/0"]), (#"["album"]"#, [.album], []),
            (
                #"["ep","album","mixtape","single","ep"]"#, [.album, .single],
                ["/l/0", "/l/2", "/l/4"]
            ),
        ] as [(String, [Kind], [String])])
    fileprivate func lists(_ text: String, _ known: [Kind], _ notes: [String]) throws {
        let json = try JSON(parsing: #"{"l":\#(text)}"#)
        let list: [Kind]? = json.l
        #expect(list == known)
        #expect(pointers(json) == notes)
        #expect(json.vox.failures.allSatisfy { $0.kind == .read && $0.error.isUnknownValue })
        #expect(json.vox.failures.allSatisfy { $0.error.code == .notConvertible })
        // The throwing form and the initializer return the same, and note nothing twice.
        #expect(try json.l.vox.value(as: [Kind].self) == known)
        #expect([Kind](json.l) == known && pointers(json) == notes)
        #expect(try json.vox.text() == #"{"l":\#(text)}"#)
    }

    @Test("The note says what was expected and what was found.")
    func words() throws {
        let json = try JSON(parsing: #"{"l":["album","ep"]}"#)
        _ = json.l as [Kind]?
        #expect(
            json.vox.failure?.description
                == #"expected one of "album", "single", "live", found a string: "ep" (at "/l/1")"#)
    }

    @Test("A wrong element is no unknown value: it fails the list, and is told by its index.")
    func wrongElements() throws {
        let json = try JSON(parsing: #"{"l":["ep","album",3,true],"n":["ep",null]}"#)
        let list: [Kind]? = json.l
        #expect(list == nil && pointers(json) == ["/l/0", "/l/2"])
        #expect(json.vox.failures.map(\.error.isUnknownValue) == [true, false])
        let error = #expect(throws: JSONError.self) { try json.n.vox.value(as: [Kind].self) }
        #expect(error?.code == .wrongKind && error?.pointer == "/n/1")
    }

    @Test("Lists in lists, optional elements, other raw values, and dictionaries")
    func collections() throws {
        let json = try JSON(
            parsing: #"""
                {"nested":[["ep"],["album","x"],[]],"holes":["album",null,"ep"],"stars":[1,3,2],
                 "table":{"a":"album","b":"ep","c":"live"},"labels":["single","live","ep"],
                 "tables":{"k":["ep","live"]}}
                """#)
        #expect(try json.nested.vox.value(as: [[Kind]].self) == [[], [.album], []])
        #expect(try json.holes.vox.value(as: [Kind?].self) == [.album, nil])
        #expect(try json.stars.vox.value(as: [Stars].self) == [.one, .two])
        #expect(
            try json.table.vox.value(as: [String: Kind].self) == ["a": .album, "c": .live])
        #expect(
            try json.labels.vox.value(as: [Label].self).map(\.rawValue) == [.single])
        #expect(try json.tables.vox.value(as: [String: [Kind]].self) == ["k": [.live]])
        #expect(
            pointers(json) == [
                "/nested/0/0", "/nested/1/1", "/holes/2", "/stars/1", "/table/b", "/labels/1",
                "/labels/2", "/tables/k/0",
            ])
    }

    @Test("A single unknown value is a failure, and so is one inside an element.")
    func singles() throws {
        let json = try JSON(parsing: #"{"k":"ep","parts":[{"kind":"album"},{"kind":"ep"}]}"#)
        let error = #expect(throws: JSONError.self) { try json.k.vox.value(as: Kind.self) }
        #expect(error?.isUnknownValue == true && error?.code == .notConvertible)
        let parts: [Part]? = json.parts
        #expect(parts == nil && pointers(json) == ["/parts/1/kind"])
    }

    @Test("A list with unknown elements is not replaced, unless the program says so.")
    func writing() throws {
        let text = #"{"l":["album", "ep"],"t":{"a":"ep"},"n":[["ep"]],"o":["ep"]}"#
        let json = try JSON(parsing: text)
        json.l = [Kind.album]  // what reading returns: nothing to write
        #expect(json.vox.failures.firstWrite == nil)
        json.l = [Kind.album, .live]
        json.t = ["a": Kind.album]
        json.n = [[Kind.album]]
        json.o = [Kind.live] as [Kind]??
        let writes = json.vox.failures.filter { $0.kind == .write }
        #expect(writes.map(\.error.pointer) == ["/l/1", "/t/a", "/n/0/0", "/o/0"])
        #expect(writes.allSatisfy { $0.error.code == .notConvertible })
        #expect(writes[0].error.message.contains("vox.set"))
        #expect(throws: JSONError.self) { try json.vox.text() }
        json.vox.failure = nil
        #expect(try json.vox.text() == text)

        try json.l.vox.set([Kind.live])
        try json.t.vox.set(["a": Kind.album])
        try json.n.vox.set([[Kind.album]])
        try json.o.vox.set([Kind.live] as [Kind]?)
        #expect(
            try json.vox.text() == #"{"l":["live"],"t":{"a":"album"},"n":[["album"]],"o":["live"]}"#
        )
        // Lists of known elements, and values of other kinds, are replaced as before.
        json.l = [Kind.album]
        json.t = [Kind.single]
        json.n = nil
        json.o = JSONValue.null
        #expect(try json.vox.text() == #"{"l":["album"],"t":["single"],"o":null}"#)
        #expect(json.vox.failures.isEmpty)
    }

    @Test("Open enumerations keep all elements, so their lists can be edited.")
    func open() throws {
        let json = try JSON(parsing: #"{"l":["album","\u0065p"]}"#)
        var list = try json.l.vox.value(as: [OpenEnum<Kind>].self)
        #expect(list == [.known(.album), .unknown("ep")])
        list.insert(.known(.live), at: 0)
        json.l = list
        #expect(try json.vox.text() == #"{"l":["live","album","ep"]}"#)
        #expect(json.vox.failures.isEmpty)
    }

    @Test("The list of notes is bounded.")
    func manyNotes() throws {
        let json = try JSON(
            .array((0..<250).map { .string($0 % 2 == 0 ? "new-\($0)" : "album") }))
        #expect([Kind](json)?.count == 125)
        #expect(json.vox.failures.count == JSON.Failures.capacity)
        #expect(json.vox.failures.dropped == 25)
    }

    @Test("Random lists: known elements in order, a note for each other one, all of it in JSON.")
    func randomLists() throws {
        let seed = Seeded.drawnSeed()
        var random = Seeded(seed)
        let words = Kind.allCases.map(\.rawValue) + ["ep", "", "Album", "albu", "é", "a\"b", "/"]
        for _ in 0..<300 {
            let list = (0..<random.below(40)).map { _ in random.pick(words) }
            let text = try JSONValue.array(list.map { .string($0) }).text()
            let json = try JSON(parsing: #"{"l": \#(text) }"#)
            let before = try json.vox.text()
            let known = list.compactMap { Kind(rawValue: $0) }
            let unknown = list.indices.filter { Kind(rawValue: list[$0]) == nil }
            #expect(try json.l.vox.value(as: [Kind].self) == known, "seed \(seed)")
            #expect(pointers(json) == unknown.map { "/l/\($0)" }, "seed \(seed)")
            let all = try json.l.vox.value(as: [OpenEnum<Kind>].self)
            #expect(all.map(\.rawValue) == list && all.compactMap(\.known) == known, "seed \(seed)")

            json.l = known
            if !unknown.isEmpty { #expect(try json.vox.text() == before, "seed \(seed)") }
            json.l = known + [.live]
            #expect((json.vox.failures.firstWrite == nil) == unknown.isEmpty, "seed \(seed)")
            json.vox.failure = nil
            json.l = all + [.unknown("new")]
            #expect([String](json.l) == list + ["new"], "seed \(seed)")
        }
    }
}
