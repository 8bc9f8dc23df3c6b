// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxAsyncHTTPClient
import VoxTestSupport

/// Who is slow, and bodies that are not read.
@Suite("Transports: waiting", .serialized)
struct WaitingTests {
    @Test("A slow reader does not run into the idle limit", arguments: Transport.onNetwork)
    func slowReader(transport: Transport) async throws {
        let server = try RawServer { connection in
            connection.readHead()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
            Thread.sleep(forTimeInterval: 0.1)
            connection.write("world")
        }
        var request = ClientRequest(method: .get, url: server.url)
        request.timeouts.idle = .milliseconds(300)
        let answer = try await transport.client().execute(request)
        try await Task.sleep(for: .milliseconds(700))
        #expect(try await answer.text() == "helloworld")
    }

    @Test("A response dropped unread closes its connection", arguments: Transport.onNetwork)
    func dropping(transport: Transport) async throws {
        let (closings, closing) = AsyncStream<Bool>.makeStream()
        let server = try RawServer { connection in
            connection.readHead()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
            closing.yield(connection.waitForClose(seconds: 60))
        }
        let client = transport.client()
        _ = try await client.execute(ClientRequest(method: .get, url: server.url)).status
        for await isClosed in closings {
            #expect(isClosed)
            break
        }
    }

    @Test("Dropping a transport closes its connections", arguments: Transport.onNetwork)
    func droppingTransport(transport: Transport) async throws {
        let (closings, closing) = AsyncStream<Bool>.makeStream()
        let server = try RawServer { connection in
            connection.readHead()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            closing.yield(connection.waitForClose(seconds: 60))
        }
        #expect(
            try await transport.client().execute(ClientRequest(method: .get, url: server.url))
                .text() == "ok")
        for await isClosed in closings {
            #expect(isClosed)
            break
        }
    }

    @Test("The server waits while nobody reads")
    func backPressure() async throws {
        let sent = Counter()
        let handler = Handler { request in
            request.answer(
                .ok, [:],
                ClientResponseBody(unfolding: {
                    sent.add(1 << 16)
                    return sent.value > 256 << 20 ? nil : [UInt8](repeating: 7, count: 1 << 16)
                }))
        }
        try await withServer(handler) { base in
            var request = ClientRequest(method: .get, url: base)
            request.limits.body = nil
            let answer = try await AsyncHTTPClientTransport().execute(request)
            var chunks = answer.body.makeAsyncIterator()
            #expect(try await chunks.next() != nil)
            try await Task.sleep(for: .milliseconds(500))
            let first = sent.value
            try await Task.sleep(for: .milliseconds(500))
            // What fits into the sockets between has gone (up to 36 MB on Linux), and no more.
            #expect(sent.value == first)
            #expect(first < 128 << 20)
            var size = 0
            while let chunk = try await chunks.next() { size += chunk.count }
            #expect(size > 255 << 20)
        }
    }

    @Test("A slow upload is no server that does not answer", arguments: Transport.onNetwork)
    func slowUpload(transport: Transport) async throws {
        let size = 32 << 20
        let server = try RawServer { connection in
            var read = 0
            while read < size, let bytes = connection.read() {
                read += bytes.count
                // Some 10 MB a second: longer for all than the limit, but never between two pieces.
                Thread.sleep(forTimeInterval: Double(bytes.count) / 10e6)
            }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        }
        var request = ClientRequest(method: .put, url: server.url)
        request.body = Array(repeating: UInt8(ascii: "x"), count: size)
        request.timeouts.idle = .seconds(2)
        let sent = Mutex<[Int]>([])
        request.uploadProgress = { count in sent.withLock { $0.append(count) } }
        #expect(try await transport.client().execute(request).text() == "ok")
        let told = sent.withLock { $0 }
        #expect(told == told.sorted())
        if transport == .asyncHTTPClient { #expect(told.last == size && told.count > 100) }
    }
}
