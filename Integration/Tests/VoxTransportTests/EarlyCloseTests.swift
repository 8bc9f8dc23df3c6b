// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Testing
import Vox
import VoxAsyncHTTPClient
import VoxTestSupport
import VoxURLSession

/// A server that responds before it has read the body, and closes the connection. The system of the
/// client has the whole response, and then cannot send the rest of the body.
@Suite("Transports: early responses", .serialized, .timeLimit(.minutes(10)))
struct EarlyCloseTests {
    @Test(
        "A whole response is not lost when the server closes before it has read the body",
        arguments: ["200 OK", "200 OK\r\nConnection: close", "201 Created", "413 Too Large"])
    func closed(status: String) async throws {
        let server = try RawServer { connection in
            connection.readHead()
            connection.write("HTTP/1.1 \(status)\r\nContent-Length: 5\r\n\r\nearly")
        }
        for round in 0..<20 {
            let client: any HTTPTransport =
                round % 2 == 0
                ? AsyncHTTPClientTransport(clock: TestClock())
                : URLSessionTransport(clock: TestClock())
            let request = ClientRequest(
                method: .post, url: server.url, body: [UInt8](repeating: 1, count: 16 << 20))
            do {
                let answer = try await client.execute(request)
                #expect("\(answer.status.code)" == status.prefix(3))
                #expect(answer.headers[.contentLength] == "5")
                #expect(String(decoding: try await answer.body.bytes(), as: UTF8.self) == "early")
            } catch let error as RequestError where client is URLSessionTransport {
                // libcurl can fail to send before it reads, and then nothing of the response comes.
                #expect(error.code == .connection, "\(round): \(error)")
            } catch {
                Issue.record("\(round): \(error)")
            }
        }
    }

    @Test("A response that is not whole is an error when the server closes")
    func cut() async throws {
        let server = try RawServer { connection in
            connection.readHead()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nearly")
        }
        for client: any HTTPTransport in [
            AsyncHTTPClientTransport(clock: TestClock()), URLSessionTransport(clock: TestClock()),
        ] {
            let request = ClientRequest(
                method: .post, url: server.url, body: [UInt8](repeating: 1, count: 16 << 20))
            await #expect(throws: RequestError.self) {
                _ = try await client.execute(request).body.bytes()
            }
        }
    }
}
