// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Testing
import Vox
import VoxServer
import VoxTestSupport

/// A service refuses what its schemas do not allow, before validation and store.
@Suite("Writes are checked against the schema")
struct SchemaCheckTests {
    enum Medium: String, JSONConvertible { case vinyl, tape }

    struct Place: ObjectSchema {
        let street = Attribute<String>("street").required()
        let number = Attribute<Int>("number")
    }

    struct Album: ResourceSchema {
        static let type = "albums"
        let title = Attribute<String>("title").required()
        let year = Attribute<Int8>("year")
        let code = Attribute<String>("code").writeOnce()
        let plays = Attribute<Int>("plays").readOnly()
        let released = Attribute<Date>("released")
        let site = Attribute<URL>("site")
        let medium = Attribute<Medium>("medium")
        let media = Attribute<[Medium]>("media")
        let ratings = Attribute<[Int]>("ratings")
        let label = Attribute<String?>("label").required()
        let seconds = Attribute<Int>("seconds")
            .transformed(to: { Duration.seconds($0) }, from: { Int($0.components.seconds) })
        let place = Attribute<TypedObject<Place>>("place")
        let places = Attribute<[TypedObject<Place>]>("places")
        let city = Attribute<String>(at: "address.city")
        let zip = Attribute<Int>(at: "address.zip")
        let loves = Attribute<Int>("loves").defaulting(to: 0)
        let shown = Attribute<String>("display_name").written(as: "name")
        let artist = ToOne<Artist>("artist").required()
        let owner = ToOne<Owner>("owner")
        let owners = ToMany<Owner>("owners")
        let tracks = ToMany<Track>("tracks").required()
        let anything = ToOne<AnyResource>("anything")
    }
    struct Artist: ResourceSchema { static let type = "artists" }
    struct Track: ResourceSchema { static let type = "tracks" }
    struct Person: ResourceSchema { static let type = "people" }

    enum Owner: ResourceUnion {
        case artist(Resource<Artist>)
        case person(Resource<Person>)
        case unknown(Resource<AnyResource>)
        init(_ resource: Resource<AnyResource>) {
            self =
                resource.as(Artist.self).map(Owner.artist)
                ?? resource.as(Person.self).map(Owner.person) ?? .unknown(resource)
        }
    }

    private let store = HookedStore(
        MemoryStore([
            StoredResource(
                type: "albums", id: "1",
                attributes: ["title": "One", "label": nil, "code": "a", "year": 1],
                relationships: [
                    "artist": .one(.init(type: "artists", id: "1")), "tracks": .many([]),
                    "owner": .one(nil), "owners": .many([]), "anything": .one(nil),
                ]),
            StoredResource(type: "artists", id: "1"), StoredResource(type: "tracks", id: "1"),
            StoredResource(type: "people", id: "1"),
        ]))

    private var service: ResourceService { service { _ in } }

    private func service(_ change: (inout ServedType) -> Void) -> ResourceService {
        var albums = ServedType(Album.self)
        change(&albums)
        let others = [ServedType(Artist.self), ServedType(Track.self), ServedType(Person.self)]
        return Atomic.service(store, types: [albums] + others)
    }

    /// A whole album with other attributes and relationships.
    private func new(_ attributes: String = "", _ relationships: String = "") -> String {
        #"""
        {"data":{"type":"albums","attributes":{"title":"New","label":null\#(attributes)},
         "relationships":{"artist":{"data":{"type":"artists","id":"1"}},"tracks":{"data":[]}
         \#(relationships)}}}
        """#
    }

    private func patch(_ attributes: String, _ relationships: String = "") -> String {
        #"""
        {"data":{"type":"albums","id":"1","attributes":{\#(attributes)},
         "relationships":{\#(relationships)}}}
        """#
    }

    /// Expects the pointers of the errors, and that the store was not asked to write, or so often.
    private func expect(
        _ status: Int, _ pointers: [String], _ reply: Reply, _ comment: Comment, attempts: Int = 0
    ) {
        #expect(reply.status == status, comment)
        let found = reply.json.errors.vox.elements.map { $0.namedPointer ?? "" }
        #expect(found == pointers, comment)
        if status >= 300 { #expect(store.attempts == attempts, comment) }
    }

    // MARK: Attributes

    @Test(
        "A value of the wrong kind or format is refused with the words of the view",
        arguments: [
            (#""year":"many""#, "/year"), (#""year":1.5"#, "/year"), (#""year":300"#, "/year"),
            (#""year":[]"#, "/year"), (#""released":"yesterday""#, "/released"),
            (#""released":true"#, "/released"), (#""site":3"#, "/site"),
            (#""medium":"wax""#, "/medium"), (#""medium":7"#, "/medium"),
            (#""ratings":3"#, "/ratings"), (#""seconds":"long""#, "/seconds"),
            (#""place":"here""#, "/place"), (#""loves":"no""#, "/loves"),
            (#""name":4"#, "/name"), (#""display_name":4"#, "/display_name"),
        ])
    func wrongValues(attributes: String, pointer: String) async throws {
        let name = String(pointer.dropFirst())
        for (method, target, document) in [
            (HTTPRequest.Method.post, "/albums", new("," + attributes)),
            (.patch, "/albums/1", patch(attributes)),
        ] {
            let reply = try await service.send(method, target, document)
            expect(422, ["/data/attributes" + pointer], reply, "\(attributes)")
            let album = try #require(try Document<Album>(parsing: document).data)
            let detail: String? = reply.json.errors[0].detail
            #expect(detail == Self.message(reading: name, of: album), "\(attributes)")
            #expect(reply.json.errors[0].title == "Unprocessable Content")
        }
        #expect(store.base.resources(of: "albums").count == 1)
    }

    /// The message of the error that the view throws.
    private static func message(reading name: String, of album: Resource<Album>) -> String? {
        do throws(JSONError) {
            switch name {
            case "year": _ = try album.vox.value(\.year)
            case "released": _ = try album.vox.value(\.released)
            case "site": _ = try album.vox.value(\.site)
            case "medium": _ = try album.vox.value(\.medium)
            case "ratings": _ = try album.vox.value(\.ratings)
            case "seconds": _ = try album.vox.value(\.seconds)
            case "place": _ = try album.vox.value(\.place)
            case "loves": _ = try album.vox.value(\.loves)
            case "title": _ = try album.vox.value(\.title)
            default: return "expected a string, found a number"
            }
            return nil
        } catch {
            return error.message
        }
    }

    @Test("Every part of a list and of a nested object is checked")
    func parts() async throws {
        let reply = try await service.send(
            .post, "/albums",
            new(
                #"""
                ,"ratings":[1,"two",3,null],"media":["vinyl","wax","tape",4],
                "place":{"number":"x","strete":"A"},
                "places":[{"street":"A"},{"street":null},3,{"street":"B","number":1.5}],
                "address":{"city":5,"zip":"x","other":true}
                """#))
        expect(
            422,
            [
                "media/1", "media/3", "ratings/1", "ratings/3", "place/street", "place/number",
                "place/strete", "places/1/street", "places/2", "places/3/number", "address/city",
                "address/zip",
            ].map { "/data/attributes/" + $0 }, reply, "parts")
        let outer = try await service.send(.post, "/albums", new(#","address":"here""#))
        expect(422, ["/data/attributes/address"], outer, "an object on the path is a string")
        let right = new(
            #"""
            ,"ratings":[1,2],"media":["vinyl"],"place":{"street":"A","@note":1},"places":[],
            "address":{"city":"B","other":true},"released":"2026-01-02T03:04:05Z",
            "site":"https://a.example","medium":"tape","seconds":4,"year":null,"@context":{}
            """#)
        #expect(try await service.send(.post, "/albums", right).status == 201)
    }

    @Test("A required field is missing, null, or removed")
    func required() async throws {
        let empty = #"{"data":{"type":"albums"}}"#
        let reply = try await service.send(.post, "/albums", empty)
        let relationships = ["artist", "tracks"].map { "/data/relationships/\($0)/data" }
        expect(
            422, ["/data/attributes/title", "/data/attributes/label"] + relationships, reply, "new")
        let details = reply.json.errors.vox.elements.map { String($0.detail) ?? "" }
        #expect(
            details == [
                #"the attribute "title" is required"#, #"the attribute "label" is required"#,
                #"the relationship "artist" is required"#,
                #"the relationship "tracks" is required"#,
            ])
        #expect(reply.json.errors[0].code == "missing")
        let nested = try await service.send(.post, "/albums", new(#","place":{}"#))
        #expect(nested.json.errors[0].detail == #"the member "street" is required"#)
        let operations = Atomic.service(store.base, types: Array(service.types.values))
        let atomic = try await operations.operate(#"{"op":"remove","ref":{"id":"1"}}"#)
        #expect(atomic.json.errors[0].detail == "the type is required")

        let null = try await service.send(
            .patch, "/albums/1",
            patch(
                #""title":null,"label":null"#,
                #""artist":{"data":null},"owner":{"data":null},"tracks":{"data":[]}"#))
        expect(
            422, ["/data/attributes/title", "/data/relationships/artist/data"], null,
            "an optional label can be null")
        #expect(
            null.json.errors[0].detail == #"the attribute "title" is required, but it is null"#)
        let linkage = try await service.send(
            .patch, "/albums/1/relationships/artist", #"{"data":null}"#)
        expect(422, ["/data"], linkage, "linkage")
        let kept = try await service.send(.patch, "/albums/1", patch(#""year":2"#))
        #expect(kept.status == 200)
    }

    @Test("Names of fields that a type without a schema requires")
    func requiredWithoutSchema() async throws {
        var notes = ServedType("notes", attributes: ["text", "at"], toOne: ["author": "people"])
        notes.required = ["text", "author"]
        notes.writeOnce = ["at"]
        let service = ResourceService([notes, ServedType("people")], store: store)
        let reply = try await service.send(
            .post, "/notes", #"{"data":{"type":"notes","attributes":{"at":1}}}"#)
        expect(
            422, ["/data/attributes/text", "/data/relationships/author/data"], reply, "missing")
        #expect(reply.json.errors[0].detail == #"the attribute "text" is required"#)
        let null = try await service.send(
            .post, "/notes",
            #"""
            {"data":{"type":"notes","attributes":{"text":null},
             "relationships":{"author":{"data":{"type":"people","id":"1"}}}}}
            """#)
        expect(422, ["/data/attributes/text"], null, "null")
    }

    @Test("A write-once attribute keeps its value, and a read-only one is the server's")
    func access() async throws {
        let changed = try await service.send(
            .patch, "/albums/1", patch(#""code":"b","plays":1"#))
        expect(
            403, ["/data/attributes/plays", "/data/attributes/code"], changed, "both are refused")
        let removed = try await service.send(.patch, "/albums/1", patch(#""code":null"#))
        expect(403, ["/data/attributes/code"], removed, "null is another value")
        let same = try await service.send(.patch, "/albums/1", patch(#""code":"a","year":3"#))
        #expect(same.status == 200)
        #expect(try await service.send(.post, "/albums", new(#","code":"c""#)).status == 201)
        // Only a new album can get a code.
        let made = try await service.send(.post, "/albums", new())
        let id: String = try #require(made.json.data.id)
        let late = try await service.send(
            .patch, "/albums/\(id)",
            #"{"data":{"type":"albums","id":"\#(id)","attributes":{"code":"d"}}}"#)
        #expect(late.status == 403)
    }

    @Test("A name that the schema does not have is refused, byte by byte")
    func unknownNames() async throws {
        let reply = try await service.send(
            .post, "/albums",
            new(#","genre":1,"Year":2"#, #","fans":{"data":[]},"labels":{"data":null}"#))
        expect(
            422,
            [
                "/data/attributes/genre", "/data/attributes/Year", "/data/relationships/fans",
                "/data/relationships/labels",
            ], reply, "unknown")
        var words = ServedType("words", attributes: ["caf\u{E9}"])
        words.relationships["\u{E9}"] = .init(isMany: false, target: nil)
        let service = ResourceService([words], store: store)
        let other = try await service.send(
            .post, "/words",
            "{\"data\":{\"type\":\"words\",\"attributes\":{\"cafe\u{301}\":1},\"relationships\":{\"e\u{301}\":{\"data\":null}}}}"
        )
        expect(
            422,
            ["/data/attributes/cafe\u{301}", "/data/relationships/e\u{301}"], other, "bytes")
    }

    @Test("A type that allows all attributes checks those that its schema has")
    func additional() async throws {
        let open = service { $0.attributes = nil }
        let reply = try await open.send(
            .post, "/albums", new(#","genre":1,"year":"x","place":{"street":"A","floor":2}"#))
        expect(422, ["/data/attributes/year"], reply, "known attributes are checked")
        let right = new(#","genre":1,"place":{"street":"A","floor":2}"#)
        #expect(try await open.send(.post, "/albums", right).status == 201)
        let free = ResourceService([ServedType("albums")], store: store.base)
        #expect(try await free.send(.patch, "/albums/1", patch(#""year":"many""#)).status == 200)
    }

    // MARK: Relationships

    @Test("Linkage of the wrong kind or with a target of the wrong type is refused")
    func relationships() async throws {
        let people = #"{"type":"people","id":"1"}"#
        let tracks = #"{"type":"tracks","id":"1"}"#
        let reply = try await service.send(
            .post, "/albums",
            new(
                "",
                #"""
                ,"owner":{"data":\#(tracks)},"owners":{"data":[\#(people),\#(tracks)]},
                "anything":{"data":[]}
                """#))
        expect(
            422,
            ["owner/data/type", "owners/data/1/type", "anything/data"].map {
                "/data/relationships/" + $0
            }, reply, "targets")
        #expect(
            reply.json.errors[0].detail
                == #"expected a resource of type "artists" or "people", found one of type "tracks""#
        )
        let right = new(
            "",
            #"""
            ,"owner":{"data":\#(people)},"owners":{"data":[\#(people),{"type":"artists","id":"1"}]},
            "anything":{"data":\#(tracks)}
            """#)
        #expect(try await service.send(.post, "/albums", right).status == 201)
    }

    @Test(
        "The linkage of a relationship is checked at its own address",
        arguments: [
            (HTTPRequest.Method.patch, "artist", #"{"type":"people","id":"1"}"#, "/data/type"),
            (.patch, "artist", "[]", "/data"), (.patch, "tracks", "null", "/data"),
            (.post, "tracks", #"[{"type":"people","id":"1"}]"#, "/data/0/type"),
            (.delete, "tracks", #"[{"type":"people","id":"1"}]"#, "/data/0/type"),
            (
                .post, "owners", #"[{"type":"people","id":"1"},{"type":"x","id":"1"}]"#,
                "/data/1/type"
            ),
        ])
    func linkage(
        method: HTTPRequest.Method, name: String, data: String, pointer: String
    ) async throws {
        let reply = try await service.send(
            method, "/albums/1/relationships/\(name)", #"{"data":\#(data)}"#)
        expect(422, [pointer], reply, "\(name)")
    }

    @Test("A union accepts the served types that have a case of their own")
    func unions() {
        let relationship = service.types["albums"]?.relationships["owner"]
        #expect(relationship?.targets == ["artists", "people"])
        #expect(relationship?.target == nil)
        #expect(service.types["albums"]?.relationships["anything"]?.targets == nil)
        let few = ResourceService([ServedType(Album.self), ServedType(Artist.self)], store: store)
        #expect(few.types["albums"]?.relationships["owner"]?.targets == ["artists"])
        let own = service { $0.relationships["owner"]?.targets = ["tracks"] }
        #expect(own.types["albums"]?.relationships["owner"]?.targets == ["tracks"])
    }

    @Test("An include path behind several types is one that one of them has")
    func includes() async throws {
        #expect(try await service.send(.get, "/albums?include=owner.nothing").status == 400)
        #expect(try await service.send(.get, "/albums?include=anything.nothing").status == 400)
        #expect(try await service.send(.get, "/albums?include=anything.owner").status == 200)
    }

    // MARK: All at once

    @Test("All faults are in one response, of single requests and of operations")
    func allFaults() async throws {
        let data = #"""
            {"type":"albums","id":"..","attributes":{"year":"x","plays":1,"genre":2},
             "relationships":{"artist":{"data":null},"tracks":{"data":[{"type":"people","id":"1"}]}}}
            """#
        let pointers = [
            "/data/id", "/data/attributes/plays", "/data/attributes/genre",
            "/data/attributes/title",
            "/data/attributes/year", "/data/attributes/label", "/data/relationships/artist/data",
            "/data/relationships/tracks/data/0/type",
        ]
        let single = try await service.send(.post, "/albums", #"{"data":\#(data)}"#)
        expect(400, pointers, single, "the statuses differ")
        let statuses = single.json.errors.vox.elements.map { $0.status as String? ?? "" }
        #expect(statuses.filter { $0 == "403" }.count == 1)
        #expect(statuses.filter { $0 == "422" }.count == 7)
        let operations = Atomic.service(store.base, types: Array(service.types.values))
        let atomic = try await operations.operate(#"{"op":"add","data":\#(data)}"#)
        expect(400, pointers.map { "/atomic:operations/0" + $0 }, atomic, "operation")
    }

    @Test("Targets that do not exist are all reported, after the faults by the schema")
    func missingTargets() async throws {
        let gone = #"{"type":"people","id":"9"}"#
        let reply = try await service.send(
            .post, "/albums", new("", #","owner":{"data":\#(gone)},"owners":{"data":[\#(gone)]}"#))
        expect(
            404, ["/data/relationships/owner/data", "/data/relationships/owners/data/0"], reply,
            "missing; the store found out", attempts: 1)
        let checked = service { $0.validate = { _ in [APIError(status: 422, title: "Never")] } }
        let same = try await checked.send(
            .post, "/albums", new("", #","owners":{"data":[\#(gone)]}"#))
        expect(
            404, ["/data/relationships/owners/data/0"], same, "before validation", attempts: 1)
    }

    @Test("A fault of the schema comes before validation, and after preconditions")
    func order() async throws {
        let checked = service { $0.validate = { _ in [APIError(status: 422, title: "Never")] } }
        let reply = try await checked.send(.patch, "/albums/1", patch(#""year":"x""#))
        expect(422, ["/data/attributes/year"], reply, "the schema first")
        let tagged = try await checked.send(
            .patch, "/albums/1", patch(#""year":"x""#),
            [.contentType: "application/vnd.api+json", .ifMatch: #""0-0""#])
        #expect(tagged.status == 412)
        #expect(try await checked.send(.patch, "/albums/9", patch("")).status == 404)
    }

    /// Hostile documents that grow with the scale: attributes and relationships.
    private static func attacks(_ scale: Int) -> [(String, String)] {
        let list = Array(repeating: "\"x\"", count: 50_000 * scale).joined(separator: ",")
        let unknown = (0..<5_000 * scale).map { "\"x\($0)\":1" }.joined(separator: ",")
        let linkage = Array(repeating: #"{"type":"x","id":"1"}"#, count: 7_500 * scale)
            .joined(separator: ",")
        return [
            (#","ratings":[\#(list)]"#, ""), ("," + unknown, ""),
            (#","place":{"street":"A",\#(unknown)}"#, ""),
            ("", #","owners":{"data":[\#(linkage)]}"#),
        ]
    }

    @Test("A hostile document has at most 100 errors, and costs what its size says only")
    func hostile() async throws {
        let service = service
        func sending(_ attack: (String, String)) -> @Sendable () async throws -> Void {
            let document = new(attack.0, attack.1)
            return {
                let reply = try await service.send(.post, "/albums", document)
                #expect(reply.status == 422)
                #expect(reply.json.errors.vox.count == 100)
            }
        }
        // Four times the size; were it quadratic, 16 times the cost.
        for (small, large) in zip(Self.attacks(1), Self.attacks(4)) {
            try await expectAwaitedCost(below: 8, times: sending(small), of: sending(large))
        }
        #expect(store.attempts == 0)
    }
}
