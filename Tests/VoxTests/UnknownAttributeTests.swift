// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Vox
import VoxTestSupport

private enum ReleaseKind: String, JSONConvertible { case album, single, live }

private enum PlainKind: String, Sendable { case album, single }

/// A release of a server that adds kinds.
private struct Release: ResourceSchema {
    static let type = "releases"
    let kind = Attribute<OpenEnum<PlainKind>>("kind")
    let kinds = Attribute<[OpenEnum<PlainKind>]>("kinds")
    let former = Attribute<OpenEnum<PlainKind>>("former").defaulting(to: .known(.album))
    let needed = Attribute<OpenEnum<PlainKind>>("needed").required()
    let title = Attribute<String>("title")
}

/// The same, as a program declares it that does not expect new kinds.
private struct Closed: ResourceSchema {
    static let type = "releases"
    let kind = Attribute<ReleaseKind>("kind")
    let kinds = Attribute<[ReleaseKind]>("kinds")
    let former = Attribute<ReleaseKind>("former").defaulting(to: .album)
    let more = Attribute<[ReleaseKind]>("more").defaulting(to: [.live])
    let needed = Attribute<[ReleaseKind]>("needed").required()
    let all = Attribute<[ReleaseKind]>("all").transformed(
        to: { Set($0) }, from: { $0.sorted { $0.rawValue < $1.rawValue } })
    let tags = Attribute<[String]>("tags")
    let title = Attribute<String>("title")
}

private struct ReleaseModel: Codable, Equatable {
    var id: String?
    var kind: OpenEnum<PlainKind>
    var kinds: [OpenEnum<PlainKind>]
    var title: String?
}

extension ReleaseModel: ResourceModel { typealias Schema = Release }

/// A model that writes whatever it has read.
private struct ClosedModel: ResourceModel {
    var kinds: [ReleaseKind]?
    var title: String?

    init(_ release: Resource<Closed>) {
        kinds = release.kinds
        title = release.title
    }

    func write(to release: Resource<Closed>) {
        release.kinds = kinds
        release.title = title
    }
}

@Suite("Unknown values of enumerations")
struct UnknownAttributeTests {
    private func release<Schema: ResourceSchema>(
        _ attributes: String, _: Schema.Type = Schema.self
    ) throws -> Resource<Schema> {
        let text = #"{"data":{"type":"releases","id":"1","attributes":\#(attributes)}}"#
        return try #require(try Document<Schema>(parsing: text).data)
    }

    private func update(_ release: Resource<some ResourceSchema>) throws -> String {
        String(decoding: try release.updateDocument(), as: UTF8.self)
    }

    private func notes(_ release: Resource<some ResourceSchema>) -> [String] {
        release.vox.failures.map(\.error.pointer)
    }

    // MARK: Open enumerations

    @Test("MW-129 An open enumeration is one line of a schema, and hides nothing behind a default.")
    func open() throws {
        let release: Resource<Release> = try release(
            #"{"kind":"ep","kinds":["album","ep"],"former":"tape","needed":"x"}"#)
        #expect(release.kind == .unknown("ep") && release.kind != .album)
        #expect(release.kinds == [.known(.album), .unknown("ep")])
        #expect(release.former == .unknown("tape"))
        #expect(try release.needed == .unknown("x"))
        #expect(release.vox.failures.isEmpty && !release.vox.isChanged)
        #expect(
            try update(release) == #"{"data":{"type":"releases","id":"1"}}"#)
        let empty: Resource<Release> = try self.release("{}")
        #expect(empty.kind == nil && empty.former == .album && empty.kinds == nil)
    }

    @Test("MW-129 Assigning a known or an unknown value writes its raw text.")
    func assigning() throws {
        let release = Resource<Release>()
        release.kind = .known(.single)
        release.kinds = [.unknown("ep"), .known(.album)]
        release.former = .unknown("tape")
        release.needed = .known(.album)
        #expect(
            try release.attributes.vox.text()
                == #"{"kind":"single","kinds":["ep","album"],"former":"tape","needed":"album"}"#)
        release.kinds?.append(.known(.single))
        release.kind = .null
        try release.vox.set(\.former, to: .known(.single))
        #expect(
            try release.attributes.vox.text()
                == #"{"kind":null,"kinds":["ep","album","single"],"former":"single","needed":"album"}"#
        )
    }

    @Test("MW-129 Writing back what was read changes nothing, and unknown values keep their bytes.")
    func roundTrip() throws {
        let text = #"""
            {"data": {"type": "releases", "id": "1", "attributes": {
              "kind": "\u0065p\/x", "kinds": [ "album",  "e\u0070" ], "former": "\u0074"}}}
            """#
        let document = try Document<Release>(parsing: text)
        let release = try #require(document.data)
        release.kind = release.kind
        release.kinds = release.kinds
        release.former = release.former
        #expect(!release.vox.isChanged)
        #expect(try update(release) == #"{"data":{"type":"releases","id":"1"}}"#)
        release.title = "a"
        #expect(
            try update(release)
                == #"{"data":{"type":"releases","id":"1","attributes":{"title":"a"}}}"#)
        #expect(
            try release.attributes.kind.vox.text() == #""\u0065p\/x""#
                && release.attributes.former.vox.text() == #""\u0074""#)
    }

    @Test("MW-129 Merging a response keeps edits of unknown values, and takes over new ones.")
    func merging() throws {
        let mine: Resource<Release> = try release(#"{"kind":"ep","kinds":["ep"],"title":"a"}"#)
        mine.kinds?.append(.known(.album))
        let response: Resource<Release> = try release(
            #"{"kind":"mixtape","kinds":["ep","demo"],"title":"b"}"#)
        try mine.vox.merge(response)
        #expect(mine.kind == .unknown("mixtape") && mine.title == "b")
        #expect(mine.kinds == [.unknown("ep"), .known(.album)])
        #expect(
            try update(mine)
                == #"{"data":{"type":"releases","id":"1","attributes":{"kinds":["ep","album"]}}}"#)
        try mine.vox.revert()
        #expect(mine.kinds == [.unknown("ep"), .unknown("demo")])
    }

    @Test("MW-129 Codable models keep unknown values, and write only what they changed.")
    func models() throws {
        let release: Resource<Release> = try release(
            #"{"kind":"ep","kinds":["album","ep"],"title":"a"}"#)
        var model = try ReleaseModel(release)
        #expect(
            model
                == ReleaseModel(
                    id: "1", kind: .unknown("ep"), kinds: [.known(.album), .unknown("ep")],
                    title: "a"))
        try model.write(to: release)
        #expect(!release.vox.isChanged)
        model.kinds.append(.known(.single))
        try model.write(to: release)
        #expect(
            try update(release)
                == #"{"data":{"type":"releases","id":"1","attributes":{"kinds":["album","ep","single"]}}}"#
        )
        let wrong: Resource<Release> = try self.release(#"{"kind":"ep","kinds":["album",[]]}"#)
        let error = #expect(throws: JSONError.self) { try wrong.vox.decode(ReleaseModel.self) }
        #expect(error?.pointer == "/data/attributes/kinds/1" && error?.code == .wrongKind)
    }

    // MARK: Closed enumerations

    @Test("MW-129 A list has its known elements, and JSON has all; a note says what was new.")
    func lists() throws {
        let attributes = #"""
            {"kind":"ep","kinds":["ep","album","tape","live"],"former":"ep","more":["ep"],
             "needed":["single","ep"],"all":["live","ep","live"],"title":"a"}
            """#
        let release: Resource<Closed> = try release(attributes)
        #expect(release.kinds == [.album, .live] && release.more == [])
        #expect(try release.needed == [.single] && release.all == [.live])
        let pointers = ["kinds/0", "kinds/2", "more/0", "needed/1", "all/1"]
        #expect(notes(release) == pointers.map { "/data/attributes/" + $0 })
        #expect(release.vox.failures.allSatisfy { $0.kind == .read && $0.error.isUnknownValue })
        // A single value is nil, or the default, and noted: a closed enumeration has no other way.
        #expect(release.kind == nil && release.former == .album)
        #expect(notes(release).suffix(2) == ["/data/attributes/kind", "/data/attributes/former"])
        #expect(try release.vox.value(\.kinds) == [.album, .live])
        #expect(release.vox.failures.count == 7)
        #expect(try release.attributes.vox.text() == attributes)
        #expect(try update(release) == #"{"data":{"type":"releases","id":"1"}}"#)
    }

    @Test("MW-129 An unknown element of a required list does not refuse a document.")
    func required() throws {
        let text = #"{"data":[{"type":"releases","id":"1","attributes":{"needed":["ep","live"]}}]}"#
        let options = DocumentOptions(checksRequired: true)
        let document = try Document<[Closed]>(parsing: text, options: options)
        #expect(try document.data[0].needed == [.live])
    }

    @Test("MW-129 An edit through the typed list loses no unknown element: it is refused.")
    func editing() throws {
        let release: Resource<Closed> = try release(
            #"{"kinds":["album","ep"],"more":["tape"],"all":["ep"],"title":"a"}"#)
        release.kinds?.append(.live)
        release.more = [.single]
        release.all = [.live]
        let writes = release.vox.failures.filter { $0.kind == .write }.map(\.error)
        #expect(
            writes.map(\.pointer) == [
                "/data/attributes/kinds/1", "/data/attributes/more/0", "/data/attributes/all/0",
            ])
        #expect(writes.first?.description.hasPrefix("Closed.kinds: ") == true)
        #expect(throws: DocumentError.self) { try release.updateDocument() }
        #expect(
            release.kinds == [.album]
                && release.attributes.kinds.vox.source.map { $0.count } == 14)
        release.vox.failure = nil
        #expect(!release.vox.isChanged)

        // Known elements that were not changed are no edit, and another edit is sent.
        release.kinds = release.kinds
        release.title = "b"
        #expect(
            try update(release)
                == #"{"data":{"type":"releases","id":"1","attributes":{"title":"b"}}}"#)
        // The program says that it replaces the list.
        try release.vox.set(\.kinds, to: [.live])
        release.more = [.live, .single]
        #expect(release.vox.failures.firstWrite?.pointer == "/data/attributes/more/0")
        release.vox.failure = nil
        try release.vox.set(\.all, to: [.live])
        try release.vox.remove(\.more)
        release.kinds?.append(.album)
        #expect(
            try release.attributes.vox.text()
                == #"{"kinds":["live","album"],"all":["live"],"title":"b"}"#)
    }

    @Test("MW-129 Untyped writes by name are refused as well, and null and removal are not.")
    func byName() throws {
        let release: Resource<Closed> = try release(#"{"kinds":["ep"],"all":["ep"]}"#)
        release["kinds"] = [ReleaseKind.album]
        #expect(release.vox.failures.firstWrite?.pointer == "/data/attributes/kinds/0")
        release.vox.failure = nil
        release.kinds = .null
        release.all = nil
        #expect(try release.attributes.vox.text() == #"{"kinds":null}"#)
        #expect(release.vox.failures.firstWrite == nil)
    }

    @Test("MW-129 A model that writes back what it read does not refuse the update.")
    func closedModels() throws {
        let release: Resource<Closed> = try release(#"{"kinds":["album","ep"],"title":"a"}"#)
        var model = ClosedModel(release)
        model.title = "b"
        model.write(to: release)
        #expect(
            try update(release)
                == #"{"data":{"type":"releases","id":"1","attributes":{"title":"b"}}}"#)
        model.kinds?.append(.live)
        #expect(throws: (any Error).self) {
            model.write(to: release)
            _ = try release.updateDocument()
        }
    }

    @Test("MW-129 A frozen document gives the same list in each thread.")
    func frozen() async throws {
        let text = #"{"data":{"type":"releases","id":"1","attributes":{"kinds":["ep","live"]}}}"#
        let frozen = try Document<Closed>(parsing: text).frozen()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let document = frozen.document
                    guard let release = document.data else { return false }
                    return release.kinds == [.live]
                        && document.vox.failures.map(\.error.pointer)
                            == ["/data/attributes/kinds/0"]
                }
            }
            for try await isSame in group { #expect(isSame) }
        }
    }

    // MARK: Wrong elements

    @Test("MW-129 A wrong element of a list is told by its index.")
    func wrongElements() throws {
        let release: Resource<Closed> = try release(
            #"{"tags":["a","b","c",4],"kinds":["ep",null],"all":["live",{}]}"#)
        #expect(release.tags == nil && release.kinds == nil && release.all == nil)
        let pointers = ["tags/3", "kinds/0", "kinds/1", "all/1"]
        #expect(notes(release) == pointers.map { "/data/attributes/" + $0 })
        #expect(release.vox.failures.map(\.error.isUnknownValue) == [false, true, false, false])
        let error = #expect(throws: JSONError.self) { try release.vox.value(\.tags) }
        #expect(
            error?.description
                == #"Closed.tags: expected a string, found a number: 4 (at "/data/attributes/tags/3")"#
        )
    }

    @Test("MW-129 A strict transform of a list refuses an unknown value, and tells its index.")
    func transforms() throws {
        struct Strict: ResourceSchema {
            static let type = "releases"
            let kinds = Attribute<JSONValue>("kinds").transformed(by: .value([ReleaseKind].self))
            let each = Attribute<JSONValue>("each").transformed(
                by: .list(of: .value(ReleaseKind.self)))
        }
        let release: Resource<Strict> = try release(
            #"{"kinds":["album","ep"],"each":["live","ep"]}"#)
        #expect(release.kinds == nil && release.each == nil)
        #expect(notes(release) == ["/data/attributes/kinds/1", "/data/attributes/each/1"])
    }
}
