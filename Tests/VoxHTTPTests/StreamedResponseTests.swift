// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxTestSupport

/// Lists that are read as they arrive.
@Suite("Streamed answers")
struct StreamedResponseTests {
    private typealias Body = AsyncThrowingStream<[UInt8], any Error>

    private static func album(_ id: Int) -> String {
        #"{"type": "albums", "id": "\#(id)", "attributes": {"title": "Album \#(id)"}}"#
    }

    private static func answer(
        _ request: ClientRequest, _ body: ClientResponse.Body, status: Int = 200,
        type: String = "application/vnd.api+json"
    ) -> ClientResponse {
        ClientResponse(
            head: HTTPResponse(
                status: .init(code: status), headerFields: [.contentType: type]),
            url: request.url, body: body)
    }

    private func albums(_ script: Script) throws -> DataSource<Album> {
        DataSource<Album>(.path("albums"), client: try script.api())
    }

    @Test("Each resource is there before the next was sent; then links lead on")
    func asTheyArrive() async throws {
        let (body, sender) = Body.makeStream()
        let script = Script { request, number in
            guard number == 0 else {
                return Self.answer(request, ClientResponse.Body(Array(#"{"data": []}"#.utf8)))
            }
            return Self.answer(request, ClientResponse.Body(body))
        }
        sender.yield(Array(#"{"data": [\#(Self.album(1))"#.utf8))
        let stream = try await albums(script).fetch().stream()
        var resources = stream.makeAsyncIterator()
        #expect(try await resources.next()?.title == "Album 1")
        sender.yield(Array(", \(Self.album(2))]".utf8))
        #expect(try await resources.next()?.title == "Album 2")
        #expect(stream.rest == nil)
        sender.yield(Array(#", "links": {"next": "?page=2"}}"#.utf8))
        sender.finish()
        #expect(try await resources.next() == nil)
        let next = try #require(stream.rest?.next)
        #expect(try next.url().text.hasSuffix("/albums?page=2"))
        #expect(try await next.result().data.isEmpty)
        #expect(script.requests.map(\.allowsCoalescing) == [false, true])
    }

    @Test("A refusal, a response without a document, and one of another type fail at once")
    func refused() async throws {
        func code(_ status: Int, _ text: String, _ type: String) async throws
            -> RequestError.Code?
        {
            let script = Script { request, _ in
                Self.answer(
                    request, ClientResponse.Body(Array(text.utf8)), status: status, type: type)
            }
            return await failure { _ = try await albums(script).fetch().stream() }
        }
        let type = "application/vnd.api+json"
        #expect(try await code(404, #"{"errors": [{"title": "no"}]}"#, type) == .notFound)
        #expect(try await code(204, "", type) == .unexpectedResponse)
        #expect(try await code(200, "<html>", "text/html") == .unexpectedContentType)
    }

    @Test("What breaks the body off is an error with the request it is about")
    func brokenOff() async throws {
        for cause in ["lost", "own"] {
            let (body, sender) = Body.makeStream()
            let script = Script { request, _ in Self.answer(request, ClientResponse.Body(body)) }
            sender.yield(Array(#"{"data": [\#(Self.album(1)), {"#.utf8))
            sender.finish(
                throwing: cause == "own"
                    ? RequestError(code: .truncatedBody, message: "the end is missing") as any Error
                    : Lost())
            let stream = try await albums(script).fetch().stream()
            var read = 0
            do {
                for try await album in stream { read += album.id == "1" ? 1 : 0 }
                Issue.record("it came to an end")
            } catch let error as RequestError {
                #expect(error.code == (cause == "own" ? .truncatedBody : .connection))
                #expect(error.method == .get)
                #expect(error.url?.path == "/v1/albums")
            }
            #expect(read == 1)
        }
    }

    private struct Lost: Error {}

    @Test("Who counts the bytes of a body counts none of a body that fails before its first byte")
    func counted() async throws {
        final class Counts: Sendable {
            private let counts = Mutex<[Int]>([])
            var all: [Int] { counts.withLock { $0 } }
            func add(_ count: Int) { counts.withLock { $0.append(count) } }
        }
        struct Counter: BodyTap {
            let counts: Counts
            func fail(_ error: any Error, received: Int) { counts.add(received) }
        }
        for pieces in [[], [[1, 2], [3]]] as [[[UInt8]]] {
            let counts = Counts()
            for readsWhole in [true, false] {
                let broken = Body { continuation in
                    for piece in pieces { continuation.yield(piece) }
                    continuation.finish(throwing: RequestError(code: .connection, message: "lost"))
                }
                let body = ClientResponse.Body(broken).tapped(by: Counter(counts: counts))
                #expect(
                    await failure {
                        if readsWhole {
                            _ = try await body.bytes()
                        } else {
                            for try await _ in body {}
                        }
                    } == .connection)
            }
            #expect(counts.all == Array(repeating: pieces.joined().count, count: 2))
        }
    }

    @Test("The end of a body is told once, however often it is read past its end")
    func oneEnd() async throws {
        final class Ends: Sendable {
            private let ends = Mutex<[Int]>([])
            var all: [Int] { ends.withLock { $0 } }
            func add(_ count: Int) { ends.withLock { $0.append(count) } }
        }
        struct Counter: BodyTap {
            let ends: Ends
            func end(received: Int) { ends.add(received) }
        }
        let ends = Ends()
        let (chunks, sender) = Body.makeStream()
        sender.yield([1, 2])
        sender.finish()
        var body = ClientResponse.Body(chunks).tapped(by: Counter(ends: ends)).makeAsyncIterator()
        #expect(try await body.next() == [1, 2])
        for _ in 0..<3 { #expect(try await body.next() == nil) }
        #expect(ends.all == [2])
    }

    @Test("Documents that end early, or are none, are errors of documents")
    func malformed() async throws {
        for text in [#"{"data": [{"type": "albums""#, #"{"data": [1]}"#, ""] {
            let script = Script { request, _ in
                Self.answer(request, ClientResponse.Body(Array(text.utf8)))
            }
            let stream = try await albums(script).fetch().stream()
            await #expect(throws: DocumentError.self) { for try await _ in stream {} }
        }
    }

    @Test("The size of the response and of what is held are bounded")
    func bounds() async throws {
        let text = #"{"data": [\#((1...50).map(Self.album).joined(separator: ","))]}"#
        let script = Script { request, _ in
            Self.answer(request, ClientResponse.Body(Array(text.utf8)))
        }
        let request = try albums(script).fetch()
        var count = 0
        for try await _ in try await request.stream(upTo: text.utf8.count, maximumHeld: 200) {
            count += 1
        }
        #expect(count == 50)
        let short = try await request.stream(upTo: text.utf8.count - 1)
        await #expect(throws: DocumentError.self) { for try await _ in short {} }
        #expect(script.requests.last?.limits.body == text.utf8.count - 1)
        let narrow = try await request.stream(maximumHeld: 40)
        await #expect(throws: DocumentError.self) { for try await _ in narrow {} }
    }

    @Test("A streamed answer may be longer than one that is held, and a refusal may not")
    func longer() async throws {
        let text = #"{"data": [\#((1...50).map(Self.album).joined(separator: ","))]}"#
        let script = Script { request, number in
            Self.answer(
                request, ClientResponse.Body(Array(text.utf8)), status: number == 0 ? 200 : 400)
        }
        var client = try script.api()
        client.options.maximumBody = 1000
        client.options.documents.limits.maximumSize = 1000
        let request = DataSource<Album>(.path("albums"), client: client).fetch()
        var count = 0
        for try await _ in try await request.stream() { count += 1 }
        #expect(text.utf8.count > 3000 && count == 50)
        let refused = await #expect(throws: RequestError.self) { _ = try await request.stream() }
        #expect(refused?.code == .responseTooLarge)
    }

    @Test(
        "A handle pauses and cancels between chunks and while one is waited for; progress is told")
    func handle() async throws {
        let (body, sender) = Body.makeStream()
        let script = Script { request, _ in Self.answer(request, ClientResponse.Body(body)) }
        let handle = ClientRequest.Handle()
        let progress = Mutex(0)
        sender.yield(Array(#"{"data": [\#(Self.album(1)),"#.utf8))
        let stream = try await albums(script).fetch().controlled(by: handle)
            .onProgress { step in progress.withLock { $0 = step.received } }.stream()
        var resources = stream.makeAsyncIterator()
        #expect(try await resources.next()?.id == "1")
        #expect(progress.withLock { $0 } > 20)
        handle.pause()
        sender.yield(Array((Self.album(2) + ",").utf8))
        Task {
            await othersHaveTheirTurn()
            handle.resume()
        }
        #expect(try await resources.next()?.id == "2")
        Task {
            await othersHaveTheirTurn()
            handle.cancel()
        }
        await #expect(throws: CancellationError.self) { _ = try await resources.next() }
        #expect(try await resources.next() == nil)
    }

    @Test("The mode for documents of other media types holds for streams, too")
    func modes() async throws {
        func read(_ type: String, _ mode: DocumentOptions.Mode?) async throws -> [String?] {
            let script = Script { request, _ in
                let text = #"{"data": [{"type": "albums", "id": 7}]}"#
                return Self.answer(request, ClientResponse.Body(Array(text.utf8)), type: type)
            }
            var api = try script.api()
            api.options.modeOfOtherTypes = mode
            var ids: [String?] = []
            let stream = try await DataSource<Album>(.path("albums"), client: api).fetch().stream()
            for try await album in stream { ids.append(album.id) }
            return ids
        }
        let other = "application/json"
        #expect(try await read(other, .lenient) == ["7"])
        #expect(try await read(other + "; charset=utf-8", .lenient) == ["7"])
        for (type, mode) in [
            (other, nil), (other, .standard), ("application/vnd.api+json", .lenient),
        ] as [(String, DocumentOptions.Mode?)] {
            await #expect(throws: DocumentError.self, "\(type)") { _ = try await read(type, mode) }
        }
    }
}
