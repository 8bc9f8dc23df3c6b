// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Synchronization
import Testing
import VoxSQL

/// A service on a database gives the same documents as a service in memory.
@Suite("A service on a database")
struct ServiceTests {
    private static func document(_ type: String, _ id: String?, _ rest: String) -> String {
        #"{"data":{"type":"\#(type)",\#(id.map { #""id":"\#($0)","# } ?? "")\#(rest)}}"#
    }

    private static func link(_ type: String, _ id: String) -> String {
        #"{"data":{"type":"\#(type)","id":"\#(id)"}}"#
    }

    /// Requests in order. Each is made of both services.
    private static let requests: [(HTTPRequest.Method, String, String?)] = [
        (
            .post, "/artists",
            document("artists", "a", #""attributes":{"name":"Ann","founded":1990}"#)
        ),
        (
            .post, "/artists",
            document(
                "artists", "b",
                #""attributes":{"name":"Bob","founded":null},"relationships":{"rival":\#(link("artists", "a"))}"#
            )
        ),
        (.post, "/artists", document("artists", "a", #""attributes":{"name":"Cid"}"#)),
        (.post, "/genres", document("genres", "g", #""attributes":{"name":"Folk"}"#)),
        (
            .post, "/albums",
            document(
                "albums", "1",
                #""attributes":{"title":"One","year":1999,"live":true,"rating":4.5,"released":"2024-01-01T00:00:00Z","extra":{"a":[1,2]},"shout":null},"relationships":{"artist":\#(link("artists", "a")),"genres":{"data":[{"type":"genres","id":"g"}]}}"#
            )
        ),
        (
            .post, "/albums",
            document(
                "albums", "1",
                #""attributes":{"title":"One","year":1999,"live":true,"rating":4.5,"released":"2024-01-01T00:00:00Z","extra":{"a":[1,2]}},"relationships":{"artist":\#(link("artists", "a")),"genres":{"data":[{"type":"genres","id":"g"}]}}"#
            )
        ),
        (
            .post, "/albums",
            document(
                "albums", "2",
                #""attributes":{"title":"Two","year":null,"live":false,"rating":null,"released":null,"extra":null},"relationships":{"artist":\#(link("artists", "b"))}"#
            )
        ),
        (.get, "/albums/1", nil), (.get, "/albums/none", nil), (.get, "/albums", nil),
        (.get, "/albums/1?include=artist.rival,genres", nil),
        (.get, "/albums?include=artist,genres&fields[artists]=name&sort=-year", nil),
        (.get, "/albums?filter[year][gt]=1990", nil),
        (.get, "/albums?filter[artist.name]=Bob", nil),
        (.get, "/albums?filter[live]=true,false&page[size]=1&page[number]=2", nil),
        (.get, "/albums?page[size]=1&page[number]=9", nil),
        (.get, "/albums?page[size]=1&sort=title", nil), (.get, "/albums?page[after]=nonsense", nil),
        (.get, "/albums?sort=nonsense", nil), (.get, "/albums?filter[nonsense]=1", nil),
        (.get, "/albums/1/artist", nil), (.get, "/albums/1/genres", nil),
        (.get, "/albums/1/relationships/genres", nil),
        (.get, "/albums/2/relationships/genres", nil),
        (.patch, "/albums/2", document("albums", "2", #""attributes":{"title":"Three"}"#)),
        (.patch, "/albums/2", document("albums", "2", #""attributes":{"shout":"x"}"#)),
        (.patch, "/albums/9", document("albums", "9", #""attributes":{"title":"Three"}"#)),
        (.post, "/albums/2/relationships/genres", #"{"data":[{"type":"genres","id":"g"}]}"#),
        (.post, "/albums/2/relationships/genres", #"{"data":[{"type":"genres","id":"no"}]}"#),
        (.delete, "/albums/1/relationships/genres", #"{"data":[{"type":"genres","id":"g"}]}"#),
        (.patch, "/albums/2/relationships/artist", #"{"data":null}"#),
        (.get, "/albums/2?include=artist,genres", nil), (.delete, "/artists/a", nil),
        (.get, "/albums/1?include=artist", nil), (.get, "/artists/b", nil),
        (.delete, "/artists/a", nil), (.delete, "/genres/g", nil), (.get, "/albums/2", nil),
    ]

    @Test("The same requests, the same documents", arguments: TestDatabase.all)
    func documents(on kind: TestDatabase) async throws {
        // Without what the store in memory does not derive: the other sides of foreign keys and
        // join tables, and computed attributes.
        let types = [
            SQLType(
                "albums", table: "album", key: .text("id"),
                attributes: [
                    "title": .text("title"), "year": .integer("year"), "live": .boolean("live"),
                    "rating": .real("rating"), "released": .date("released"),
                    "extra": .json("extra"),
                ],
                relationships: [
                    "artist": .toOne("artists", column: "artist_id"),
                    "genres": .toMany(
                        "genres", through: "album_genre", owner: "album", target: "genre"),
                ], version: "version"),
            SQLType(
                "artists", table: "artist", key: .text("id"),
                attributes: ["name": .text("name"), "founded": .integer("founded")],
                relationships: ["rival": .toOne("artists", column: "rival_id")], version: "version"),
            SQLType(
                "genres", table: "genre", key: .text("code"), attributes: ["name": .text("name")]),
        ]
        var albums = ServedType(
            "albums", attributes: ["title", "year", "live", "rating", "released", "extra"],
            toOne: ["artist": "artists"], toMany: ["genres": "genres"])
        albums.required = ["title"]
        let served = [
            albums,
            ServedType("artists", attributes: ["name", "founded"], toOne: ["rival": "artists"]),
            ServedType("genres", attributes: ["name"]),
        ]
        try await kind.withStore(types) { store, _ in
            let services = [
                ResourceService(served, store: store),
                ResourceService(served, store: LinklessStore(memory: MemoryStore())),
            ]
            for (method, target, body) in Self.requests {
                var replies: [String] = []
                for service in services {
                    replies.append(try await service.reply(method, target, body))
                }
                #expect(replies[0] == replies[1], "\(method) \(target) \(body ?? "")")
            }
        }
    }

    @Test(
        "The cost of a request in statements does not depend on the number of resources",
        arguments: TestDatabase.all)
    func statements(on kind: TestDatabase) async throws {
        let log = StatementLog()
        try await kind.with(trace: { log.add($0) }) { database in
            let store = try SQLStore(database, Catalogue.all)
            try await store.createTables()
            for number in 0..<30 {
                _ = try await store.insert(
                    type: "artists", id: "a\(number)",
                    with: ResourceChange(attributes: ["name": .string("Artist \(number)")]))
                _ = try await store.insert(
                    type: "albums", id: "\(number)",
                    with: ResourceChange(
                        attributes: ["title": "x"],
                        relationships: [
                            "artist": .replace(.one(.init(type: "artists", id: "a\(number)")))
                        ]))
            }
            let service = ResourceService(Catalogue.served, store: store)
            for (target, count) in [
                // A page and the total.
                ("/albums?page[size]=2", 2), ("/albums?page[size]=30", 2), ("/tracks", 2),
                ("/albums/1", 1),
                // And the artists.
                ("/albums?page[size]=30&include=artist", 3),
                // And the genres.
                ("/albums?page[size]=30&include=genres", 3),
                ("/albums?page[size]=2&include=artist.rival,genres", 4),
                ("/albums?page[size]=30&include=artist.rival,genres", 4),
                (
                    "/albums?include=artist&filter[artist.name][contains]=1&filter[title]=x&sort=-year,title",
                    3
                ),
                // The owner, the total and the page.
                ("/artists/a1/albums", 3), ("/albums/1/artist", 2),
                ("/albums/1?include=artist", 2), ("/albums/1/relationships/genres", 4),
            ] {
                log.clear()
                #expect(try await service.reply(.get, target, nil).hasPrefix("200"))
                let read = log.statements.filter {
                    $0.hasPrefix("SELECT") || $0.hasPrefix("WITH")
                }
                #expect(read.count == count, "\(target): \(read)")
            }
            // Only the columns that are needed are read.
            log.clear()
            _ = try await service.reply(.get, "/albums/1?fields[albums]=title", nil)
            let read = log.statements.filter { $0.hasPrefix("SELECT") }
            #expect(read.count == 1)
            // A key of another program may be a blob, which no id has.
            let id =
                kind == .sqlite
                ? #"CASE WHEN typeof("t"."id") = 'blob' THEN 0.5 ELSE "t"."id" END"# : #""t"."id""#
            let columns = #"SELECT \#(id), "t"."version", "t"."title" FROM "album" AS "t" WHERE"#
            #expect(read.first?.hasPrefix(columns) == true, "\(read)")
        }
    }
}

/// A store in memory that leaves out the linkage of to-many relationships as a `SQLStore` does.
private struct LinklessStore: ResourceStore {
    let memory: MemoryStore

    var supportsKeysets: Bool { true }

    private func without(_ resource: StoredResource, _ fields: ResourceSelection.Fields)
        -> StoredResource
    {
        var resource = resource
        for (name, linkage) in resource.relationships {
            if case .many = linkage, !fields.needsLinkage(of: name, in: resource.type) {
                resource.relationships[name] = nil
            }
        }
        return resource
    }

    func list(_ selection: ResourceSelection) async throws -> ResourceSelection.Slice {
        var slice = memory.list(selection)
        slice.resources = slice.resources.map { without($0, selection.fields) }
        return slice
    }

    func resources(
        _ identifiers: [StoredResource.Identifier], fields: ResourceSelection.Fields
    ) async throws -> [StoredResource] {
        try await memory.resources(identifiers, fields: fields).map { without($0, fields) }
    }

    func related(
        _ name: String, of owners: [StoredResource.Identifier], _ selection: ResourceSelection
    ) async throws -> [StoredResource.Identifier: ResourceSelection.Slice] {
        try await memory.related(name, of: owners, selection)
    }

    func insert(
        type: String, id: String?, with content: ResourceChange
    ) async throws -> StoredResource {
        without(try memory.insert(type: type, id: id, with: content), ResourceSelection.Fields())
    }

    func update(
        _ identifier: StoredResource.Identifier, with change: ResourceChange, ifVersion: Int?
    ) async throws -> StoredResource {
        without(
            try memory.update(identifier, with: change, ifVersion: ifVersion),
            ResourceSelection.Fields())
    }

    func delete(_ identifier: StoredResource.Identifier, ifVersion: Int?) async throws {
        try memory.delete(identifier, ifVersion: ifVersion)
    }
}

/// The statements that a database executed.
final class StatementLog: Sendable {
    private let list = Mutex<[String]>([])

    var statements: [String] { list.withLock { $0 } }

    func add(_ statement: String) { list.withLock { $0.append(statement) } }

    func clear() { list.withLock { $0 = [] } }
}

#endif
