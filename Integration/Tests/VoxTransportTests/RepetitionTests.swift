// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTestSupport

/// A request is sent as often as it is asked for, whatever the HTTP library below would like to do.
@Suite("Transports: repetition", .serialized)
struct RepetitionTests {
    /// A server that answers the first request of each connection and keeps the connection; the second
    /// it reads, and closes. Counts the requests that are no GET.
    private static func server(_ writes: Counter) throws -> RawServer {
        try RawServer { connection in
            for number in 0..<2 {
                let head = connection.readHead()
                guard head.contains("\r\n\r\n") else { return }
                if !head.hasPrefix("GET") { writes.add(1) }
                // The body is small and comes with the head, or right behind it.
                if head.hasSuffix("\r\n\r\n"), !head.contains("Content-Length: 0"),
                    head.lowercased().contains("content-length")
                {
                    _ = connection.read()
                }
                if number == 0 {
                    connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                }
            }
        }
    }

    @Test(
        "What must not arrive twice does not, on a connection that was used before",
        arguments: Transport.onNetwork,
        [HTTPRequest.Method.post, .patch, .put, .delete])
    func staleConnection(transport: Transport, method: HTTPRequest.Method) async throws {
        for body in [nil, "x"] as [String?] {
            let writes = Counter()
            let server = try Self.server(writes)
            let client = transport.client()
            _ = try await client.execute(ClientRequest(method: .get, url: server.url)).text()
            var request = ClientRequest(method: method, url: server.url)
            request.body = body.map { Array($0.utf8) }
            request.headers[.contentType] = body == nil ? nil : "text/plain"
            do {
                #expect(try await client.execute(request).text() == "ok")
            } catch let error as RequestError {
                #expect(error.code == .connection)
            }
            #expect(writes.value == 1, "\(body ?? "no body")")
        }
    }

    /// What comes of a second request on a connection that the server keeps, and what it says to each
    /// request of its first connection; later connections are answered. No repetition is in the budget.
    private func second(
        _ method: HTTPRequest.Method, says text: String, reset: Bool = false
    ) async throws -> (Result<ClientResponse, any Error>, connections: Int) {
        let connections = Counter()
        let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        let server = try RawServer { connection in
            let isFirst = connections.next() == 0
            connection.readHead()
            connection.write(ok)
            guard connection.readHead().contains("\r\n\r\n") else { return }
            connection.write(isFirst ? text : ok)
            if reset { connection.reset() }
        }
        var options = ReliabilityOptions()
        options.retryLimit = 0
        options.retryBudget = ReliabilityOptions.RetryBudget(share: 0, reserve: 0, burst: 0)
        let client = Transport.asyncHTTPClient.client().reliable(options)
        _ = try await client.execute(ClientRequest(method: .get, url: server.url)).text()
        let request = ClientRequest(method: method, url: server.url)
        do {
            let response = try await client.execute(request)
            return (.success(response), server.connections)
        } catch {
            return (.failure(error), server.connections)
        }
    }

    @Test(
        "A request that may be repeated is sent anew when its kept connection was closed or reset",
        arguments: [HTTPRequest.Method.get, .head, .put, .delete], [false, true])
    func resent(method: HTTPRequest.Method, reset: Bool) async throws {
        let (outcome, connections) = try await second(method, says: "", reset: reset)
        let response = try outcome.get()
        #expect(response.status == .ok && response.attempts == 2)
        #expect(connections == 2)
    }

    @Test("Nothing else is sent anew apart from the budget")
    func notResent() async throws {
        for (method, text) in [
            (HTTPRequest.Method.post, ""), (.patch, ""), (.get, "HTTP/1.1 2"),
            (.get, "HTTP/1.1 099 x\r\n\r\n"), (.get, "garbage\r\n\r\n"),
            (.get, "HTTP/1.1 103 x\r\n\r\n"), (.get, "HTTP/1.1 103 x\r\n\r\nHT"),
            (.get, "HTTP/1.1 200 x\r\nContent-Length: x\r\n\r\n"),
        ] {
            let (outcome, connections) = try await second(method, says: text)
            let error = #expect(throws: RequestError.self, "\(method) \(text)") {
                try outcome.get()
            }
            #expect(error?.code == .connection, "\(method) \(text)")
            #expect(connections == 1, "\(method) \(text)")
        }
    }
}
