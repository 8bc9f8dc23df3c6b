// SPDX-License-Identifier: MIT

import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import NIOSSL
import Vox
import VoxHummingbird

/// Runs a client as a server with TLS, which speaks HTTP/2 with who can, and is called `localhost`.
func withServer<Outcome: Sendable>(
    _ client: any HTTPTransport, tls: TLSConfiguration,
    _ body: @Sendable (HTTPURL) async throws -> Outcome
) async throws -> Outcome {
    try await withServer(
        TransportResponder<BasicRequestContext>(client, maximumBodySize: 1 << 26, scheme: .https),
        over: .http2Upgrade(tlsConfiguration: tls), at: "https://localhost", body)
}
