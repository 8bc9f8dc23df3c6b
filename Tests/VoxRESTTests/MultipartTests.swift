// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import Testing
import VoxREST
import VoxTestSupport

/// Forms of several parts, read back by Python's `email.parser`.
@Suite("Forms of several parts", .enabled(if: Python.program != nil, "python3 is not installed"))
struct MultipartTests {
    private struct Found: Equatable {
        var name: String
        var file: String?
        var type: String?
        var data: [UInt8]
    }

    /// What another decoder finds in some bodies.
    private func decode(_ bodies: [ClientRequest.Body]) async throws -> [[Found]] {
        var given: [JSONValue] = []
        for body in bodies {
            let bytes = try await body.collected()
            #expect(body.length == bytes.count)
            given.append([
                "type": .string(body.contentType ?? ""),
                "body": .string(Data(bytes).base64EncodedString()),
            ])
        }
        let script = """
            \(multipartDecoder)
            answer = [multipart(one['type'], base64.b64decode(one['body'])) for one in given]
            """
        guard case .array(let forms) = try await Python.run(script, given: .array(given)) else {
            return []
        }
        return forms.map { form in
            guard case .array(let parts) = form else { return [] }
            return parts.map { Self.found($0) }
        }
    }

    private static func found(_ part: JSONValue) -> Found {
        func text(_ name: String) -> String? {
            if case .string(let text)? = part[name] { text } else { nil }
        }
        return Found(
            name: text("name") ?? "", file: text("file"), type: text("type"),
            data: Data(base64Encoded: text("data") ?? "").map { [UInt8]($0) } ?? [])
    }

    private static func file(_ bytes: [UInt8], _ name: String = "photo.bin") throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "vox-parts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent(name)
        try Data(bytes).write(to: file)
        return file.path
    }

    @Test("MW-095 File name, type and bytes; default types; nested and list names; files")
    func parts() async throws {
        let bytes = (0...255).map { UInt8($0) }
        let path = try Self.file(bytes + bytes)
        var form = try MultipartBody(
            ["name": "Ada", "address": ["city": "London"], "tags": ["a", "b"]],
            named: "user")
        form.append(.init("user[avatar]", bytes, fileName: "a.png", contentType: "image/png"))
        form.append(.init("raw", bytes, fileName: "raw"))
        form.append(try .init("disk", file: path))
        form.append(try .init("other", file: path, fileName: "b.txt", contentType: "text/plain"))
        form.append(.init("json", ClientRequest.Body(Array("{}".utf8), contentType: "text/json")))
        form.append(.init("unnamed", ClientRequest.Body([1]), fileName: ""))
        form.append(.init("empty", ""))
        form.append(.init("none", [], fileName: "none"))
        let octets = "application/octet-stream"
        #expect(
            try await decode([form.body()]) == [
                [
                    Found(name: "user[name]", data: Array("Ada".utf8)),
                    Found(name: "user[address][city]", data: Array("London".utf8)),
                    Found(name: "user[tags][]", data: Array("a".utf8)),
                    Found(name: "user[tags][]", data: Array("b".utf8)),
                    Found(name: "user[avatar]", file: "a.png", type: "image/png", data: bytes),
                    Found(name: "raw", file: "raw", type: octets, data: bytes),
                    Found(name: "disk", file: "photo.bin", type: octets, data: bytes + bytes),
                    Found(name: "other", file: "b.txt", type: "text/plain", data: bytes + bytes),
                    Found(name: "json", type: "text/json", data: Array("{}".utf8)),
                    Found(name: "unnamed", file: "", type: octets, data: [1]),
                    Found(name: "empty", data: []),
                    Found(name: "none", file: "none", type: octets, data: []),
                ]
            ])
    }

    @Test("MW-095 Names with quotes, line ends and letters of all kinds, as browsers send them")
    func names() async throws {
        let form = MultipartBody([
            .init("a\"b", "1"), .init("a\nb", "2"), .init("a\rb\r\nc\r", "3"), .init("日本 é😀", "4"),
            .init("", "5"), .init("x\"; filename=\"y", "6"), .init("%22\\\"", "7"),
            .init("f", [1], fileName: "a\"\r\nContent-Type: x\n\r.png"),
        ])
        let text = String(decoding: try await form.body().collected(), as: UTF8.self)
        #expect(text.contains("name=\"a%22b\"\r\n"))
        #expect(text.contains("name=\"a%0D%0Ab\"\r\n"))
        #expect(text.contains("name=\"日本 é😀\"\r\n"))
        #expect(text.contains("filename=\"a%22%0D%0AContent-Type: x%0A%0D.png\"\r\n"))
        let found = try await decode([form.body()])
        #expect(
            found.first?.map(\.name) == [
                "a\"b", "a\r\nb", "a\r\nb\r\nc\r\n", "日本 é😀", "", "x\"; filename=\"y", "\"\\\"",
                "f",
            ])
        #expect(found.first?.map(\.data).dropLast() == (1...7).map { Array("\($0)".utf8) }[...])
        #expect(
            found.first?.map { $0.file != nil } == [
                false, false, false, false, false, false, false, true,
            ])
    }

    @Test("MW-095 A media type of a part cannot begin another header field")
    func mediaTypes() throws {
        let form = MultipartBody([.init("f", [1], fileName: "f", contentType: "a/b\r\nX: y")])
        let error = #expect(throws: RequestError.self) { try form.body() }
        #expect(error?.code == .invalidHeader)
    }

    @Test("MW-095 Random parts come back byte for byte")
    func random() async throws {
        let seed = Seeded.drawnSeed()
        var random = Seeded(seed)
        var bodies: [ClientRequest.Body] = []
        var expected: [[Found]] = []
        let bits: [[UInt8]] = [
            [], [13, 10], [13], [10], [45, 45], Array("\r\n--".utf8), Array("--\r\n".utf8), [0],
            [0xFF, 0xC3], Array("Content-Type: x\r\n\r\n".utf8), Array("é".utf8),
        ]
        for _ in 0..<60 {
            var form = MultipartBody()
            var parts: [Found] = []
            for number in 0..<(1 + random.below(6)) {
                var bytes = (0..<random.below(12)).flatMap { _ in random.pick(bits) }
                if random.chance(10) { bytes += [UInt8](repeating: 45, count: 40_000) }
                let name = "n\(number)"
                switch random.below(3) {
                case 0:
                    form.append(.init(name, ClientRequest.Body(bytes)))
                    parts.append(Found(name: name, data: bytes))
                case 1:
                    form.append(.init(name, bytes, fileName: "f", contentType: "x/y"))
                    parts.append(Found(name: name, file: "f", type: "x/y", data: bytes))
                default:
                    form.append(try .init(name, file: Self.file(bytes, "g"), contentType: "x/z"))
                    parts.append(Found(name: name, file: "g", type: "x/z", data: bytes))
                }
            }
            bodies.append(try form.body())
            expected.append(parts)
        }
        #expect(try await decode(bodies) == expected, "seed \(seed)")
    }

    @Test("A boundary is random, and occurs in no part that is in memory")
    func boundary() async throws {
        var first = Seeded(1)
        let type = try MultipartBody([.init("a", "b")]).body(using: &first).contentType
        let boundary = try #require(type?.split(separator: "=").last).description
        #expect(boundary.utf8.count == 32)
        var second = Seeded(1)
        let form = MultipartBody([.init("a", "x--\(boundary)y"), .init("b", "2")])
        let body = try form.body(using: &second)
        #expect(body.contentType != type)
        #expect(
            try await decode([body]).first?.map(\.data) == [
                Array("x--\(boundary)y".utf8), Array("2".utf8),
            ])
        #expect(try form.body().contentType != form.body().contentType)
    }

    @Test("Short parts in memory are sent together, and a long one in a chunk of its own")
    func chunks() async throws {
        let short = ClientRequest.Body([UInt8](repeating: 1, count: 16 << 10))
        #expect(try MultipartBody([.init("a", "1"), .init("b", short)]).body().bytes != nil)
        let long = ClientRequest.Body([UInt8](repeating: 1, count: 16 << 10 + 1))
        let body = try MultipartBody([.init("a", "1"), .init("b", long), .init("c", "3")]).body()
        var sizes: [Int] = []
        for try await chunk in try await body.open() { sizes.append(chunk.count) }
        #expect(sizes.count == 3 && sizes.dropFirst().first == long.length)
    }

    @Test("The length is told when that of every part is known, and otherwise not")
    func lengths() async throws {
        let path = try Self.file([1, 2, 3])
        let stream = ClientRequest.Body(opening: {
            AsyncThrowingStream<[UInt8], any Error> { continuation in
                continuation.yield([1, 2])
                continuation.finish()
            }
        })
        #expect(try MultipartBody([.init("a", file: path)]).body().length != nil)
        let body = try MultipartBody([.init("a", file: path), .init("b", stream)]).body()
        #expect(body.length == nil && body.bytes == nil && body.canBeOpened)
        let once = AsyncThrowingStream<[UInt8], any Error> { $0.finish() }
        let single = try MultipartBody([.init("a", ClientRequest.Body(once: once))]).body()
        #expect(single.canBeOpened)
        _ = try await single.collected()
        #expect(!single.canBeOpened)
        let empty = try await MultipartBody().body().collected()
        #expect(String(decoding: empty, as: UTF8.self).hasSuffix("--\r\n"))
    }
}
