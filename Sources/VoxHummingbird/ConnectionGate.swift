// SPDX-License-Identifier: MIT
#if Hummingbird

import HummingbirdCore
import NIOCore
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Limits the number of open connections of a server. At the limit, the server stops accepting
/// connections. Further clients wait in the backlog of the system until a connection closes.
final class ConnectionGate: Sendable {
    private let maximum: Int
    private let isInstalled = Atomic(false)

    init(maximum: Int) { self.maximum = max(maximum, 1) }

    /// Applies the limit to the server that accepted a connection. Hummingbird gives no access to
    /// the server channel before the first connection, so the first connection applies the limit.
    func guardServer(of channel: any Channel) {
        guard let server = channel.parent, !isInstalled.exchange(true, ordering: .relaxed) else {
            return
        }
        let maximum = self.maximum
        server.eventLoop.execute {
            // This fails only if the server is already closed.
            try? server.pipeline.syncOperations.addHandler(
                AvailableConnectionsChannelHandler(maxConnections: maximum), position: .first)
        }
    }
}

/// The number of file descriptors that the process may open.
enum FileDescriptors {
    /// The limit of the process; nil if there is no limit.
    static var limit: Int? {
        var limit = rlimit()
        #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let resource = RLIMIT_NOFILE
        #endif
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(Int32.max) else {
            return nil
        }
        return Int(limit.rlim_cur)
    }
}

#endif
