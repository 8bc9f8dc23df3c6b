// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxAsyncHTTPClient
import VoxTestSupport

/// Who is slow, and bodies that are not read.
@Suite("Transports: waiting", .serialized, .timeLimit(.minutes(10)))
struct WaitingTests {
    @Test("A slow reader does not run into the idle limit", arguments: Transport.onNetwork)
    func slowReader(transport: Transport) async throws {
        let (isRead, isSent) = (Flag(), Flag())
        let server = try RawServer { connection in
            connection.readHead()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
            blockUntil { isRead.isSet }
            connection.write("world")
            isSent.set()
        }
        let clock = TestClock()
        var request = ClientRequest(method: .get, url: server.url)
        request.timeouts.idle = .seconds(3)
        let answer = try await transport.client(clock: clock).execute(request)
        isRead.set()
        await eventually { isSent.isSet }
        // More than twice the limit, in which nobody reads.
        clock.advance(by: .seconds(7))
        await othersHaveTheirTurn()
        #expect(try await answer.text() == "helloworld")
    }

    @Test("A response dropped unread closes its connection", arguments: Transport.onNetwork)
    func dropping(transport: Transport) async throws {
        let isClosed = Flag()
        let server = try RawServer { connection in
            connection.readHead()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
            connection.waitForClose()
            isClosed.set()
        }
        let client = transport.client()
        _ = try await client.execute(ClientRequest(method: .get, url: server.url)).status
        await eventually { isClosed.isSet }
        #expect(isClosed.isSet)
    }

    @Test("Dropping a transport closes its connections", arguments: Transport.onNetwork)
    func droppingTransport(transport: Transport) async throws {
        let isClosed = Flag()
        let server = try RawServer { connection in
            connection.readHead()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            connection.waitForClose()
            isClosed.set()
        }
        #expect(
            try await transport.client().execute(ClientRequest(method: .get, url: server.url))
                .text() == "ok")
        await eventually { isClosed.isSet }
        #expect(isClosed.isSet)
    }

    @Test("The server waits while nobody reads")
    func backPressure() async throws {
        let sent = Counter()
        let handler = Handler { request in
            request.answer(
                .ok, [:],
                ClientResponse.Body(unfolding: {
                    sent.add(1 << 16)
                    return sent.value > 256 << 20 ? nil : [UInt8](repeating: 7, count: 1 << 16)
                }))
        }
        try await withServer(handler) { base in
            var request = ClientRequest(method: .get, url: base)
            request.limits.body = nil
            let answer = try await AsyncHTTPClientTransport(clock: TestClock()).execute(request)
            var chunks = answer.body.makeAsyncIterator()
            #expect(try await chunks.next() != nil)
            // What fits into the sockets between has gone (up to 36 MB on Linux), and no more.
            #expect(await sent.rests(below: 128 << 20))
            var size = 0
            while let chunk = try await chunks.next() { size += chunk.count }
            #expect(size > 255 << 20)
        }
    }

    @Test("A slow upload is no server that does not answer", arguments: Transport.onNetwork)
    func slowUpload(transport: Transport) async throws {
        let size = 32 << 20
        let clock = TestClock()
        let sent = Mutex<[Int]>([])
        let server = try RawServer { connection in
            connection.buffer(1 << 16)
            var (read, step, last) = (0, 0, 0)
            while read < size, let bytes = connection.read() {
                read += bytes.count
                guard read >= (step + 1) << 21 else { continue }
                // Longer for all than the limit, but never between two pieces that the client sends.
                step += 1
                blockUntil { sent.withLock { $0.last ?? 0 } > last }
                if sent.withLock({ $0.last == size }) { break }
                clock.advance(by: .milliseconds(1500))
                last = sent.withLock { $0.last ?? 0 }
            }
            while read < size, let bytes = connection.read() { read += bytes.count }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        }
        var request = ClientRequest(method: .put, url: server.url)
        request.body = Array(repeating: UInt8(ascii: "x"), count: size)
        request.timeouts.idle = .seconds(2)
        request.timeouts.total = nil
        request.uploadProgress = { count in sent.withLock { $0.append(count) } }
        #expect(try await transport.client(clock: clock).execute(request).text() == "ok")
        let told = sent.withLock { $0 }
        #expect(told == told.sorted())
        if transport == .asyncHTTPClient { #expect(told.last == size && told.count > 100) }
    }
}
