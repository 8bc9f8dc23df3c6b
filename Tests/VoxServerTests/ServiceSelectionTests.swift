// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxServer

/// What a service reads for its own checks: no more resources, fields and totals than it needs.
@Suite("What a service selects for itself")
struct ServiceSelectionTests {
    private struct Album: ResourceSchema {
        static let type = "albums"
        let tracks = ToMany<Track>("tracks")
    }
    private struct Track: ResourceSchema {
        static let type = "tracks"
        let album = ToOne<Album>("album").required()
        let next = ToOne<Track>("next")
    }

    private let store: LinklessStore

    init() {
        let album = StoredResource.Identifier(type: "albums", id: "1")
        let tracks = (1...3).map { number in
            StoredResource(
                type: "tracks", id: "\(number)",
                relationships: ["album": .one(album), "next": .one(nil)])
        }
        store = LinklessStore(
            MemoryStore(
                tracks + [
                    StoredResource(
                        type: "albums", id: "1",
                        relationships: ["tracks": .many(tracks.prefix(2).map(\.identifier))])
                ]), inverses: ["tracks": "album"])
    }

    private func service(_ change: (inout ServedType) -> Void = { _ in }) -> ResourceService {
        var tracks = ServedType(Track.self)
        change(&tracks)
        return ResourceService([ServedType(Album.self), tracks], store: store)
    }

    /// The selection that a service makes for itself.
    private func selection(
        of type: String, _ fields: ResourceSelection.Fields, limit: Int = .max,
        where filter: FilterExpression? = nil
    ) -> ResourceSelection {
        var selection = ResourceSelection(type: type)
        selection.isCounted = false
        selection.fields = fields
        selection.limit = limit
        selection.filter = filter
        return selection
    }

    private let none = ResourceSelection.Fields(fields: ["tracks": []])
    private static let edit = #"{"data":[{"type":"tracks","id":"1"},{"type":"tracks","id":"3"}]}"#
    private let kept = FilterExpression.anyOf(["id"], ["1", "3"])

    @Test("One target that must not be removed is enough")
    func requiredTargets() async throws {
        let service = service()
        let edits: [(HTTPRequest.Method, FilterExpression)] = [
            (.patch, .not(kept)), (.delete, kept),
        ]
        for (method, filter) in edits {
            let reply = try await service.send(method, "/albums/1/relationships/tracks", Self.edit)
            #expect(reply.status == 422)
            #expect(
                store.takeSelections() == [
                    selection(of: "tracks", none, limit: 1, where: filter)
                ])
        }
    }

    @Test("The targets that an edit adds and removes are read, and those that it keeps are named")
    func validatedTargets() async throws {
        let service = service { tracks in
            tracks.required = []
            tracks.validate = { write in
                _ = try await write.list(Album.self, limit: 5)
                return []
            }
        }
        let reply = try await service.send(
            .patch, "/albums/1/relationships/tracks", Self.edit)
        #expect(reply.status == 204, "\(reply.json)")
        let selections = store.takeSelections()
        #expect(
            selections.prefix(2) == [
                selection(of: "tracks", ResourceSelection.Fields(), where: .not(kept)),
                selection(of: "tracks", none, where: kept),
            ])
        // The function is called for the target that is removed, and for the one that is added.
        #expect(selections.dropFirst(2).map(\.type) == ["albums", "albums"])
        #expect(selections.dropFirst(2).allSatisfy { $0.limit == 5 && !$0.isCounted })
    }

    @Test("The other side of a to-one relationship is not validated")
    func toOne() async throws {
        let store = LinklessStore(store.base, inverses: ["next": "next"])
        var tracks = ServedType(Track.self)
        tracks.validate = { _ in [] }
        let service = ResourceService([tracks], store: store)
        let next = #"{"data":{"type":"tracks","id":"2"}}"#
        #expect(
            try await service.send(.patch, "/tracks/1/relationships/next", next).status == 200)
        #expect(store.takeSelections() == [])
    }

    @Test("One resource that requires a target is enough to refuse the deletion of the target")
    func dependents() async throws {
        let track = ResourceSelection.Fields(fields: ["tracks": ["album"]])
        let album = FilterExpression.comparison(["album", "id"], .equal, "1")
        #expect(try await service().send(.delete, "/albums/1").status == 409)
        #expect(
            store.takeSelections() == [selection(of: "tracks", track, limit: 1, where: album)])
    }

    @Test("A required target of several types is looked for by its type and its id")
    func dependentsOfSeveralTypes() async throws {
        let several = service {
            $0.relationships["album"] = .init(isMany: false, targets: ["albums", "tracks"])
        }
        #expect(try await several.send(.delete, "/albums/1").status == 409)
        #expect(
            store.takeSelections() == [
                selection(
                    of: "tracks", ResourceSelection.Fields(fields: ["tracks": ["album"]]), limit: 1,
                    where: .and([
                        .anyOf(["album", "type"], ["albums"]),
                        .comparison(["album", "id"], .equal, "1"),
                    ]))
            ])
    }

    @Test("A resource that is its own target does not keep itself")
    func ownTarget() async throws {
        let linked = service { $0.required = ["next"] }
        #expect(try await linked.send(.delete, "/tracks/3").status == 204)
        let next = FilterExpression.comparison(["next", "id"], .equal, "3")
        #expect(
            store.takeSelections() == [
                selection(
                    of: "tracks", ResourceSelection.Fields(fields: ["tracks": ["next"]]), limit: 1,
                    where: .and([next, .not(.comparison(["id"], .equal, "3"))]))
            ])
    }

    @Test("An include reads one target more than it shows, and says how many it can show in all")
    func included() async throws {
        var service = service()
        (service.maximumPageSize, service.maximumIncludedTargets) = (7, 9)
        #expect(try await service.send(.get, "/albums/1?include=tracks").status == 200)
        var selection = selection(of: "tracks", store.takeSelections()[0].fields, limit: 8)
        selection.mostTargets = 9
        #expect(try await service.send(.get, "/albums/1?include=tracks").status == 200)
        #expect(store.takeSelections() == [selection])
    }
}
