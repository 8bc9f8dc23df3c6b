// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox

/// Units of work: their requests, and the results of units that the server carried out.
@Suite("Units of work")
struct UnitOfWorkTests {
    private func track(_ title: String) -> Resource<Track> {
        let track = Resource<Track>()
        track.title = title
        return track
    }

    private func album(_ title: String) -> Resource<Album> {
        let album = Resource<Album>()
        album.title = title
        return album
    }

    /// An album that was read from a server.
    private func stored(_ more: String = "") throws -> Resource<Album> {
        try #require(try Document<Album>(parsing: albumDocument(more: more)).data)
    }

    @Test("JA-136 A unit is a POST, and both header fields name the extension between quotes")
    func negotiation() async throws {
        let script = Script.creating()
        let unit = try script.api().atomic()
        unit.create(album("Mezzanine"))
        try await unit.result()
        let request = try #require(script.requests.first)
        #expect(script.lines == ["POST /v1/operations"])
        #expect(request.headers[.accept] == atomicType)
        #expect(request.headers[.contentType] == atomicType)
        // The address and the form of the name are options.
        var api = try script.api()
        api.options.atomic.extension = "atomic"
        api.options.atomic.quotesExtension = false
        api.options.atomic.requiresExtension = false
        let relaxed = api.atomic(at: "/bulk")
        relaxed.create(album("Mezzanine"))
        #expect(
            await requestError { try await relaxed.result() }?.code == .unsupportedExtension,
            "the response names an extension that was not requested")
        #expect(script.lines.last == "POST /v1/bulk")
        #expect(
            script.requests.last?.headers[.contentType]
                == "application/vnd.api+json; ext=atomic")
    }

    @Test("JA-136 A response without the extension is refused, unless the option allows it")
    func withoutExtension() async throws {
        let script = Script { request, _ in
            .document(
                #"{"atomic:results":[{"data":{"type":"albums","id":"9"}}]}"#, of: request)
        }
        var api = try script.api()
        let draft = album("Mezzanine")
        let unit = api.atomic()
        unit.create(draft)
        #expect(
            await requestError { try await unit.result() }?.code == .unsupportedExtension)
        #expect(draft.id == nil)
        api.options.atomic.requiresExtension = false
        let other = api.atomic()
        other.create(draft)
        try await other.result()
        #expect(draft.id == "9")
    }

    @Test("JA-140 JA-141 JA-142 JA-143 Each operation has the members of the extension")
    func operations() async throws {
        let script = Script.creating()
        let unit = try script.api().atomic()
        let night = try stored()
        night.title = "Night"
        let old = Resource<Track>(id: "7")
        unit.create(track("Angel"), meta: ["note": "new"])
        unit.update(night)
        unit.delete(old, meta: ["note": "old"])
        unit.relationship(\.artist, of: night).replace(with: Resource<Artist>(id: "3"))
        unit.relationship(\.artist, of: night).replace(with: nil)
        unit.relationship(\.tracks, of: night).add([Resource<Track>(id: "8")])
        unit.relationship(\.tracks, of: night).remove(Resource<Track>(id: "7"))
        unit.relationship(\.tracks, of: night).replace(with: [])
        #expect(unit.count == 8)
        try await unit.result()
        #expect(
            script.requests.first?.text == """
                {"atomic:operations":[\
                {"op":"add","data":{"type":"tracks","attributes":{"title":"Angel"}},"meta":{"note":"new"}},\
                {"op":"update","data":{"type":"albums","id":"1","attributes":{"title":"Night"}}},\
                {"op":"remove","ref":{"type":"tracks","id":"7"},"meta":{"note":"old"}},\
                {"op":"update","ref":{"type":"albums","id":"1","relationship":"artist"},"data":{"type":"artists","id":"3"}},\
                {"op":"update","ref":{"type":"albums","id":"1","relationship":"artist"},"data":null},\
                {"op":"add","ref":{"type":"albums","id":"1","relationship":"tracks"},"data":[{"type":"tracks","id":"8"}]},\
                {"op":"remove","ref":{"type":"albums","id":"1","relationship":"tracks"},"data":[{"type":"tracks","id":"7"}]},\
                {"op":"update","ref":{"type":"albums","id":"1","relationship":"tracks"},"data":[]}]}
                """)
        #expect(try night.vox.changes().isEmpty)
        #expect(night.tracks.isEmpty && night.artist == nil)
    }

    @Test("JA-139 JA-140 JA-142 An address is a target in the place of a resource")
    func addresses() async throws {
        let script = Script.creating()
        let unit = try script.api().atomic()
        let night = try stored()
        night.title = "Night"
        unit.create(track("Angel"), at: "/albums/1/tracks")
        unit.update(night, at: "/albums/1")
        unit.delete(at: "/tracks/7")
        try await unit.result()
        #expect(
            script.requests.first?.text == """
                {"atomic:operations":[\
                {"op":"add","href":"/albums/1/tracks","data":{"type":"tracks","attributes":{"title":"Angel"}}},\
                {"op":"update","href":"/albums/1","data":{"type":"albums","id":"1","attributes":{"title":"Night"}}},\
                {"op":"remove","href":"/tracks/7"}]}
                """)
    }

    @Test("JA-144 A new resource has a local id if another operation refers to it, and only then")
    func localIDs() async throws {
        let script = Script.creating()
        let unit = try script.api().atomic()
        let mezzanine = album("Mezzanine")
        let angel = track("Angel")
        let alone = track("Teardrop")
        unit.create(alone)
        unit.create(mezzanine)
        unit.relationship(\.tracks, of: mezzanine).add(angel)
        unit.create(angel)
        try await unit.result()
        #expect(
            script.requests.first?.text == """
                {"atomic:operations":[\
                {"op":"add","data":{"type":"tracks","attributes":{"title":"Teardrop"}}},\
                {"op":"add","data":{"type":"albums","lid":"new-1","attributes":{"title":"Mezzanine"}}},\
                {"op":"add","data":{"type":"tracks","lid":"new-2","attributes":{"title":"Angel"}}},\
                {"op":"add","ref":{"type":"albums","lid":"new-1","relationship":"tracks"},"data":[{"type":"tracks","lid":"new-2"}]}]}
                """)
        #expect([mezzanine.lid, angel.lid, alone.lid] == [nil, nil, nil])
        #expect(mezzanine.id == "id-1" && angel.id == "id-2" && alone.id == "id-0")
        #expect(mezzanine.tracks.map(\.id) == ["id-2"])
        #expect(mezzanine.tracks.first?.title == "Angel")
        #expect(try mezzanine.vox.changes().isEmpty && angel.vox.changes().isEmpty)
    }

    @Test("JA-149 Ids are bound in every resource, whether or not the server sends lids back")
    func bound() async throws {
        for lid in ["", #","lid":"new-1""#] {
            let script = Script.atomic(
                #"{"data":{"type":"artists","id":"7"\#(lid),"attributes":{"name":"MA"}}},{"data":{"type":"albums","id":"1"}}"#
            )
            let artist = Resource<Artist>()
            artist.name = "Massive Attack"
            let mezzanine = album("Mezzanine")
            mezzanine.artist = artist
            let unit = try script.api().atomic()
            unit.create(mezzanine)
            unit.create(artist)
            let outcome = try await unit.result()
            #expect(outcome.results.map { $0?.resource?.type } == ["albums", "artists"])
            #expect(artist.id == "7" && artist.lid == nil && artist.name == "MA")
            #expect(mezzanine.id == "1" && mezzanine.artist?.id == "7")
            #expect(mezzanine.artist?.name == "MA")
            #expect(try mezzanine.vox.changes().isEmpty && artist.vox.changes().isEmpty)
            // A later update sends the id.
            mezzanine.title = "M"
            #expect(
                String(decoding: try mezzanine.updateDocument(full: true), as: UTF8.self)
                    == #"{"data":{"type":"albums","id":"1","attributes":{"title":"M"},"relationships":{"artist":{"data":{"type":"artists","id":"7"}}}}}"#
            )
        }
    }

    @Test("JA-146 JA-147 Without results, everything is stored as it was sent")
    func withoutResults() async throws {
        for body in ["", "{}"] {
            let script = Script { request, _ in
                body.isEmpty
                    ? .document("", 204, of: request) : .results("{},{},{}", of: request)
            }
            let night = try stored()
            night.title = "Night"
            let own = track("Angel")
            own.id = "own"
            let unit = try script.api().atomic()
            unit.update(night)
            unit.create(own)
            unit.delete(Resource<Track>(id: "7"))
            let outcome = try await unit.result()
            #expect((outcome.document == nil) == body.isEmpty)
            #expect(outcome.results.count == 3 && outcome.leftOut.isEmpty)
            #expect(night.title == "Night" && own.id == "own")
            #expect(try night.vox.changes().isEmpty && own.vox.changes().isEmpty)
        }
    }

    @Test("JA-146 A creation whose result has no id is not created a second time")
    func withoutID() async throws {
        let script = Script.atomic("{}")
        let draft = track("Angel")
        let unit = try script.api().atomic()
        unit.create(draft)
        try await unit.result()
        #expect(draft.id == nil)
        let again = try script.api().atomic()
        again.create(draft)
        let error = await requestError { try await again.result() }
        #expect(error?.code == .unsendable)
        #expect(error?.message.contains("already created") == true)
        #expect(script.requests.count == 1)
    }

    @Test("JA-145 A number of results that does not match binds nothing", arguments: [1, 3])
    func mismatch(count: Int) async throws {
        let results = Array(repeating: #"{"data":{"type":"tracks","id":"9"}}"#, count: count)
        let script = Script.atomic(results.joined(separator: ","))
        let drafts = [track("Angel"), track("Teardrop")]
        let unit = try script.api().atomic()
        for draft in drafts { unit.create(draft) }
        let error = await requestError { try await unit.result() }
        #expect(error?.code == .unexpectedResponse)
        #expect(error?.message.contains("\(count) results for 2 operations") == true)
        #expect(error?.message.contains("do not send it again") == true)
        #expect(drafts.map(\.id) == [nil, nil])
    }

    @Test("A result about another resource binds nothing, unless the option allows it")
    func otherResource() async throws {
        let script = Script.atomic(
            #"{"data":{"type":"tracks","id":"8"}},{"data":{"type":"albums","id":"2"}}"#)
        var api = try script.api()
        let night = try stored()
        night.title = "Night"
        let draft = track("Angel")
        let unit = api.atomic()
        unit.create(draft)
        unit.update(night)
        let error = await requestError { try await unit.result() }
        #expect(error?.code == .unexpectedResponse)
        #expect(error?.message.contains("albums 2 instead of albums 1") == true)
        #expect(draft.id == nil && night.id == "1")
        #expect(try night.vox.changes().attributes == ["title"])
        api.options.writes.acceptsOtherIdentities = true
        let other = api.atomic()
        other.create(draft)
        other.update(night)
        try await other.result()
        #expect(draft.id == "8" && night.id == "2")
    }

    @Test("Edits that are made while the unit is running are kept, and are changes")
    @MainActor func meanwhile() async throws {
        let night = try stored()
        night.title = "Night"
        let draft = track("Angel")
        let gate = AsyncStream<Void>.makeStream()
        let sent = AsyncStream<Void>.makeStream()
        let script = Script { request, _ in
            sent.continuation.yield()
            for await _ in gate.stream { break }
            return .results(
                #"{"data":{"type":"tracks","id":"8","attributes":{"title":"theirs"}}},{"data":{"type":"albums","id":"1","attributes":{"title":"theirs","release-year":1}}}"#,
                of: request)
        }
        let unit = try script.api().atomic()
        unit.create(draft)
        unit.update(night)
        let task = Task { @MainActor in _ = try await unit.result() }
        for await _ in sent.stream { break }
        draft.title = "mine"
        night.title = "mine"
        gate.continuation.yield()
        try await task.value
        #expect(draft.id == "8" && draft.title == "mine" && night.title == "mine")
        #expect(night.year == 1)
        #expect(try draft.vox.changes().attributes == ["title"])
        #expect(try night.vox.changes().attributes == ["title"])
    }

    @Test("An update without changes is left out, and the outcome says so")
    func leftOut() async throws {
        let script = Script.creating()
        let night = try stored()
        let draft = track("Angel")
        let unit = try script.api().atomic()
        unit.update(night)
        unit.create(draft)
        unit.update(draft)
        let outcome = try await unit.result()
        #expect(outcome.leftOut == [0, 2])
        #expect(outcome.results.map { $0 != nil } == [false, true, false])
        #expect(draft.id == "id-0")
        // One update of a resource sends all of its changes.
        night.title = "Night"
        let twice = try script.api().atomic()
        twice.update(night)
        twice.update(night)
        #expect(try twice.document().operations.count == 1)
        try night.vox.revert()
        // With nothing to send there is no request.
        let nothing = try script.api().atomic()
        nothing.update(night)
        let unsent = try await nothing.result()
        #expect(unsent.leftOut == [0] && unsent.status == .noContent)
        let empty = try await script.api().atomic().result()
        #expect(empty.results.isEmpty && script.requests.count == 1)
    }

    @Test("A full update is sent behind another update, and behind one without changes")
    func fullUpdates() throws {
        let night = try stored()
        let unit = try Script.creating().api().atomic()
        unit.update(night)
        unit.update(night, full: true)
        unit.update(night, full: true)
        #expect(try unit.document().operations.count == 1)
        night.title = "Night"
        #expect(try unit.document().operations.count == 2)
    }

    @Test("Operations that are added while the unit is running are sent by the next call")
    @MainActor func addedMeanwhile() async throws {
        let gate = AsyncStream<Void>.makeStream()
        let sent = AsyncStream<Void>.makeStream()
        let script = Script { request, number in
            if number == 0 {
                sent.continuation.yield()
                for await _ in gate.stream { break }
            }
            return .results(
                #"{"data":{"type":"tracks","id":"id-\#(number)"}}"#, of: request)
        }
        let (first, second) = (track("Angel"), track("Teardrop"))
        let unit = try script.api().atomic()
        unit.create(first)
        let task = Task { @MainActor in _ = try await unit.result() }
        for await _ in sent.stream { break }
        unit.create(second)
        gate.continuation.yield()
        try await task.value
        #expect(first.id == "id-0" && second.id == nil && unit.count == 1)
        try await unit.result()
        #expect(second.id == "id-1")
    }

    @Test(
        "A result with an id that is no id binds nothing",
        arguments: [
            (#""id":5"#, #""id":"2""#), (#""id":null"#, #""id":"2""#), (#""id":"""#, #""id":"2""#),
            (#""id":"2""#, #""id":"2""#),
        ])
    func malformedIDs(ids: (String, String)) async throws {
        let script = Script.atomic(
            #"{"data":{"type":"tracks",\#(ids.0)}},{"data":{"type":"tracks",\#(ids.1)}}"#)
        let drafts = [track("Angel"), track("Teardrop")]
        let unit = try script.api().atomic()
        for draft in drafts { unit.create(draft) }
        let error = await requestError { try await unit.result() }
        #expect(error?.code == .unexpectedResponse)
        #expect(drafts.map(\.id) == [nil, nil])
    }

    @Test(
        "A result that is no linkage leaves the linkage as it was sent",
        arguments: [
            #"[1,null]"#, "5", "{}", #"{"type":"albums","id":"1","links":{}}"#, #""x""#,
            #"[{"type":"tracks","lid":"a"}]"#,
        ])
    func noLinkage(data: String) async throws {
        let script = Script.atomic(#"{"data":\#(data)},{"data":\#(data)}"#)
        let night = try stored()
        let unit = try script.api().atomic()
        unit.relationship(\.tracks, of: night).add(Resource<Track>(id: "9"))
        unit.relationship(\.artist, of: night).replace(with: Resource<Artist>(id: "4"))
        try await unit.result()
        #expect(night.tracks.map(\.id) == ["9"] && night.artist?.id == "4")
    }

    @Test("JA-150 Meta of operations is sent, and meta of results is read")
    func meta() async throws {
        let script = Script.atomic(#"{"meta":{"cost":3}}"#)
        let unit = try script.api().atomic()
        unit.delete(Resource<Track>(id: "7"), meta: ["why": "old"])
        let outcome = try await unit.result()
        #expect(outcome.results[0]?.meta.cost as Int? == 3)
        #expect(script.requests.first?.text?.contains(#""meta":{"why":"old"}"#) == true)
    }

    @Test("Resources that the server includes are found from the resources of the unit")
    func included() async throws {
        let script = Script { request, _ in
            .document(
                #"{"atomic:results":[{"data":{"type":"albums","id":"1","relationships":{"artist":{"data":{"type":"artists","id":"7"}}}}}],"included":[{"type":"artists","id":"7","attributes":{"name":"MA"}}]}"#,
                200, [.contentType: atomicType], of: request)
        }
        let mezzanine = album("Mezzanine")
        let unit = try script.api().atomic()
        unit.create(mezzanine)
        let outcome = try await unit.result()
        #expect(mezzanine.artist?.name == "MA")
        #expect(outcome.document?.resource(type: "artists", id: "7") != nil)
        #expect(outcome.document?.resource(type: "albums", id: "1")?.id == "1")
    }

    @Test("The result of an operation on a relationship may be the linkage of the server")
    func linkage() async throws {
        let script = Script.atomic(
            #"{"data":[{"type":"tracks","id":"8"},{"type":"tracks","id":"9"}]},{"data":{"type":"artists","id":"5"}}"#
        )
        let night = try stored()
        let unit = try script.api().atomic()
        unit.relationship(\.tracks, of: night).add(Resource<Track>(id: "9"))
        unit.relationship(\.artist, of: night).replace(with: Resource<Artist>(id: "4"))
        try await unit.result()
        #expect(night.tracks.map(\.id) == ["8", "9"] && night.artist?.id == "5")
        #expect(try night.vox.changes().isEmpty)
    }

    @Test("The document of a unit shows what would be sent")
    func document() throws {
        let unit = try Script.creating().api().atomic()
        let draft = track("Angel")
        unit.create(draft)
        unit.delete(at: "/tracks/7")
        let operations = try unit.document().operations
        #expect(operations.map(\.code) == [.add, .remove])
        #expect(operations[0].resource?.attributes.title as String? == "Angel")
        #expect(
            operations[1].href == "/tracks/7" && operations[1].pointer == "/atomic:operations/1")
        #expect(draft.id == nil && draft.lid == nil)
    }
}
