// SPDX-License-Identifier: MIT

import Foundation
public import Vox

#if canImport(Glibc)
import Glibc
#endif

/// A client that sends whatever bytes a test says, for what no HTTP library would send.
public enum RawClient {
    /// Connects to a server of this machine and talks to it, in a thread of its own. The system keeps
    /// about `buffered` bytes that the client has not read, or as many as it likes to.
    public static func talk<Outcome: Sendable>(
        to url: HTTPURL, buffered: Int32? = nil,
        _ body: @escaping @Sendable (RawServer.Connection) -> Outcome
    ) async throws -> Outcome {
        let port = url.port
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                let connection = RawServer.Connection(
                    socket: socket(
                        AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0))
                if let buffered { connection.buffer(buffered) }
                var address = sockaddr_in()
                address.sin_family = sa_family_t(AF_INET)
                address.sin_port = in_port_t(UInt16(clamping: port)).bigEndian
                address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
                let result = withUnsafePointer(to: &address) {
                    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        connect(connection.socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                    }
                }
                let outcome = result == 0 ? body(connection) : nil
                // Closed before the test goes on, which may count descriptors.
                close(connection.socket)
                guard let outcome else {
                    continuation.resume(throwing: POSIXError(.ECONNREFUSED))
                    return
                }
                continuation.resume(returning: outcome)
            }
        }
    }
}

extension RawServer.Connection {
    /// All that comes until the other side closes or breaks off.
    public func readToEnd() -> String? {
        var bytes: [UInt8] = []
        while true {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let count = recv(socket, &buffer, buffer.count, 0)
            if count == 0 || (count < 0 && errno == ECONNRESET) {
                return String(decoding: bytes, as: UTF8.self)
            }
            if count < 0 { return nil }
            bytes += buffer[..<count]
        }
    }

    /// Writes a byte at a time, in pauses, until that fails because the other side has closed.
    public func drip() {
        while write("x") { Thread.sleep(forTimeInterval: 0.02) }
    }
}
