// SPDX-License-Identifier: MIT

import AsyncHTTPClient
import Foundation
import NIOSSL
import Testing
import Vox
import VoxAsyncHTTPClient
import VoxTestSupport

/// A certificate authority that goes when the tests end. Nobody trusts it but who is told to.
///
/// The `openssl` program makes its certificates: a package that does would have to compile a
/// second copy of BoringSSL, beside that of SwiftNIO.
struct Authority: Sendable {
    static let shared = Result { try Authority() }

    private let certificate: [UInt8]
    private let key: [UInt8]

    init() throws {
        (certificate, key) = try Self.inFolder { folder -> ([UInt8], [UInt8]) in
            try Self.openssl(
                ["req", "-x509"] + Self.newKey + [
                    "-out", "certificate.pem", "-subj", "/CN=Authority of the tests", "-days", "1",
                    "-addext", "keyUsage=critical,keyCertSign",
                ], in: folder)
            return try Self.made(in: folder)
        }
    }

    /// TLS for the server that has this name. Its certificate ends in so many days; -1: it has
    /// ended yesterday.
    func server(named host: String = "localhost", days: Int = 1) throws -> TLSConfiguration {
        let (own, ownKey) = try Self.inFolder { folder -> ([UInt8], [UInt8]) in
            try Data(certificate).write(to: folder.appendingPathComponent("authority.pem"))
            try Data(key).write(to: folder.appendingPathComponent("authority-key.pem"))
            try Self.openssl(
                ["req"] + Self.newKey + [
                    "-out", "request.pem", "-subj", "/CN=Server of the tests",
                    "-addext", "basicConstraints=critical,CA:FALSE",
                    "-addext", "subjectAltName=DNS:\(host)",
                ], in: folder)
            try Self.openssl(
                [
                    "x509", "-req", "-in", "request.pem", "-copy_extensions", "copy",
                    "-CA", "authority.pem", "-CAkey", "authority-key.pem", "-days", "\(days)",
                    "-out", "certificate.pem",
                ], in: folder)
            return try Self.made(in: folder)
        }
        return .makeServerConfiguration(
            certificateChain: [
                .certificate(try NIOSSLCertificate(bytes: own, format: .pem))
            ],
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: ownKey, format: .pem)))
    }

    /// The certificates that are trusted: that of this authority alone.
    func trustRoots() throws -> NIOSSLTrustRoots {
        .certificates([try NIOSSLCertificate(bytes: certificate, format: .pem)])
    }

    /// A transport that trusts this authority alone. It shows the certificate of `identity`, if any.
    func transport(
        connections: Int = 8, uploadsOverHTTP2: Bool = false, identity: TLSConfiguration? = nil,
        clock: any Clock<Duration> = TestClock()
    ) throws -> AsyncHTTPClientTransport {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = try trustRoots()
        if let identity {
            tls.certificateChain = identity.certificateChain
            tls.privateKey = identity.privateKey
        }
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls)
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
        return AsyncHTTPClientTransport(
            configuration: configuration, uploadsOverHTTP2: uploadsOverHTTP2, clock: clock)
    }

    private static let newKey = [
        "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "key.pem",
    ]

    private static func inFolder<Made>(_ body: (URL) throws -> Made) throws -> Made {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "vox-authority-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    /// The certificate and the key that openssl has written.
    private static func made(in folder: URL) throws -> ([UInt8], [UInt8]) {
        let certificate = try Data(contentsOf: folder.appendingPathComponent("certificate.pem"))
        let key = try Data(contentsOf: folder.appendingPathComponent("key.pem"))
        return ([UInt8](certificate), [UInt8](key))
    }

    private static func openssl(_ arguments: [String], in folder: URL) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.currentDirectoryURL = folder
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "openssl could not make a certificate")
    }
}
