// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Synchronization
import Testing
import VoxAsyncHTTPClient
import VoxREST
import VoxTestSupport

/// Forms on their way to a server of Python's standard library, on this machine.
@Suite("Uploads of forms", .enabled(if: Python.program != nil, "python3 is not installed"))
struct FormUploadTests {
    private let client = AsyncHTTPClientTransport(clock: TestClock())

    private func send(
        _ body: ClientRequest.Body, to target: String, of server: PythonServer,
        _ progress: (@Sendable (Int) -> Void)? = nil
    ) async throws -> JSONValue {
        var request = ClientRequest(
            method: .post, url: try server.url.resolve(target), sending: body)
        request.uploadProgress = progress
        let answer = try await client.execute(request)
        #expect(answer.status == .ok)
        return try JSONValue(
            parsing: String(decoding: try await answer.body.bytes(), as: UTF8.self))
    }

    @Test("MW-095 MW-081 An avatar is uploaded with the fields around it, and progress is told")
    func multipart() async throws {
        let server = try await PythonServer()
        let bytes = [UInt8](unsafeUninitializedCapacity: 3_000_000) { buffer, count in
            for index in buffer.indices {
                buffer[index] = UInt8(truncatingIfNeeded: index &* 31 >> 3)
            }
            count = buffer.count
        }
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("vox-avatar-\(UUID().uuidString).png").path
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        var form = try MultipartBody(
            ["name": "Ada \"é\"", "tags": ["a", "b"]], named: "user")
        form.append(
            try .init("user[avatar]", file: path, fileName: "ada.png", contentType: "image/png"))
        let body = try form.body()
        let sent = Mutex<[Int]>([])
        let answer = try await send(body, to: "/", of: server) { count in
            sent.withLock { $0.append(count) }
        }
        let length = try #require(body.length)
        #expect(answer["length"] == .string("\(length)"))
        let parts = try #require(answer["parts"])
        #expect(parts[0]?["name"] == "user[name]" && parts[0]?["type"] == .null)
        #expect(parts[0]?["data"] == .string(Data("Ada \"é\"".utf8).base64EncodedString()))
        #expect(parts[2]?["name"] == "user[tags][]")
        #expect(parts[3]?["name"] == "user[avatar]" && parts[3]?["file"] == "ada.png")
        #expect(parts[3]?["type"] == "image/png")
        #expect(parts[3]?["data"] == .string(Data(bytes).base64EncodedString()))
        let told = sent.withLock { $0 }
        #expect(told == told.sorted() && told.last == length && told.count > 150)
    }

    @Test("MW-095 A part of unknown length makes the form chunked")
    func chunked() async throws {
        let server = try await PythonServer()
        let stream = ClientRequest.Body(contentType: "text/csv") {
            AsyncThrowingStream<[UInt8], any Error> { continuation in
                for line in 0..<1000 { continuation.yield(Array("line \(line)\n".utf8)) }
                continuation.finish()
            }
        }
        let form = MultipartBody([.init("a", "b"), .init("log", stream, fileName: "log.csv")])
        let answer = try await send(form.body(), to: "/", of: server)
        #expect(answer["length"] == .null)
        let whole = (0..<1000).map { "line \($0)\n" }.joined()
        #expect(
            answer["parts"]?[1]?["data"] == .string(Data(whole.utf8).base64EncodedString()))
        #expect(answer["parts"]?[1]?["type"] == "text/csv")
    }

    @Test("MW-081 MW-095 A form of fields is read by parse_qsl")
    func fields() async throws {
        let server = try await PythonServer()
        let form = try FormBody(
            ["q": "a b&c=é+%", "user": ["address": ["city": "Parma"]], "ids": [1, 2], "none": nil])
        let answer = try await send(form.body(), to: "/", of: server)
        #expect(answer["type"] == "application/x-www-form-urlencoded")
        let pairs: JSONValue = [
            ["q", "a b&c=é+%"], ["user[address][city]", "Parma"], ["ids[]", "1"], ["ids[]", "2"],
            ["none", ""],
        ]
        #expect(answer["pairs"] == pairs)
    }

    @Test("MW-095 A large file arrives as it is")
    func large() async throws {
        let server = try await PythonServer()
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("vox-large-\(UUID().uuidString)").path
        let made = try await Python.run(
            """
            import hashlib, random
            digest, numbers = hashlib.sha256(), random.Random(7)
            with open(given, 'wb') as file:
                for number in range(50):
                    block = numbers.randbytes(1 << 20) + bytes([number])
                    digest.update(block)
                    file.write(block)
            answer = digest.hexdigest()
            """, given: .string(path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let answer = try await send(ClientRequest.Body(file: path), to: "/hash", of: server)
        #expect(answer["hash"] == made)
        #expect(answer["count"] == .number(JSONNumber(50 * ((1 << 20) + 1))))
    }
}
