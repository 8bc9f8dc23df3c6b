// SPDX-License-Identifier: MIT

#if AsyncHTTPClient && Hummingbird
import AsyncHTTPClient
import Crypto
import Foundation
import NIOSSL
import SwiftASN1
import VoxAsyncHTTPClient
import X509

/// A certificate authority that goes when the tests end. Nobody trusts it but who is told to.
struct Authority: Sendable {
    static let shared = Result { try Authority() }

    private let name: DistinguishedName
    private let key: Certificate.PrivateKey
    private let certificate: Certificate

    init() throws {
        name = try DistinguishedName { CommonName("Authority of the tests") }
        key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
            notValidBefore: .now - 86400, notValidAfter: .now + 86400, issuer: name, subject: name,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                Critical(KeyUsage(keyCertSign: true))
            }, issuerPrivateKey: key)
    }

    /// TLS for the server that has this name, until then.
    func server(
        named host: String = "localhost", until end: Date = .now + 86400
    ) throws -> TLSConfiguration {
        let own = P256.Signing.PrivateKey()
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(),
            publicKey: Certificate.PrivateKey(own).publicKey, notValidBefore: end - 172800,
            notValidAfter: end, issuer: name,
            subject: DistinguishedName { CommonName("Server of the tests") },
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                SubjectAlternativeNames([.dnsName(host)])
            }, issuerPrivateKey: key)
        return .makeServerConfiguration(
            certificateChain: [.certificate(try Self.forTLS(certificate))],
            privateKey: .privateKey(
                try NIOSSLPrivateKey(bytes: Array(own.pemRepresentation.utf8), format: .pem)))
    }

    /// A transport that trusts this authority alone.
    func transport(
        connections: Int = 8, uploadsOverHTTP2: Bool = false
    ) throws -> AsyncHTTPClientTransport {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .certificates([try Self.forTLS(certificate)])
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls)
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
        return AsyncHTTPClientTransport(
            configuration: configuration, uploadsOverHTTP2: uploadsOverHTTP2)
    }

    private static func forTLS(_ certificate: Certificate) throws -> NIOSSLCertificate {
        try NIOSSLCertificate(bytes: certificate.serializeAsPEM().derBytes, format: .der)
    }
}
#endif
