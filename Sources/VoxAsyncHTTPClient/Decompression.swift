// SPDX-License-Identifier: MIT

#if AsyncHTTPClient
import HTTPTypes
import VoxHTTP

/// Decodes the `Content-Encoding` of responses: gzip and deflate.
///
/// AsyncHTTPClient can also decode responses. However, AsyncHTTPClient inflates all bytes of one
/// read (up to a thousand times 64 kB) before the size can be checked. This code inflates each
/// chunk on demand.
enum Decompression {
    /// Returns the decoded body, and adapts the header fields to it.
    static func body(
        _ body: TransferBody, _ fields: inout HTTPFields, _ limits: ClientRequest.Limits
    ) throws -> ClientResponse.Body {
        let encoding = (fields[.contentEncoding] ?? "").lowercased()
        switch encoding {
        case "", "identity": return ClientResponse.Body(body)
        case "gzip", "x-gzip", "deflate":
            fields[.contentEncoding] = nil
            fields[.contentLength] = nil
            return ClientResponse.Body(Decompressed(base: body, limits: limits))
        default:
            throw RequestError(
                code: .unsupportedEncoding,
                message: "the body is encoded as \"\(encoding.prefix(100))\", not as gzip")
        }
    }
}

private struct Decompressed: WholeBody {
    typealias Element = [UInt8]
    typealias Failure = any Error

    let base: TransferBody
    let limits: ClientRequest.Limits

    struct AsyncIterator: AsyncIteratorProtocol {
        var base: TransferBody.AsyncIterator
        let limits: ClientRequest.Limits
        let inflater = Inflater()
        var size = 0
        var isOver = false

        mutating func next() async throws -> [UInt8]? {
            try await next(isolation: #isolation)
        }

        mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(any Error) -> [UInt8]? {
            guard !isOver else { return nil }
            do {
                while true {
                    if let bytes = try inflater.next() {
                        size += bytes.count
                        try check()
                        return bytes
                    }
                    guard let input = try await base.next(isolation: actor) else {
                        try inflater.finish()
                        isOver = true
                        return nil
                    }
                    inflater.feed(input)
                }
            } catch {
                isOver = true
                base.abandon()
                throw error
            }
        }

        private func check() throws(RequestError) {
            if let limit = limits.body, size > limit {
                throw .responseTooLarge("the body is larger than \(limit) bytes, decompressed")
            }
            if let expansion = limits.expansion, size > 1 << 20,
                size / Swift.max(expansion, 1) > inflater.consumed
            {
                throw .responseTooLarge(
                    "the body becomes more than \(expansion) times larger by decompression")
            }
        }
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(base: base.makeAsyncIterator(), limits: limits)
    }

    nonisolated(nonsending) func bytes(
        upTo limit: Int, received: @escaping ClientResponse.Body.Received
    ) async throws -> [UInt8] {
        try await collected(upTo: limit, received: received)
    }

    var breakOff: (@Sendable (any Error) -> Void)? { base.breakOff }
}
#endif
