// SPDX-License-Identifier: MIT
#if Hummingbird

import Foundation
import Hummingbird
import Testing
import Vox
import VoxHummingbird

/// Lists that a service takes as they arrive.
@Suite("Streamed uploads", .enabled(if: Curl.program != nil, "curl is not installed"))
struct StreamedUploadTests {
    struct Reading: ResourceSchema {
        static let type = "readings"
        let value = Attribute<Int>("value")
    }

    private func router() -> some HTTPResponder<BasicRequestContext> {
        let router = Router()
        router.add(middleware: JSONAPIMiddleware())
        router.post("readings") { request, _ in
            let readings: ResourceStream<Reading> = try request.resources(
                upTo: 4 << 20, maximumHeld: 4096)
            var count = 0
            var sum = 0
            for try await reading in readings {
                count += 1
                sum += try reading.vox.value(\.value)
            }
            let total = readings.rest?.meta.total as Int? ?? 0
            return Response(
                .ok,
                jsonAPI: #"{"meta": {"count": \#(count), "sum": \#(sum), "total": \#(total)}}"#.utf8
            )
        }
        return router.buildResponder()
    }

    private static func document(_ count: Int, _ last: String = "") -> String {
        let readings = (1...count).map {
            #"{"type": "readings", "id": "\#($0)", "attributes": {"value": \#($0)}}"#
        }
        return #"{"data": [\#(readings.joined(separator: ",\n"))\#(last)], "meta": {"total": 9}}"#
    }

    /// Sends a document whose length is not told before.
    private func upload(_ document: String, to base: HTTPURL) async throws -> Curl.Answer {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "vox-upload-\(UUID().uuidString)")
        try Data(document.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try await Curl.run(
            "http://\(base.authority)/readings", "-H", "Content-Type: application/vnd.api+json",
            "-H", "Transfer-Encoding: chunked", "--data-binary", "@\(file.path)")
    }

    @Test("Thousands of resources are taken one by one")
    func many() async throws {
        try await withServer(router()) { base in
            for count in [1, 20_000] {
                let reply = try await upload(Self.document(count), to: base)
                #expect(reply.status == 200)
                #expect(reply.json.meta.count as Int? == count)
                #expect(reply.json.meta.sum as Int? == count * (count + 1) / 2)
                #expect(reply.json.meta.total as Int? == 9)
            }
        }
    }

    @Test("What is wrong with a list, or too large, is refused with its place")
    func refused() async throws {
        try await withServer(router()) { base in
            let wrong: [(last: String, status: Int, pointer: String?)] = [
                (#", {"type": "songs", "id": "4"}"#, 400, "/data/3/type"),
                (#", {"type": "readings", "id": "4"}"#, 422, "/data/attributes/value"),
                (", 4", 400, "/data/3"),
                (#", {"type": "readings""#, 400, nil),
                (", " + String(repeating: " ", count: 5 << 20), 413, nil),
            ]
            for (last, status, pointer) in wrong {
                let reply = try await upload(Self.document(3, last), to: base)
                #expect(reply.status == status, "\(last.prefix(60))")
                if let pointer {
                    #expect(reply.json.errors[0].source.pointer == .string(pointer))
                }
            }
        }
    }
}

#endif
