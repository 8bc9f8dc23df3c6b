// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxTestSupport

/// Work that a server finishes later, and requests that are paused and cancelled.
@Suite("Jobs and handles", .timeLimit(.minutes(10)))
struct JobTests {
    private let job = #"{"data":{"type":"queue-jobs","id":"5","attributes":{"status":"pending"}}}"#

    @Test("JA-112 JA-166 202 is pending: asked again by Retry-After, 303 leads to what came of it")
    func polling() async throws {
        let script = Script { [job] request, number in
            switch number {
            case 0:
                .document(
                    job, 202, [.contentLocation: "/v1/jobs/5", .retryAfter: "0"], of: request)
            case 1, 2: .document(job, 200, [.retryAfter: "0"], of: request)
            case 3: .document("", 303, [.location: "/v1/albums/1"], of: request)
            default: .document(albumDocument(), of: request)
            }
        }
        var api = try script.api()
        api.options.clock = TestClock(jumps: true)
        let albums = DataSource<Album>(.path("albums"), client: api)
        let album = Resource<Album>()
        album.title = "x"
        let document = try await albums.create(album).result()
        #expect(document?.data?.id == "1")
        #expect(album.id == "1")
        #expect(album.title == "Blue Lines")
        #expect(
            script.lines == [
                "POST /v1/albums", "GET /v1/jobs/5", "GET /v1/jobs/5", "GET /v1/jobs/5",
                "GET /v1/albums/1",
            ])
        #expect(script.requests[1...3].allSatisfy { !$0.followsRedirects })
    }

    @Test("JA-112 JA-119 The response tells about the job and changes nothing yet")
    func pending() async throws {
        let script = Script { [job] request, _ in
            .document(
                job, 202, [.contentLocation: "https://api.example.com/jobs/5", .retryAfter: "120"],
                of: request)
        }
        let albums = DataSource<Album>(.path("albums"), client: try script.api())
        let album = Resource<Album>()
        album.id = "1"
        album.title = "x"
        guard case .pending(let pending) = try await albums.update(album).response().outcome else {
            return #expect(Bool(false), "not pending")
        }
        #expect(pending.url?.text == "https://api.example.com/jobs/5")
        #expect(pending.retryAfter == .seconds(120))
        #expect(pending.description?["data"]?["type"] == "queue-jobs")
        #expect(try !album.vox.changes().isEmpty)
    }

    @Test(
        "JA-112 JA-166 A job is polled at most once a second, or as often as the interval says",
        arguments: [nil, "0"], [Duration.seconds(1), .seconds(5), .milliseconds(100)])
    func leastWait(wait: String?, interval: Duration) async throws {
        var fields: HTTPFields = [.location: "/v1/jobs/5"]
        fields[.retryAfter] = wait
        let script = Script { [job, fields] request, number in
            .document(job, number == 0 ? 202 : 200, fields, of: request)
        }
        var api = try script.api()
        let clock = TestClock(jumps: true)
        api.options.clock = clock
        api.options.polling.limit = 10
        api.options.polling.interval = interval
        let album = Resource<Album>()
        let error = await DataSource<Album>(.path("albums"), client: api).create(album).failure()
        #expect(error?.code == .pending && script.requests.count == 11)
        let least = wait == nil ? interval : min(interval, .seconds(1))
        #expect(clock.sleeps == Array(repeating: least, count: 10))
    }

    @Test("A job that never ends, and one at another origin are errors")
    func badJobs() async throws {
        for (headers, code) in [
            ([.contentLocation: "https://evil.test/"], .crossOrigin),
            ([.contentLocation: "/jobs/5", .retryAfter: "0"], .pending),
        ] as [(HTTPFields, RequestError.Code)] {
            let script = Script { [job] request, _ in .document(job, 202, headers, of: request) }
            var api = try script.api()
            api.options.clock = TestClock(jumps: true)
            api.options.polling.limit = 5
            api.options.polling.interval = .zero
            let album = Resource<Album>()
            album.id = "1"
            let error = await DataSource<Album>(.path("albums"), client: api).update(album)
                .failure()
            #expect(error?.code == code)
            if code == .pending {
                #expect(error?.method == .get)
                #expect(error?.url?.text == "https://api.example.com/jobs/5")
            }
            #expect(script.requests.count <= 6)
        }
    }

    @Test("A paused request waits and goes on; a cancelled one ends, before and under way")
    func handle() async throws {
        let script = Script { request, _ in
            let (chunks, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
            for byte in albumDocument().utf8 { continuation.yield([byte]) }
            continuation.finish()
            return ClientResponse(
                head: HTTPResponse(
                    status: .ok, headerFields: [.contentLength: "\(albumDocument().utf8.count)"]),
                url: request.url, body: ClientResponse.Body(chunks))
        }
        let albums = DataSource<Album>(.path("albums"), client: try script.api())
        let paused = ClientRequest.Handle()
        paused.pause()
        let progress = Mutex<[ClientRequest.Settings.Progress]>([])
        async let bytes = {
            try await albums.fetch(id: "1").controlled(by: paused)
                .onProgress { step in progress.withLock { $0.append(step) } }.result().data?.title
        }()
        await othersHaveTheirTurn()
        #expect(script.requests.isEmpty)
        #expect(paused.isPaused)
        paused.resume()
        #expect(try await bytes == "Blue Lines")
        let count = albumDocument().utf8.count
        #expect(progress.withLock { $0.last?.received } == count)
        #expect(progress.withLock { $0.last?.expected } == count)

        let cancelled = ClientRequest.Handle()
        cancelled.cancel()
        await #expect(throws: CancellationError.self) {
            _ = try await albums.fetch(id: "1").controlled(by: cancelled).result()
        }
        let never = Script { _, _ in try await forever() }
        let waiting = ClientRequest.Handle()
        let slow = DataSource<Album>(.path("albums"), client: try never.api())
        async let end: Void = {
            await eventually { !never.requests.isEmpty }
            waiting.cancel()
        }()
        await #expect(throws: CancellationError.self) {
            _ = try await slow.fetch().controlled(by: waiting).result()
        }
        await end
    }

    @Test("MW-067 T59 Cancelling the task ends the call, whatever it is waiting for")
    func cancellation() async throws {
        let never = Script { _, _ in try await forever() }
        let albums = DataSource<Album>(.path("albums"), client: try never.api())
        for round in (0..<9).map({ $0 % 3 }) {
            let handle = ClientRequest.Handle()
            let count = never.requests.count
            if round == 1 { handle.pause() }
            let task = Task {
                let request = albums.fetch()
                _ = try await (round == 0 ? request : request.controlled(by: handle)).result()
            }
            if round == 2 { task.cancel() }
            // A paused one sends nothing.
            if round == 0 { await eventually { never.requests.count > count } }
            // Nothing else ends it: there is no response, and nobody resumes what is paused.
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test("T59 Cancelling while the document is parsed ends the call", arguments: [true, false])
    func cancelledWhileParsing(walks: Bool) async throws {
        let resources = (0..<20_000).map { #"{"type":"albums","id":"\#($0)"}"# }
        let text = Array(#"{"data":[\#(resources.joined(separator: ","))]}"#.utf8)
        let script = Script { request, _ in
            ClientResponse(
                head: HTTPResponse(
                    status: .ok, headerFields: [.contentType: "application/vnd.api+json"]),
                url: request.url, body: ClientResponse.Body(CancellingBody(bytes: text)))
        }
        var api = try script.api()
        api.options.documents.parsing = .eager
        let albums = DataSource<Album>(.path("albums"), client: api)
        let task = Task {
            if walks {
                for try await _ in albums.fetch().pages {}
            } else {
                _ = try await albums.fetch().result()
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(script.requests.count == 1)
    }

    /// All bytes in one piece. The end of the body cancels the task that reads it.
    private struct CancellingBody: AsyncSequence, Sendable {
        typealias Element = [UInt8]
        let bytes: [UInt8]

        func makeAsyncIterator() -> Iterator { Iterator(bytes: bytes) }

        struct Iterator: AsyncIteratorProtocol {
            let bytes: [UInt8]
            var isAtEnd = false

            mutating func next() async throws -> [UInt8]? {
                if isAtEnd {
                    withUnsafeCurrentTask { $0?.cancel() }
                    return nil
                }
                isAtEnd = true
                return bytes
            }
        }
    }

    @Test(
        "T57 JA-166 A job is asked for within bounds, whatever the server says",
        arguments: [
            ("999999999", RequestError.Code.retryAfter), ("3", .pending), ("0", .pending),
        ])
    func bounds(retryAfter: String, code: RequestError.Code) async throws {
        let script = Script { [job] request, _ in
            .document(
                job, 202, [.contentLocation: "/v1/jobs/5", .retryAfter: retryAfter], of: request)
        }
        let clock = TestClock(jumps: true)
        var api = try script.api()
        api.options.clock = clock
        api.options.polling.total = retryAfter == "3" ? .seconds(2) : .seconds(300)
        api.options.polling.limit = 20
        let albums = DataSource<Album>(.path("albums"), client: api)
        let error = await requestError { try await albums.delete(id: "1").result() }
        #expect(error?.code == code)
        // A wait that is too long is none, and no wait is the least one.
        #expect(clock.now.offset == (retryAfter == "0" ? .seconds(20) : .zero))
        #expect(script.lines.count == (retryAfter == "0" ? 21 : 1))
    }

    @Test("JA-166 The wait that a server asks for is kept")
    func waiting() async throws {
        let script = Script { [job] request, number in
            switch number {
            case 0:
                .document(
                    job, 202, [.contentLocation: "/v1/jobs/5", .retryAfter: "1"], of: request)
            default: .document("", 204, of: request)
            }
        }
        let clock = TestClock(jumps: true)
        var api = try script.api()
        api.options.clock = clock
        let albums = DataSource<Album>(.path("albums"), client: api)
        try await albums.delete(id: "1").result()
        #expect(clock.sleeps == [.seconds(1)])
        #expect(script.lines == ["DELETE /v1/albums/1", "GET /v1/jobs/5"])
    }

    @Test("A job is asked about as long, and as late, as the limits say", arguments: [0, 1])
    func lastPoll(missing: Int64) async throws {
        let script = Script { [job] request, number in
            number < 2
                ? .document(
                    job, number == 0 ? 202 : 200,
                    [.contentLocation: "/v1/jobs/5", .retryAfter: "5"], of: request)
                : .document("", 204, of: request)
        }
        var api = try script.api()
        api.options.clock = TestClock(jumps: true)
        api.options.polling.total = .seconds(10) - .nanoseconds(missing)
        api.options.polling.longestWait = .seconds(5)
        let albums = DataSource<Album>(.path("albums"), client: api)
        let error = await requestError { try await albums.delete(id: "1").result() }
        #expect(error?.code == (missing == 0 ? nil : .pending))
        #expect(script.lines.count == (missing == 0 ? 3 : 2))
        let short = try Script { [job] request, _ in
            .document(
                job, 202, [.contentLocation: "/v1/jobs/5", .retryAfter: "5"], of: request)
        }.api().with {
            $0.clock = TestClock(jumps: true)
            $0.polling.longestWait = .seconds(5) - .nanoseconds(1)
        }
        let other = DataSource<Album>(.path("albums"), client: short)
        let refusal = await requestError { try await other.delete(id: "1").result() }
        #expect(refusal?.code == .retryAfter)
    }

    @Test("What comes of a job of a read is the resource that was requested, or is accepted")
    func jobsOfReads() async throws {
        for (id, isAccepted, isRead) in [
            ("1", false, true), ("2", false, false), ("2", true, true), ("1", true, true),
        ] {
            let script = Script { [job] request, number in
                number == 0
                    ? .document(
                        job, 202, [.contentLocation: "/v1/jobs/5", .retryAfter: "0"], of: request)
                    : .document("", 303, [.location: "/v1/albums/9"], of: request)
            }
            let answering = Script { request, number in
                number < 2
                    ? try await script.execute(request)
                    : .document(albumDocument(id: id), of: request)
            }
            var api = try answering.api()
            api.options.clock = TestClock(jumps: true)
            api.options.writes.acceptsOtherIdentities = isAccepted
            let albums = DataSource<Album>(.path("albums/<id>"), client: api)
            let error = await requestError {
                let document = try await albums.fetch(id: "1").result()
                #expect(document.data?.id == id)
            }
            #expect((error == nil) == isRead, "\(id) \(isAccepted): \(error.debugDescription)")
        }
    }

    @Test("A handle cancels the wait for a job")
    func cancelledWait() async throws {
        let script = Script { [job] request, _ in
            .document(
                job, 202, [.contentLocation: "/v1/jobs/5", .retryAfter: "36000"], of: request)
        }
        // Its time does not pass.
        let clock = TestClock()
        var api = try script.api()
        api.options.clock = clock
        api.options.polling.longestWait = .seconds(36_000)
        api.options.polling.total = .seconds(72_000)
        let albums = DataSource<Album>(.path("albums"), client: api)
        let handle = ClientRequest.Handle()
        let task = Task { try await albums.delete(id: "1").controlled(by: handle).result() }
        await clock.someoneSleeps()
        handle.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(script.lines.count == 1)
    }

    @Test("What was said about a write does not go along with the questions about its job")
    func followingFields() async throws {
        let script = Script { [job] request, number in
            number < 2
                ? .document(
                    job, number == 0 ? 202 : 200,
                    [.contentLocation: "/v1/jobs/5", .retryAfter: "0"], of: request)
                : .document("", 204, of: request)
        }
        let albums = DataSource<Album>(.path("albums"), client: try script.api())
        let album = try #require(try Document<Album>(parsing: albumDocument()).data)
        album.title = "x"
        try await albums.update(album).ifMatch("\"1\"").idempotencyKey("k")
            .header(.acceptLanguage, "en").result()
        #expect(script.requests.count == 3)
        #expect(script.requests[0].headers[.ifMatch] == "\"1\"")
        for question in script.requests.dropFirst() {
            #expect(question.headers[.ifMatch] == nil)
            #expect(question.headers[.idempotencyKey] == nil)
            #expect(question.headers[.acceptLanguage] == "en")
            #expect(question.repeatability == .byMethod)
        }
    }
}
