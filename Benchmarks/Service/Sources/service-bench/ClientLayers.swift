// SPDX-License-Identifier: MIT

import AsyncHTTPClient
import Hummingbird
import Vox
import VoxAsyncHTTPClient

/// One fetch, with more and more of Vox around it: shows where the time of a client goes.
struct ClientLayers {
    struct Layer {
        let name: String
        let fetch: @Sendable (Int) async throws -> Void
    }

    /// From AsyncHTTPClient alone to everything.
    let all: [Layer]
    private let client: HTTPClient

    var bare: Layer { all[0] }
    var everything: Layer { all[all.count - 1] }

    /// - Parameters:
    ///   - port: where the server of ``ClientJob`` listens.
    ///   - size: how many bytes its document has.
    /// - Throws: ``RequestError`` when the address is none.
    init(port: Int, size: Int) throws {
        let base = "http://127.0.0.1:\(port)"
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = ClientJob.atATime
        configuration.redirectConfiguration = .disallow
        let client = HTTPClient(configuration: configuration)
        let transport = AsyncHTTPClientTransport()
        let reliable = transport.reliable()
        // Addresses of their own for all: equal GETs would share a transfer.
        let collect: @Sendable (Int) async throws -> ByteBuffer = { number in
            let request = HTTPClientRequest(url: "\(base)/albums/\(number)")
            let response = try await client.execute(request, timeout: .seconds(120))
            return try await response.body.collect(upTo: 1 << 20)
        }
        self.client = client
        all = [
            Layer(name: "AsyncHTTPClient alone") { number in
                try Self.check(try await collect(number).readableBytes, size)
            },
            Layer(name: "AsyncHTTPClient, bytes read as a document") { number in
                let bytes = try await collect(number).readableBytesView
                let options = DocumentOptions(parsing: .automatic)
                try Self.check(try Document<Album>(parsing: bytes, options: options).data)
            },
            Layer(name: "transport of Vox alone") { number in
                let request = try Self.request("\(base)/albums/\(number)")
                try Self.check(try await transport.execute(request).body.bytes().count, size)
            },
            Layer(name: "transport, and what makes it reliable") { number in
                let request = try Self.request("\(base)/albums/\(number)")
                try Self.check(try await reliable.execute(request).body.bytes().count, size)
            },
            try Self.source("all of Vox but what makes it reliable", base, transport, nil),
            try Self.source("all of Vox", base, transport, ReliabilityOptions()),
        ]
    }

    func close() {
        client.shutdown { _ in }
    }

    private static func source(
        _ name: String, _ base: String, _ transport: AsyncHTTPClientTransport,
        _ reliability: ReliabilityOptions?
    ) throws -> Layer {
        let api = try APIClient(base, transport: transport, reliability: reliability)
        // The server responds to each address with the same album.
        return Layer(name: name) { number in
            try check(try await api.fetch("albums/\(number)", as: Album.self).result().data)
        }
    }

    private static func request(_ url: String) throws -> ClientRequest {
        ClientRequest(method: .get, url: try HTTPURL(url))
    }

    private static func check(_ count: Int, _ size: Int) throws {
        guard count == size else { throw LoadError.response("the body is not whole") }
    }

    private static func check(_ album: Resource<Album>?) throws {
        guard album?.title != nil, album?.year != nil, album?.artist?.name != nil else {
            throw LoadError.response("the album is not whole")
        }
    }
}
