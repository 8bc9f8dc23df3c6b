// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Testing
import Vox
import VoxAsyncHTTPClient
import VoxTestSupport

/// Connections that were not to be had are told in words.
@Suite("Transports: what errors of connections say")
struct ConnectionErrorTests {
    private func words(_ url: String) async throws -> String {
        let api = try APIClient(
            url, transport: AsyncHTTPClientTransport(clock: TestClock()), reliability: nil)
        do {
            _ = try await api.fetch("x", as: AnyResource.self).result()
            return "answered"
        } catch {
            return "\(error)"
        }
    }

    @Test("Nobody listens there")
    func refused() async throws {
        // A port that was free a moment ago.
        let port = try RawServer { _ in }.url.port
        let said = try await words("http://127.0.0.1:\(port)")
        #expect(
            said
                == "connection: connection refused: nothing listens there (GET http://127.0.0.1:\(port)/x)"
        )
    }

    @Test("There is no such host")
    func noHost() async throws {
        #expect(
            try await words("http://nowhere.invalid")
                == "connection: no connection to nowhere.invalid:80: there is no address of that name (GET http://nowhere.invalid/x)"
        )
    }

    @Test("The server hangs up, or does not speak TLS")
    func hangsUp() async throws {
        let silent = try RawServer { connection in connection.readHead() }
        #expect(
            try await words(silent.url.text)
                == "connection: the server closed the connection before it sent a response (GET \(silent.url.text)x)"
        )
        let plain = try RawServer { connection in
            connection.write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        }
        let said = try await words("https://127.0.0.1:\(plain.url.port)")
        // Whether its response or its end is seen first is a matter of time.
        #expect(said.hasPrefix("connection: no TLS with the server: it "))
        #expect(
            said.contains("does not speak TLS there (GET https://127.0.0.1:\(plain.url.port)/x)"))
    }
}
