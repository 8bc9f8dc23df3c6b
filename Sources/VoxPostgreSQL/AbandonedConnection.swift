// SPDX-License-Identifier: MIT
#if PostgreSQL

internal import CPostgreSQL

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A connection whose statement did not end in time. The server still works for it, so a new
/// connection in its place would add to the work of the server. Only one thread uses it.
struct AbandonedConnection: @unchecked Sendable {
    let connection: OpaquePointer

    /// Cancels the statement, waits until the server has ended it or closed the connection, and
    /// closes the connection. A server that cannot be reached is not waited for.
    func end() {
        defer { PQfinish(connection) }
        guard let request = PQgetCancel(connection) else { return }
        let isSent = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) {
            PQcancel(request, $0.baseAddress, 256) == 1
        }
        PQfreeCancel(request)
        guard isSent else { return }
        while PQisBusy(connection) == 1 {
            var descriptor = pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
            // An interrupted call is made again.
            _ = poll(&descriptor, 1, -1)
            if descriptor.revents != 0, PQconsumeInput(connection) == 0 { return }
        }
    }
}

#endif
