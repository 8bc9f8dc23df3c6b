// SPDX-License-Identifier: MIT

/// The body of a transfer. The transfer ends when the last copy and the last iterator of the body
/// are released, because the remaining bytes can then no longer be read.
package struct TransferBody: WholeBody {
    package typealias Element = [UInt8]
    package typealias Failure = any Error

    fileprivate final class Reader: Sendable {
        let transfer: Transfer
        init(_ transfer: Transfer) { self.transfer = transfer }
        deinit { transfer.fail(CancellationError()) }
    }

    private let reader: Reader

    package init(_ transfer: Transfer) { reader = Reader(transfer) }

    package struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let reader: Reader

        package mutating func next() async throws -> [UInt8]? {
            try await reader.transfer.next()
        }

        package mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(any Error) -> [UInt8]? {
            try await reader.transfer.next()
        }

        /// Ends the transfer before all bytes have arrived.
        package func abandon() {
            reader.transfer.fail(CancellationError())
        }
    }

    package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: reader) }

    nonisolated(nonsending) package func bytes(
        upTo limit: Int, received: @escaping ClientResponse.Body.Received
    ) async throws -> [UInt8] {
        try await reader.transfer.rest(upTo: limit, received: received)
    }

    package var breakOff: (@Sendable (any Error) -> Void)? {
        { [transfer = reader.transfer] in transfer.fail($0) }
    }
}
