// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
public import Vox

#if canImport(Glibc)
import Glibc
#endif

/// A server that sends whatever bytes a test says, for what no HTTP library would send. Each
/// connection is served by a thread of its own; the server stops when it goes.
public final class RawServer: Sendable {
    /// One connection, in the thread that serves it.
    public struct Connection: Sendable {
        /// The descriptor.
        public let socket: Int32

        /// Reads up to the end of the request's header fields, and gives what was read.
        @discardableResult
        public func readHead() -> String {
            var bytes: [UInt8] = []
            while !String(decoding: bytes, as: UTF8.self).contains("\r\n\r\n") {
                guard let more = read() else { break }
                bytes += more
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        /// Some bytes; nil when the peer has closed.
        public func read() -> [UInt8]? {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let count = recv(socket, &buffer, buffer.count, 0)
            return count > 0 ? Array(buffer[..<count]) : nil
        }

        /// Sends bytes; false when the peer has closed.
        @discardableResult
        public func write(_ bytes: [UInt8]) -> Bool {
            var rest = bytes[...]
            while !rest.isEmpty {
                let sent = rest.withUnsafeBytes {
                    send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard sent > 0 else { return false }
                rest = rest.dropFirst(sent)
            }
            return true
        }

        /// Writes text; false when the other side has gone.
        @discardableResult
        public func write(_ text: String) -> Bool { write(Array(text.utf8)) }

        /// The system keeps about so many bytes that were not read, instead of as many as it likes to.
        public func buffer(_ count: Int32) {
            var count = count
            setsockopt(
                socket, SOL_SOCKET, SO_RCVBUF, &count, socklen_t(MemoryLayout<Int32>.size))
        }

        /// Ends the connection with a reset when it is closed.
        public func reset() {
            var option = linger(l_onoff: 1, l_linger: 0)
            setsockopt(
                socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        }

        /// Waits until the peer closes, however long it takes.
        public func waitForClose() {
            while read() != nil {}
        }
    }

    private final class Count: Sendable {
        let number = Mutex(0)
    }

    /// Where the server is.
    public let url: HTTPURL
    private let listener: Int32
    private let isAccepting: Bool
    private let count = Count()

    /// How many connections there have been.
    public var connections: Int { count.number.withLock { $0 } }

    /// Starts a server on a free port of this machine; `serve` is called for each connection.
    public init(
        backlog: Int32 = 128, _ serve: @escaping @Sendable (Connection) -> Void
    ) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(listener, $0, size)
                _ = getsockname(listener, $0, &size)
            }
        }
        listen(listener, backlog)
        url = try HTTPURL("http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/")
        let count = count
        isAccepting = backlog > 0
        if !isAccepting { return }
        Thread.detachNewThread {
            while true {
                let socket = accept(listener, nil, nil)
                guard socket >= 0 else {
                    // Not where the server goes: this thread could go on with whoever gets the number.
                    close(listener)
                    return
                }
                count.number.withLock { $0 += 1 }
                Thread.detachNewThread {
                    serve(Connection(socket: socket))
                    close(socket)
                }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        if !isAccepting { close(listener) }
    }
}
