// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxTestSupport

/// Bodies that are as long as they may be, and one byte longer.
@Suite("Limits of bodies")
struct BodyLimitTests {
    private func stream(_ sizes: [Int]) -> AsyncThrowingStream<[UInt8], any Error> {
        AsyncThrowingStream { continuation in
            for size in sizes { continuation.yield([UInt8](repeating: 7, count: size)) }
            continuation.finish()
        }
    }

    /// A body that is in memory, and the same in chunks.
    private func bodies(_ sizes: [Int]) -> [ClientRequest.Body] {
        let sum = sizes.reduce(0, +)
        return [
            ClientRequest.Body([UInt8](repeating: 7, count: sum)),
            ClientRequest.Body { self.stream(sizes) },
            ClientRequest.Body(length: sum) { self.stream(sizes) },
            ClientRequest.Body(once: stream(sizes)),
        ]
    }

    @Test(
        "An error about a size has the request and the head of the response",
        arguments: [true, false])
    func facts(isTold: Bool) async throws {
        let server = Scripted { request, _ in
            var response = request.answer(200, [.eTag: "\"1\""])
            if isTold { response.head.headerFields[.contentLength] = "6" }
            response.body = ClientResponse.Body(stream([3, 3]))
            return response
        }
        for limit in [5, 6] {
            var request = try ClientRequest.get("https://a.example/x")
            request.limits.body = limit
            let client = server.with(SizeLimit())
            let error = await requestError { _ = try await client.execute(request).body.bytes() }
            if limit == 6 {
                #expect(error == nil)
            } else {
                #expect(error?.code == .responseTooLarge)
                #expect(error?.message == "the body is larger than 5 bytes")
                #expect(error?.method == .get && error?.url?.text == "https://a.example/x")
                #expect(error?.status == .ok && error?.headers[.eTag] == "\"1\"")
            }
        }
    }

    @Test("Who discards a body is told how much of it was read")
    func discarded() async throws {
        let counts = Mutex<[Int]>([])
        for body in bodies([3, 0, 4]) {
            var request = try ClientRequest.get("https://a.example/x")
            request.content = body
            request.uploadProgress = { count in counts.withLock { $0.append(count) } }
            try await request.drain()
        }
        // A body in memory need not be read.
        #expect(counts.withLock { $0 } == [3, 7, 3, 7, 3, 7])
    }

    @Test("A body is collected up to its limit, and not one byte more")
    func collecting() async throws {
        for sizes in [[], [1], [3, 4], [0, 7, 0], [7]] {
            let sum = sizes.reduce(0, +)
            for body in bodies(sizes) {
                #expect(try await body.collected(upTo: sum).count == sum)
            }
            guard sum > 0 else { continue }
            for body in bodies(sizes) {
                let error = await requestError { _ = try await body.collected(upTo: sum - 1) }
                #expect(error?.code == .limit)
                #expect(error?.message == "the body is larger than \(sum - 1) bytes")
            }
        }
    }

    @Test("A response is read up to a limit, and not one byte more")
    func responses() async throws {
        for sizes in [[], [1], [3, 4], [0, 7, 0], [7]] {
            let sum = sizes.reduce(0, +)
            for body in [
                ClientResponse.Body([UInt8](repeating: 7, count: sum)),
                ClientResponse.Body(stream(sizes)),
            ] { #expect(try await body.bytes(upTo: sum).count == sum) }
            guard sum > 0 else { continue }
            for body in [
                ClientResponse.Body([UInt8](repeating: 7, count: sum)),
                ClientResponse.Body(stream(sizes)),
            ] {
                let error = await requestError { _ = try await body.bytes(upTo: sum - 1) }
                #expect(error?.code == .responseTooLarge)
                #expect(error?.message == "the body is larger than \(sum - 1) bytes")
            }
        }
    }

    @Test("A body has exactly the bytes that it promised")
    func lengths() async throws {
        for (length, sizes, message) in [
            (0, [], nil), (0, [0], nil), (3, [1, 2], nil), (3, [0, 3, 0], nil),
            (3, [1], "has only 1"), (3, [], "has only 0"), (3, [1, 1], "has only 2"),
            (3, [1, 3], "has more"), (3, [3, 1], "has more"), (0, [1], "has more"),
            (3, [4], "has more"),
        ] as [(Int, [Int], String?)] {
            let body = ClientRequest.Body(length: length) { self.stream(sizes) }
            let error = await requestError {
                for try await chunk in try await body.open() { #expect(!chunk.isEmpty) }
            }
            #expect(error?.code == (message == nil ? nil : .unsendable), "\(length) \(sizes)")
            #expect(
                error?.message == message.map { "the body should have \(length) bytes, but \($0)" })
        }
        #expect(ClientRequest.Body(length: -1) { self.stream([]) }.length == 0)
        #expect(ClientRequest.Body(once: stream([]), length: -1).length == 0)
    }

    @Test("A body that is sent once says so, and has the type that was given")
    func once() async throws {
        let body = ClientRequest.Body(once: stream([1]), length: 1, contentType: "a/b")
        #expect(body.canBeOpened && body.contentType == "a/b" && body.length == 1)
        _ = try await body.collected()
        #expect(!body.canBeOpened)
        let error = await requestError { _ = try await body.open() }
        #expect(error?.message == "the body was already sent, and can be sent only once")
        let again = ClientRequest.Body(contentType: "c/d") { self.stream([1]) }
        #expect(again.contentType == "c/d" && again.canBeOpened && again.length == nil)
        #expect(ClientRequest.Body([1], contentType: "e/f").contentType == "e/f")
        #expect(again.of(contentType: "g/h").contentType == "g/h")
        #expect("\(again)" == "a body of unknown length" && "\(body)" == "1 bytes")
    }

    @Test("A request takes the type of its body, unless it has one")
    func types() throws {
        let url = try HTTPURL("https://a.example/")
        let body = ClientRequest.Body([1], contentType: "a/b")
        let typed = ClientRequest(method: .post, url: url, sending: body)
        #expect(typed.headers[.contentType] == "a/b")
        let own = ClientRequest(
            method: .post, url: url, headers: [.contentType: "c/d"], sending: body)
        #expect(own.headers[.contentType] == "c/d")
        let untyped = ClientRequest(method: .post, url: url, sending: ClientRequest.Body([1]))
        #expect(untyped.headers[.contentType] == nil && untyped.body == [1])
    }

    // MARK: Responses on their way

    @Test("Only a body that is over the limit of its request is refused")
    func sizeLimit() async throws {
        for (size, length, isRefused) in [
            (5, nil, false), (6, nil, true), (5, "5", false), (5, "6", true), (0, "6", true),
            (0, "5", false), (6, "5", true),
        ] as [(Int, String?, Bool)] {
            for isStreamed in [false, true] {
                let server = Scripted { request, _ in
                    var response = request.answer(200)
                    response.head.headerFields[.contentLength] = length
                    let bytes = [UInt8](repeating: 7, count: size)
                    response.body =
                        isStreamed
                        ? ClientResponse.Body(self.stream([size])) : ClientResponse.Body(bytes)
                    return response
                }
                var request = try ClientRequest.get("https://a.example/")
                request.limits.body = 5
                let code = await failure {
                    _ = try await server.with(SizeLimit()).execute(request).body.bytes()
                }
                #expect(
                    code == (isRefused ? .responseTooLarge : nil),
                    "\(size) \(length ?? "") \(isStreamed)")
                request.limits.body = nil
                _ = try await server.with(SizeLimit()).execute(request).body.bytes()
            }
        }
        // The response to HEAD, and a 304, have the length of another body.
        for (method, status) in [(HTTPRequest.Method.head, 200), (.get, 304)] {
            let server = Scripted { request, _ in request.answer(status, [.contentLength: "6"]) }
            var request = try ClientRequest(method, "https://a.example/")
            request.limits.body = 5
            let response = try await server.with(SizeLimit()).execute(request)
            #expect(try await response.body.bytes() == [])
        }
    }

    @Test("The header fields of a response are counted, and measured, up to their limits")
    func headers() async throws {
        var request = try ClientRequest.get("https://a.example/")
        request.limits.headerBytes = nil
        for (count, isRefused) in [(2, false), (3, true)] {
            request.limits.headerFields = 2
            let transfer = Transfer(request, Timers(Stopwatch(TestClock())))
            var fields = HTTPFields()
            for _ in 0..<count { fields.append(HTTPField(name: .setCookie, value: "a")) }
            transfer.receive(HTTPResponse(status: .ok, headerFields: fields))
            let code = await failure { _ = try await transfer.head() }
            #expect(code == (isRefused ? .responseTooLarge : nil))
        }
    }

    @Test("A transfer reads ahead by 64 KiB, and goes on when these are read")
    func readAhead() async throws {
        let transfer = Transfer(
            try ClientRequest.get("https://a.example/"), Timers(Stopwatch(TestClock())))
        let body = TransferBody(transfer)
        transfer.receive(HTTPResponse(status: .ok))
        func receive(_ count: Int) -> Bool {
            [UInt8](repeating: 7, count: count).withUnsafeBytes(transfer.receive)
        }
        let resumed = Tally()
        #expect(receive((64 << 10) - 1))
        transfer.whenWanted { resumed.add() }
        #expect(resumed.count == 1, "there is room for one byte")
        #expect(!receive(1))
        transfer.whenWanted { resumed.add() }
        #expect(resumed.count == 1)
        #expect(receive(0), "nothing needs no room")
        var iterator = body.makeAsyncIterator()
        #expect(try await iterator.next()?.count == 64 << 10)
        #expect(resumed.count == 2)
        #expect(receive(1))
        transfer.finish()
        #expect(try await iterator.next()?.count == 1)
        #expect(try await iterator.next() == nil)
        #expect(receive(1), "what comes after the end is dropped")
    }

    @Test("Bytes that are over the limit end a transfer, whoever reads")
    func transferLimit() async throws {
        for (size, isRefused) in [(5, false), (6, true)] {
            var request = try ClientRequest.get("https://a.example/")
            request.limits.body = 5
            let transfer = Transfer(request, Timers(Stopwatch(TestClock())))
            transfer.receive(HTTPResponse(status: .ok))
            _ = [UInt8](repeating: 7, count: size).withUnsafeBytes(transfer.receive)
            transfer.finish()
            let body = ClientResponse.Body(TransferBody(transfer))
            let error = await requestError { _ = try await body.bytes() }
            #expect(error?.code == (isRefused ? .responseTooLarge : nil))
            #expect(error?.message == (isRefused ? "the body is larger than 5 bytes" : nil))
        }
        for (limit, isRefused) in [(5, false), (4, true)] {
            let transfer = Transfer(
                try ClientRequest.get("https://a.example/"), Timers(Stopwatch(TestClock())))
            transfer.receive(HTTPResponse(status: .ok))
            _ = [UInt8](repeating: 7, count: 5).withUnsafeBytes(transfer.receive)
            transfer.finish()
            let body = ClientResponse.Body(TransferBody(transfer))
            let code = await failure { _ = try await body.bytes(upTo: limit) }
            #expect(code == (isRefused ? .responseTooLarge : nil))
        }
    }

    @Test("A response that has no body is not read for one")
    func noBodies() async throws {
        for (method, status, length, hasBody) in [
            (HTTPRequest.Method.get, 200, nil, true), (.get, 200, "1", true),
            (.get, 200, "0", false), (.head, 200, "1", false), (.get, 204, nil, false),
            (.get, 304, "1", false), (.get, 404, nil, true),
        ] as [(HTTPRequest.Method, Int, String?, Bool)] {
            var head = HTTPResponse(status: .init(code: status))
            head.headerFields[.contentLength] = length
            let decoded = Tally()
            let request = try ClientRequest(method, "https://a.example/")
            let response = try await request.exchange(
                Timers(Stopwatch(TestClock())),
                decode: { _, body in
                    decoded.add()
                    return ClientResponse.Body(body)
                },
                start: { $0.receive(head) })
            #expect(response.status.code == status)
            #expect(decoded.count == (hasBody ? 1 : 0), "\(method) \(status) \(length ?? "")")
        }
    }

    // MARK: Errors

    @Test("An error keeps 64 KiB of a body, and shows 2,000 characters of its message")
    func errors() async throws {
        for (size, kept) in [(65_536, 65_536), (65_537, 65_536)] {
            let script = Script { request, _ in
                .document(String(repeating: "x", count: size), 500, of: request)
            }
            let albums = DataSource<Album>(.path("albums"), client: try script.api())
            let error = await requestError { _ = try await albums.fetch().result() }
            #expect(error?.body.count == kept)
            #expect(error?.sent == nil && error?.code == .server)
        }
        for (count, shown) in [(2000, 2000), (2001, 2000)] {
            let text = String(repeating: "x", count: count)
            let error = RequestError(code: .client, message: text)
            #expect("\(error)" == "client: " + text.prefix(shown))
            #expect(error.errorDescription == String(text.prefix(shown)))
        }
        var error = RequestError(code: .client, message: "a\nb\u{2028}c\u{202E}d\u{0}e")
        #expect("\(error)" == "client: a b c d e")
        error.status = .notFound
        #expect("\(error)".hasSuffix(", status 404"))
        error.message = "it was 404"
        error.body = [1, 2]
        #expect("\(error)" == "client: it was 404 [see body: 2 bytes]")
        error.headers[.contentType] = "text/plain; charset=x"
        #expect("\(error)" == "client: it was 404 [see body: 2 bytes of text/plain]")
    }

    @Test("The classes of statuses begin and end where HTTP says it")
    func statuses() {
        let classes: [(Int, ClientResponse.Head.StatusClass)] = [
            (199, .noResponse), (200, .success), (299, .success), (300, .redirection),
            (399, .redirection), (400, .invalid), (401, .unauthorized), (402, .invalid),
            (499, .invalid), (500, .serverError), (599, .serverError), (600, .noResponse),
        ]
        for (code, expected) in classes {
            #expect(ClientResponse.Head.StatusClass(.init(code: code)) == expected, "\(code)")
        }
        #expect(ClientResponse.Head.StatusClass(nil) == .noResponse)
    }
}
