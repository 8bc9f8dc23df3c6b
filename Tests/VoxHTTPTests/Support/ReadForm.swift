// SPDX-License-Identifier: MIT

import Synchronization
import Vox

/// A part as it was read.
struct ReadPart: Equatable {
    var name: String
    var file: String?
    var type: String?
    var bytes: [UInt8]

    init(_ name: String, file: String? = nil, type: String? = nil, _ bytes: [UInt8]) {
        self.name = name
        self.file = file
        self.type = type
        self.bytes = bytes
    }

    init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }
}

enum ReadForm {
    static let type = "multipart/form-data; boundary=B"

    /// Reads all parts of a form that comes in these chunks.
    static func parts(
        _ chunks: [[UInt8]], type: String? = type,
        limits: MultipartBody.Reader.Limits = MultipartBody.Reader.Limits()
    ) async throws -> [ReadPart] {
        let source = AsyncThrowingStream<[UInt8], any Error> { continuation in
            for chunk in chunks { continuation.yield(chunk) }
            continuation.finish()
        }
        var parts: [ReadPart] = []
        for try await part in try MultipartBody.Reader(source, contentType: type, limits: limits) {
            parts.append(
                ReadPart(
                    part.name, file: part.fileName, type: part.contentType,
                    try await part.body.bytes()))
        }
        return parts
    }

    /// Reads all parts of a form that comes at once. Each line of the text ends with CR LF.
    static func parts(
        _ text: String, type: String? = type,
        limits: MultipartBody.Reader.Limits = MultipartBody.Reader.Limits()
    ) async throws -> [ReadPart] {
        try await parts([bytes(text)], type: type, limits: limits)
    }

    static func bytes(_ text: String) -> [UInt8] {
        Array(text.replacing("\n", with: "\r\n").utf8)
    }

    /// The text of a part with the boundary `B`.
    static func part(_ name: String, _ content: String) -> String {
        "--B\nContent-Disposition: form-data; name=\"\(name)\"\n\n\(content)\n"
    }
}

/// Counts what was read.
final class ReadCount: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    /// The numbers from 0 on, one to each who asks.
    func next() -> Int {
        count.withLock { count in
            defer { count += 1 }
            return count
        }
    }
}
