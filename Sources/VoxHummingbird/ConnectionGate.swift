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

/// Keeps the number of open connections of a server below a limit. At the limit the server stops
/// accepting; further clients wait in the backlog of the system until a connection closes.
final class ConnectionGate: Sendable {
    private let maximum: Int
    private let isInstalled = Atomic(false)

    init(maximum: Int) { self.maximum = max(maximum, 1) }

    /// Puts the limit on the server that accepted a connection. Hummingbird hands out no server
    /// channel before the first connection, so this is done then.
    func guardServer(of channel: any Channel) {
        guard let server = channel.parent, !isInstalled.exchange(true, ordering: .relaxed) else {
            return
        }
        let maximum = self.maximum
        server.eventLoop.execute {
            // It can fail only when the server is closed already.
            try? server.pipeline.syncOperations.addHandler(
                AvailableConnectionsChannelHandler(maxConnections: maximum), position: .first)
        }
    }
}

/// The number of file descriptors that the process may have open.
enum FileDescriptors {
    /// Nil where there is no limit.
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
