// SPDX-License-Identifier: MIT

import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import NIOSSL
import Testing
import Vox
import VoxAsyncHTTPClient
import VoxHummingbird
import VoxTestSupport

/// The service in TLS of the page Operations (Sources/Vox/Vox.docc).
@Suite("Operations: client certificates")
struct ClientCertificateTests {
    @Test("Who shows a certificate of the authority is served; others are not")
    func clientCertificates() async throws {
        let authority = try Authority.shared.get()
        var tls = try authority.server()
        tls.minimumTLSVersion = .tlsv12
        tls.certificateVerification = .noHostnameVerification
        tls.trustRoots = try authority.trustRoots()
        let server = try HTTPServerBuilder.tls(
            .http1(limits: ConnectionLimits(), clock: TestClock()), tlsConfiguration: tls)
        let service = TransportResponder<BasicRequestContext>(
            ResourceService([ServedType("albums")], store: MemoryStore()),
            maximumBodySize: 1 << 20, scheme: .https)

        let known = try authority.transport(identity: authority.server(named: "client"))
        let unnamed = try authority.transport()
        let stranger = try authority.transport(identity: Authority().server(named: "client"))
        try await withServer(service, over: server) { url in
            let address = "https://localhost:\(url.port)"
            for (transport, isServed) in [(known, true), (unnamed, false), (stranger, false)] {
                let api = try APIClient(address, transport: transport, reliability: nil)
                if isServed {
                    let albums = try await api.fetch("albums", as: [AnyResource].self).result()
                    #expect(albums.data.isEmpty)
                } else {
                    let error = await #expect(throws: RequestError.self) {
                        _ = try await api.fetch("albums", as: [AnyResource].self).result()
                    }
                    #expect(error?.code == .connection)
                }
            }
        }
    }
}
