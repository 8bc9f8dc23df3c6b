// SPDX-License-Identifier: MIT

/// Bodies one after another, as one. Short bytes are put together, so that the frame of a part is not
/// sent by itself.
struct Segments {
    /// What is copied rather than sent by itself.
    private static let short = 16 << 10

    private var segments: [ClientRequestBody] = []
    private var open: [UInt8] = []

    mutating func append(_ bytes: [UInt8]) { open += bytes }

    mutating func append(_ body: ClientRequestBody) {
        if let bytes = body.bytes, bytes.count <= Self.short {
            open += bytes
        } else {
            close()
            segments.append(body)
        }
    }

    private mutating func close() {
        if !open.isEmpty { segments.append(ClientRequestBody(open)) }
        open = []
    }

    /// All of them as one body; in memory when they are one.
    consuming func body(contentType: String) -> ClientRequestBody {
        close()
        if segments.count <= 1, let bytes = segments.first?.bytes {
            return ClientRequestBody(bytes, contentType: contentType)
        }
        let segments = segments
        var length: Int? = 0
        for segment in segments {
            length = length.flatMap { sum in
                // What no integer can tell goes without a length.
                segment.length.map { sum.addingReportingOverflow($0) }
                    .flatMap { $0.overflow ? nil : $0.partialValue }
            }
        }
        return ClientRequestBody(
            length: length, contentType: contentType,
            isThere: { segments.allSatisfy(\.canBeOpened) }
        ) { JoinedBodies(segments: segments) }
    }
}

/// The chunks of some bodies, each opened when it is its turn.
private struct JoinedBodies: AsyncSequence, Sendable {
    typealias Element = [UInt8]
    typealias Failure = any Error

    let segments: [ClientRequestBody]

    struct AsyncIterator: AsyncIteratorProtocol {
        var segments: ArraySlice<ClientRequestBody>
        var chunks: ClientRequestBody.Chunks.AsyncIterator?

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
