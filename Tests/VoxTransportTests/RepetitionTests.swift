// SPDX-License-Identifier: MIT

#if AsyncHTTPClient && Hummingbird
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
            request.timeouts.total = .seconds(20)
            do {
                #expect(try await client.execute(request).text() == "ok")
            } catch let error as RequestError {
                #expect(error.code == .connection)
            }
            #expect(writes.value == 1, "\(body ?? "no body")")
        }
    }
}
#endif
