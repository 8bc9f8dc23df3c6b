// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTestSupport

/// Units of work that fail: nothing is changed, and the errors lead to the resources.
@Suite("Units of work that fail")
struct UnitFailureTests {
    /// The resources of a unit, with changes of each kind.
    private struct Sample {
        let album: Resource<Album>
        let artist = Resource<Artist>()
        let tracks: [Resource<Track>]

        init() throws {
            let text =
                #"{ "data" : {"type":"albums", "id":"1","attributes":{"title":"Blue Lines"}, "relationships":{"tracks":{"data":[]}}}}"#
            album = try #require(try Document<Album>(parsing: text).data)
            album.title = "Night"
            artist.name = "Massive Attack"
            album.artist = artist
            tracks = ["Angel", "Teardrop"].map { title in
                let track = Resource<Track>()
                track.title = title
                return track
            }
        }

        func unit(_ api: APIClient) -> UnitOfWork {
            let unit = api.atomic()
            unit.update(album)
            unit.create(artist)
            for track in tracks { unit.create(track) }
            unit.relationship(\.tracks, of: album).add(tracks)
            unit.delete(Resource<Track>(id: "7"))
            return unit
        }

        /// Everything that can be seen of the resources.
        func state() throws -> [String] {
            let all = [artist.as(AnyResource.self)] + tracks.map { $0.as(AnyResource.self) }
            var state = try all.compactMap { $0 }.map { try $0.json.vox.text(style: .preserve) }
            state.append(try album.json.vox.text(style: .preserve))
            state += try album.vox.changes().attributes + album.vox.changes().relationships
            state += [artist, tracks].map { "\($0)" }
            return state
        }
    }

    /// Responses that do not say that the operations were carried out.
    private static let refusals: [Script] = [
        .refusing(#"{"title":"no"}"#, 400), .refusing(#"{"title":"no"}"#, 409),
        .refusing(#"{"title":"no"}"#, 422), .refusing(#"{"title":"no"}"#, 500),
        .refusing(#"{"title":"no"}"#, 200),
        Script { _, _ in throw RequestError(code: .timeout, message: "too late") },
        Script { _, _ in throw RequestError(code: .connection, message: "lost") },
    ]

    /// Responses after which the operations are carried out, or will be.
    private static let successes: [Script] = [
        .atomic("{}"), .atomic(""), .atomic("1,2,3,4,5,6"),
        Script { request, _ in .document("{", 200, [.contentType: atomicType], of: request) },
        Script { request, _ in
            .document("<html>", 200, [.contentType: "text/html"], of: request)
        },
        Script { request, _ in .document(#"{"data":null}"#, 200, of: request) },
        Script { request, _ in .document("", 202, of: request) },
        .atomic(
            #"{"data":{"type":"artists","id":"5"}},{},{},{"data":{"type":"albums","id":"8"}},{},{}"#
        ),
    ]

    @Test(
        "MW-134 JA-148 Any failure leaves every resource as it was",
        arguments: (refusals + successes).indices)
    func unchanged(index: Int) async throws {
        let script = (Self.refusals + Self.successes)[index]
        let sample = try Sample()
        let before = try sample.state()
        let unit = sample.unit(try script.api())
        let body = try unit.document().documentData()
        #expect(await requestError { try await unit.result() } != nil)
        #expect(try sample.state() == before)
        // Everything is still to be sent, with the same bytes.
        #expect(try unit.document().documentData() == body)
        let count = script.requests.count
        let error = await requestError { try await unit.result() }
        let text = String(decoding: body, as: UTF8.self)
        #expect(script.requests.allSatisfy { $0.text == text })
        // After a success, nothing is sent a second time.
        let isRefusal = index < Self.refusals.count
        #expect(script.requests.count == (isRefusal ? count + 1 : count))
        #expect((error?.code == .unsendable) == !isRefusal)
    }

    @Test("A unit that was carried out is not sent again, and one that failed is")
    func again() async throws {
        let sample = try Sample()
        let script = Script { request, number in
            number == 0
                ? .document("", 503, of: request)
                : .results(
                    #"{"data":{"type":"artists","id":"5"}},{"data":{"type":"albums","id":"1"}},{"data":{"type":"tracks","id":"8"}},{"data":{"type":"tracks","id":"9"}},{},{}"#,
                    of: request)
        }
        let unit = sample.unit(try script.api())
        #expect(await requestError { try await unit.result() }?.code == .server)
        try await unit.result()
        #expect(sample.album.artist?.id == "5" && sample.album.tracks.map(\.id) == ["8", "9"])
        #expect(try sample.album.vox.changes().isEmpty)
        let error = await requestError { try await unit.result() }
        #expect(error?.code == .unsendable && error?.message.contains("new unit") == true)
        #expect(script.requests.count == 2)
    }

    @Test("JA-148 A cancelled unit leaves every resource as it was")
    func cancelled() async throws {
        let arrived = AsyncStream<Void>.makeStream()
        let script = Script { _, _ in
            arrived.continuation.yield()
            try await forever()
        }
        let task = Task { () throws -> (wasCancelled: Bool, isSame: Bool) in
            let sample = try Sample()
            let before = try sample.state()
            do {
                _ = try await sample.unit(try script.api()).result()
                return (false, false)
            } catch is CancellationError {
                return (true, try sample.state() == before)
            }
        }
        for await _ in arrived.stream { break }
        task.cancel()
        let end = try await task.value
        #expect(end.wasCancelled && end.isSame)
    }

    @Test(
        "MW-134 JA-148 Errors lead to the operation, the resource and the field, in all forms of pointers",
        arguments: [
            "/atomic:operations/3/data/attributes/title", "/operations/3/data/attributes/title",
            "/atomic:operations[3]/data/attributes/title", "/3/data/attributes/title",
            "atomic:operations.3.data.attributes.title",
            "#/atomic:operations/3/data/attributes/title",
            "/atomic:operations/3/attributes/title", "/atomic:operations/3/title",
        ])
    func located(pointer: String) async throws {
        let script = Script.refusing(
            #"{"title":"too long","source":{"pointer":"\#(pointer)"}},{"title":"other","source":{"pointer":"/atomic:operations/0/data/attributes/name"}},{"title":"linkage","source":{"pointer":"/atomic:operations/4/data/0"}},{"title":"none"},{"title":"far","source":{"pointer":"/atomic:operations/99"}}"#
        )
        let sample = try Sample()
        let unit = sample.unit(try script.api())
        let error = try #require(await requestError { try await unit.result() })
        #expect(error.code == .invalid && error.errors.count == 5)
        #expect(error.errors(at: \.title, of: sample.tracks[1]).map(\.title) == ["too long"])
        #expect(error.errors(at: \.title, of: sample.tracks[0]).isEmpty)
        #expect(error.errors(at: \.title, of: sample.album).isEmpty)
        #expect(error.errors(of: sample.tracks[1]).count == 1)
        #expect(error.errors(of: sample.album).map(\.title) == ["linkage"])
        #expect(error.errors(at: \.tracks, of: sample.album).map(\.title) == ["linkage"])
        // The artist moved in front of the album that refers to it.
        #expect(error.errors(at: \.name, of: sample.artist).map(\.title) == ["other"])
        #expect(error.errors.map { error.operation(of: $0) } == [3, 1, 4, nil, nil])
    }

    @Test("ash_json_api#430 The first operation has the index 0")
    func first() async throws {
        let script = Script.refusing(#"{"source":{"pointer":"/atomic:operations/0"}}"#)
        let draft = Resource<Track>()
        let unit = try script.api().atomic()
        unit.create(draft)
        let error = try #require(await requestError { try await unit.result() })
        #expect(error.errors(of: draft).count == 1 && error.operation(of: error.errors[0]) == 0)
    }

    @Test(
        "A pointer whose position is no array index of RFC 6901 is about no operation",
        arguments: ["+0", "00", "-0", "-1", "01", "0x0", "", " 0", "٠", "99999999999999999999"])
    func positions(position: String) async throws {
        for pointer in [
            "/atomic:operations/\(position)/data/attributes/title",
            "/operations/\(position)/data/attributes/title",
            "/atomic:operations[\(position)]/data/attributes/title", "/\(position)/data",
        ] {
            let script = Script.refusing(#"{"source":{"pointer":"\#(pointer)"}}"#)
            let (draft, other) = (Resource<Track>(), Resource<Track>())
            let unit = try script.api().atomic()
            unit.create(draft)
            unit.create(other)
            let error = try #require(await requestError { try await unit.result() })
            #expect(error.errors.count == 1 && error.operation(of: error.errors[0]) == nil)
            #expect(error.errors(of: draft).isEmpty && error.errors(of: other).isEmpty)
            #expect(error.errors(at: \.title, of: draft).isEmpty)
        }
    }

    @Test("Each of a thousand refused resources has its own errors, in their order")
    func many() async throws {
        let count = 1_000
        let pointers = (0..<count).map {
            #"{"title":"\#($0)","source":{"pointer":"/atomic:operations/\#($0 / 2)/data/attributes/title"}}"#
        }
        let script = Script.refusing(pointers.joined(separator: ","))
        let drafts = (0..<count).map { _ in Resource<Track>() }
        let unit = try script.api().atomic()
        for draft in drafts { unit.create(draft) }
        let error = try #require(await requestError { try await unit.result() })
        for (index, draft) in drafts.enumerated() {
            let titles = index < count / 2 ? ["\(2 * index)", "\(2 * index + 1)"] : []
            #expect(error.errors(at: \.title, of: draft).map(\.title) == titles)
        }
    }

    @Test("JA-136 A refused media type is explained", arguments: [406, 415])
    func mediaType(status: Int) async throws {
        let script = Script.refusing("", status)
        let unit = try script.api().atomic()
        unit.delete(Resource<Track>(id: "7"))
        let error = await requestError { try await unit.result() }
        #expect(error?.status?.code == status)
        #expect(error?.message.contains("atomic operations") == true)
        #expect(error?.message.contains("APIOptions.atomic") == true)
        // These options do not change the media type of operations.
        for option in ["sentType", "accepted", "writes.form"] {
            #expect(error?.message.contains(option) == false, "\(error?.message ?? "")")
        }
    }

    @Test(
        "MW-135 A unit is repeated after a lost response only with an idempotency key, which it keeps"
    )
    func keys() async throws {
        let lost = Script { request, number in
            if number < 2 { throw RequestError(code: .connection, message: "lost") }
            return .results("{}", of: request)
        }
        func unit(_ change: (inout APIOptions) -> Void) throws -> UnitOfWork {
            var options = APIOptions()
            change(&options)
            var reliability = ReliabilityOptions()
            reliability.retryLimit = 1
            reliability.clock = TestClock(jumps: true)
            let api = try APIClient(
                "https://api.example.com/v1", transport: lost, reliability: reliability,
                options: options)
            let unit = api.atomic()
            unit.delete(Resource<Track>(id: "7"))
            return unit
        }
        let without = try unit { _ in }
        #expect(await requestError { try await without.result() }?.code == .connection)
        #expect(lost.requests.count == 1)
        let with = try unit { $0.idempotency = ClientOptions.IdempotencyKeys() }
        try await with.result()
        let name = try #require(HTTPField.Name("Idempotency-Key"))
        let keys = lost.requests.map { $0.headers[name] }
        #expect(keys.count == 3 && keys[0] == nil && keys[1] != nil && keys[1] == keys[2])
        var own = ClientOptions.IdempotencyKeys()
        own.make = { "\"key-1\"" }
        let made = own
        try await unit { $0.idempotency = made }.result()
        #expect(lost.requests.last?.headers[name] == "\"key-1\"")
    }
}
