// SPDX-License-Identifier: MIT

/// Joins bodies into one. Short bodies in memory are copied together, so that the few bytes around
/// a part are not sent in a chunk of their own.
struct Segments {
    /// Bodies in memory up to this size in bytes are copied. Larger bodies are sent in chunks of
    /// their own.
    private static let short = 16 << 10

    private var segments: [ClientRequest.Body] = []
    private var open: [UInt8] = []

    mutating func append(_ bytes: [UInt8]) { open += bytes }

    mutating func append(_ body: ClientRequest.Body) {
        if let bytes = body.bytes, bytes.count <= Self.short {
            open += bytes
        } else {
            close()
            segments.append(body)
        }
    }

    private mutating func close() {
        if !open.isEmpty { segments.append(ClientRequest.Body(open)) }
        open = []
    }

    /// Returns all bodies as one body. The result is in memory if there is no body, or exactly one
    /// body that is in memory.
    consuming func body(contentType: String) -> ClientRequest.Body {
        close()
        if segments.count <= 1, let bytes = segments.first?.bytes {
            return ClientRequest.Body(bytes, contentType: contentType)
        }
        let segments = segments
        var length: Int? = 0
        for segment in segments {
            length = length.flatMap { sum in
                // A sum that does not fit an integer is sent without a length.
                segment.length.map { sum.addingReportingOverflow($0) }
                    .flatMap { $0.overflow ? nil : $0.partialValue }
            }
        }
        return ClientRequest.Body(
            length: length, contentType: contentType,
            isThere: { segments.allSatisfy(\.canBeOpened) }
        ) { JoinedBodies(segments: segments) }
    }
}

/// The chunks of several bodies. Each body is opened when the previous one has ended.
private struct JoinedBodies: AsyncSequence, Sendable {
    typealias Element = [UInt8]
    typealias Failure = any Error

    let segments: [ClientRequest.Body]

    struct AsyncIterator: AsyncIteratorProtocol {
        var segments: ArraySlice<ClientRequest.Body>
        var chunks: ClientRequest.Body.Chunks.AsyncIterator?

        mutating func next() async throws -> [UInt8]? {
            try await next(isolation: #isolation)
        }

        mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(any Error) -> [UInt8]? {
            while true {
                if let chunk = try await chunks?.next(isolation: actor) { return chunk }
                chunks = nil
                guard let segment = segments.popFirst() else { return nil }
                chunks = try await segment.open().makeAsyncIterator()
            }
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(segments: segments[...]) }
}
