// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// The body of a response, with a handle that can pause and cancel it. The body reports its
/// progress.
struct ControlledBody: AsyncSequence, Sendable {
    typealias Element = [UInt8]
    typealias Failure = any Error

    private let body: ClientResponse.Body
    private let settings: ClientRequest.Settings
    private let expected: Int?

    init(_ response: ClientResponse, _ settings: ClientRequest.Settings) {
        body = response.body
        expected = response.headers.contentLength
        self.settings = settings
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(reader: BodyReader(body), settings: settings, expected: expected)
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        let reader: BodyReader
        let settings: ClientRequest.Settings
        let expected: Int?
        var received = 0

        mutating func next() async throws -> [UInt8]? {
            guard let chunk = try await nextChunk() else { return nil }
            received += chunk.count
            settings.progress?(.init(received: received, expected: expected))
            return chunk
        }

        private func nextChunk() async throws -> [UInt8]? {
            guard let handle = settings.handle else { return try await reader.next() }
            return try await handle.run { [reader] in
                try await handle.wait()
                return try await reader.next()
            }
        }
    }
}
