// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Testing
import Vox
import VoxAsyncHTTPClient
import VoxTestSupport

/// Compressed bodies, and bodies that are too large.
@Suite("Transports: limits")
struct TransportLimitTests {
    static let gzip: HTTPFields = [.contentEncoding: "gzip"]

    /// Asks for a body that is sent with these fields, and reads it as it comes.
    static func receive(
        _ transport: Transport, _ body: [UInt8], _ fields: HTTPFields = gzip,
        change: (inout ClientRequest) -> Void = { _ in }
    ) async throws -> (size: Int, text: String, fields: HTTPFields) {
        let server = try RawServer { connection in
            connection.readHead()
            let fields = fields.map { "\($0.name.rawName): \($0.value)\r\n" }.joined()
            connection.write(
                "HTTP/1.1 200 OK\r\n\(fields)Content-Length: \(body.count)\r\n\r\n")
            connection.write(body)
        }
        var request = ClientRequest(method: .get, url: server.url)
        change(&request)
        let answer = try await transport.client().execute(request)
        var size = 0
        var start: [UInt8] = []
        for try await chunk in answer.body {
            size += chunk.count
            if start.count < 1000 { start += chunk }
        }
        return (size, String(decoding: start.prefix(1000), as: UTF8.self), answer.headers)
    }

    @Test(
        "The pieces of a large body take no more memory than they need",
        arguments: Transport.onNetwork)
    func pieces(transport: Transport) async throws {
        // A piece is sent when the one before was read, so that no two arrive together.
        let wanted = DispatchSemaphore(value: 0)
        defer { for _ in 0..<10_000 { wanted.signal() } }
        let server = try RawServer { connection in
            connection.readHead()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
            while connection.write([UInt8](repeating: 7, count: 100)) { wanted.wait() }
        }
        let answer = try await transport.client().execute(
            ClientRequest(method: .get, url: server.url))
        var pieces = answer.body.makeAsyncIterator()
        var large = 0
        for _ in 0..<5 {
            let piece = try #require(try await pieces.next())
            if piece.capacity >= 100_000 { large += 1 }
            wanted.signal()
        }
        // Room for all of it was made once, in case that all is asked for.
        #expect(large <= 1)
    }

    @Test("gzip and deflate are undone", arguments: ["gzip", "x-gzip", "GZIP", "deflate"])
    func decompressing(encoding: String) async throws {
        let body = encoding == "deflate" ? Compressed.zlib : Compressed.gzip
        let answer = try await Self.receive(
            .asyncHTTPClient, body, [.contentEncoding: encoding])
        #expect(answer.text == Compressed.text)
        #expect(answer.fields[.contentEncoding] == nil)
        #expect(answer.fields[.contentLength] == nil)
        // Several gzip files in a row are one.
        let twice = try await Self.receive(.asyncHTTPClient, Compressed.gzip + Compressed.gzip)
        #expect(twice.text == Compressed.text + Compressed.text)
    }

    @Test("Who asks for an encoding gets it as it came")
    func asIs() async throws {
        let answer = try await Self.receive(.asyncHTTPClient, Compressed.gzip) {
            $0.headers[.acceptEncoding] = "gzip"
        }
        #expect(answer.size == Compressed.gzip.count)
        #expect(answer.fields[.contentEncoding] == "gzip")
    }

    @Test("Encodings that were not asked for are refused", arguments: Transport.onNetwork)
    func unasked(transport: Transport) async throws {
        let encodings = ["br", "gzip, gzip", "zstd"] + (transport == .urlSession ? ["gzip"] : [])
        for encoding in encodings {
            let error = await #expect(throws: RequestError.self) {
                _ = try await Self.receive(
                    transport, Compressed.gzip, [.contentEncoding: encoding])
            }
            #expect(error?.code == .unsupportedEncoding)
        }
    }

    @Test(
        "T51 Damaged compression is an error, and never a whole body",
        arguments: Transport.onNetwork)
    func damaged(transport: Transport) async throws {
        var bodies = Compressed.damaged
        bodies += ["gz_truncated", "gz_bad_crc", "gz_trailing_garbage"].compactMap {
            Corpora.file("threats/\($0).json.gz")
        }
        for body in bodies {
            let error = await #expect(throws: RequestError.self) {
                _ = try await Self.receive(transport, body)
            }
            #expect(
                error?.code == (transport == .urlSession ? .unsupportedEncoding : .truncatedBody))
        }
    }

    @Test("A compressed body may be empty")
    func emptyCompressed() async throws {
        #expect(try await Self.receive(.asyncHTTPClient, []).size == 0)
    }

    @Test("T50 A bomb stops at the smaller of both limits, and needs no memory")
    func bombs() async throws {
        await #expect(processExitsWith: .success) {
            _ = try await TransportLimitTests.receive(.asyncHTTPClient, Compressed.gzip)
            let before = try Memory.peak()
            for limit in [1 << 20, 4 << 20, 64 << 20] {
                let bombs = [
                    Compressed.bomb, Compressed.largeBomb,
                    Corpora.file("threats/gz_bomb_64MB_ws.json.gz"),
                    Corpora.file("threats/gz_bomb_64MB_string.json.gz"),
                ]
                for bomb in bombs.compactMap({ $0 }) {
                    let error = await #expect(throws: RequestError.self) {
                        _ = try await TransportLimitTests.receive(.asyncHTTPClient, bomb) {
                            $0.limits.body = limit
                        }
                    }
                    #expect(error?.code == .responseTooLarge)
                }
            }
            // Nothing is kept that was not asked for, whatever the limit.
            #expect(try Memory.peak() - before < 16 << 20)
            let all = try await TransportLimitTests.receive(.asyncHTTPClient, Compressed.bomb) {
                $0.limits.expansion = nil
            }
            #expect(all.size == 64 << 20)
            #expect(try Memory.peak() - before < 16 << 20)
        }
    }

    /// What the compressed files of the corpora come to; nil for a body.
    private static let corpora: [String: RequestError.Code?] = [
        "gz_bomb_64MB_ws.json.gz": .responseTooLarge,
        "gz_bomb_64MB_string.json.gz": .responseTooLarge,
        // One of two compressions is undone, so what comes is a file still.
        "gz_double.json.gz.gz": nil,
        "gz_truncated.json.gz": .truncatedBody,
        "gz_bad_crc.json.gz": .truncatedBody,
        "gz_trailing_garbage.json.gz": .truncatedBody,
    ]

    @Test(
        "T50 T51 Every compressed file of the corpora ends as it must",
        .enabled(if: Corpora.folder("threats") != nil || Corpora.areDue, Corpora.missing),
        arguments: Transport.onNetwork)
    func compressedCorpora(transport: Transport) async throws {
        let files = try #require(Corpora.folder("threats")).filter { $0.hasSuffix(".gz") }
        #expect(Set(files) == Set(Self.corpora.keys))
        for (name, expected) in Self.corpora {
            let body = try #require(Corpora.file("threats/\(name)"))
            for encoding in ["gzip", "gzip, gzip"] {
                let isRefused = transport == .urlSession || encoding != "gzip"
                let code = isRefused ? .unsupportedEncoding : expected
                do {
                    let answer = try await Self.receive(
                        transport, body, [.contentEncoding: encoding])
                    #expect(code == nil, "\(name)")
                    #expect(answer.size < 100_000, "\(name)")
                } catch {
                    #expect((error as? RequestError)?.code == code, "\(name)")
                }
            }
        }
        // Nor does a document come of the file inside.
        guard transport == .asyncHTTPClient,
            let double = Corpora.file("threats/gz_double.json.gz.gz")
        else { return }
        let server = try RawServer { connection in
            connection.readHead()
            connection.write(
                "HTTP/1.1 200 OK\r\nContent-Type: \(HTTPMediaType.jsonAPI)\r\n"
                    + "Content-Encoding: gzip\r\nContent-Length: \(double.count)\r\n\r\n")
            connection.write(double)
        }
        let api = try APIClient(server.url.text, transport: transport.client())
        let error = await #expect(throws: RequestError.self) {
            _ = try await api.fetch("/", as: AnyPrimaryData.self).result()
        }
        #expect(error?.code == .document)
    }

    @Test("A body that is too large is an error", arguments: Transport.onNetwork)
    func tooLarge(transport: Transport) async throws {
        let body = [UInt8](repeating: 0x20, count: 1 << 20)
        let whole = try await Self.receive(transport, body, [:]) { $0.limits.body = 1 << 20 }
        #expect(whole.size == 1 << 20)
        let error = await #expect(throws: RequestError.self) {
            _ = try await Self.receive(transport, body, [:]) { $0.limits.body = 1 << 20 - 1 }
        }
        #expect(error?.code == .responseTooLarge)
    }
}

/// The memory of this process.
private enum Memory {
    /// The most that was resident so far, in bytes.
    static func peak() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.filter(\.isNumber))) << 10
    }
}
