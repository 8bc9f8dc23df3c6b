// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import NIOHTTP1
import NIOSSL
import Testing
import Vox
import VoxAsyncHTTPClient
import VoxTestSupport
import VoxURLSession

/// Who is trusted, and what the end of a connection says.
@Suite("Transports: TLS")
struct TLSTests {
    /// A request that a stranger must not see.
    private static func secret(_ url: HTTPURL) -> ClientRequest {
        ClientRequest(
            method: .post, url: url,
            headers: [.authorization: "Bearer secret", .contentType: "text/plain"],
            body: Array("secret".utf8))
    }

    /// Checks that the transport refuses the server, and that the server learns nothing.
    private static func expectRefusal(
        _ transport: any HTTPTransport, _ tls: TLSConfiguration, at host: String = "localhost"
    ) async throws {
        for protocols in [["h2"], ["http/1.1"]] {
            let requests = Counter()
            let server = try await SecureServer(tls, protocols: protocols) { exchange in
                requests.add(1)
                try await exchange.end("ok")
            }
            let url = try HTTPURL("https://\(host):\(server.url.port)/secret")
            let error = await #expect(throws: RequestError.self) {
                _ = try await transport.execute(secret(url))
            }
            #expect(error?.code == .connection)
            #expect(error?.url == url)
            #expect(error?.message.contains("secret") == false)
            #expect(server.connections > 0)
            #expect(server.bytes == 0)
            #expect(requests.value == 0)
        }
    }

    @Test(
        "A certificate that nobody vouches for is refused, and no byte is sent",
        arguments: Transport.onNetwork)
    func untrusted(transport: Transport) async throws {
        try await Self.expectRefusal(transport.client(), Authority().server())
    }

    @Test("So is one of another authority, of another name, and of yesterday")
    func wrong() async throws {
        let authority = try Authority.shared.get()
        let transport = try authority.transport()
        try await Self.expectRefusal(transport, Authority().server())
        try await Self.expectRefusal(transport, authority.server(named: "example.com"))
        try await Self.expectRefusal(transport, authority.server(named: "*.localhost"))
        try await Self.expectRefusal(transport, authority.server(), at: "127.0.0.1")
        try await Self.expectRefusal(transport, authority.server(days: -1))
    }

    @Test("A request after a refusal gets through to who is trusted")
    func afterRefusal() async throws {
        let authority = try Authority.shared.get()
        let transport = try authority.transport()
        try await Self.expectRefusal(transport, Authority().server())
        let server = try await SecureServer(authority.server()) { try await $0.end("ok") }
        #expect(try await transport.execute(Self.secret(server.url)).text() == "ok")
        #expect(server.bytes > 0)
    }

    @Test(
        "The version of HTTP is what the server offers",
        arguments: [
            (["h2", "http/1.1"], HTTPVersion.http2), (["h2"], .http2), (["http/1.1"], .http1_1),
            ([], .http1_1),
        ])
    func versions(protocols: [String], version: HTTPVersion) async throws {
        let authority = try Authority.shared.get()
        let server = try await SecureServer(authority.server(), protocols: protocols) { exchange in
            try await exchange.end("\(exchange.head.version) \(exchange.head.uri)")
        }
        let transport = try authority.transport()
        for target in ["/a?b=c", "/d"] {
            let answer = try await transport.execute(
                ClientRequest(method: .get, url: server.url.with(target: target)))
            #expect(try await answer.text() == "\(version) \(target)")
        }
        #expect(server.connections == 1)
    }

    @Test("What speaks no TLS is a failed connection", arguments: Transport.onNetwork)
    func noTLS(transport: Transport) async throws {
        for sent in [
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", "\u{16}\u{3}\u{1}garbage", "",
        ] {
            let server = try RawServer { connection in
                _ = connection.read()
                connection.write(sent)
            }
            let url = try HTTPURL("https://localhost:\(server.url.port)/")
            let error = await #expect(throws: RequestError.self) {
                _ = try await transport.client().execute(Self.secret(url))
            }
            #expect(error?.code == .connection)
        }
    }

    /// How a connection ends.
    enum End: CaseIterable, Sendable { case farewell, cut }

    @Test("A body that ends with its connection is whole only after the farewell of TLS")
    func endOfConnection() async throws {
        let authority = try Authority.shared.get()
        for end in End.allCases {
            let server = try await SecureServer(authority.server(), protocols: ["http/1.1"]) {
                // A response of HTTP/1.0 may leave open how long it is.
                try await $0.begin(version: .http1_0)
                try await $0.write(Array("whole?".utf8))
                try await $0.end(end)
            }
            let answer = try await authority.transport().execute(
                ClientRequest(method: .get, url: server.url))
            switch end {
            case .farewell: #expect(try await answer.text() == "whole?")
            case .cut:
                let error = await #expect(throws: RequestError.self) { try await answer.text() }
                #expect(error?.code == .truncatedBody)
            }
        }
    }

    @Test(
        "A body that is shorter than announced is an error, however its connection ends",
        arguments: End.allCases,
        [["content-length": "100"], ["transfer-encoding": "chunked"]] as [HTTPHeaders])
    func shortBody(end: End, fields: HTTPHeaders) async throws {
        let authority = try Authority.shared.get()
        let server = try await SecureServer(authority.server(), protocols: ["http/1.1"]) {
            try await $0.begin(fields)
            try await $0.write(Array("{\"a\":1}".utf8))
            try await $0.end(end)
        }
        let answer = try await authority.transport().execute(
            ClientRequest(method: .get, url: server.url))
        let error = await #expect(throws: RequestError.self) { try await answer.text() }
        #expect(error?.code == .truncatedBody)
    }
}

extension SecureServer.Exchange {
    fileprivate func end(_ end: TLSTests.End) async throws {
        switch end {
        case .farewell: try await close()
        case .cut: try await cut()
        }
    }
}
