// SPDX-License-Identifier: MIT

import Foundation

/// A blocking connection to the service. It knows as much of HTTP/1.1 as the service uses, and
/// nothing of Vox: a fault of Vox cannot hide itself.
final class HTTPConnection {
    private let descriptor: Int32
    private var buffer: [UInt8] = []

    enum Failed: Error {
        case system(String, Int32)
        /// The service closed the connection within a response, or before it.
        case ended
        case malformed(String)
    }

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failed.system("socket", errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw Failed.system("connect", errno) }
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var on: Int32 = 1
        setsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close(descriptor) }

    func send(_ bytes: some Collection<UInt8>) throws {
        let bytes = Array(bytes)
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Foundation.send(
                    descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent,
                    Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failed.system("send", errno) }
            sent += count
        }
    }

    /// Reads one response.
    func receive() throws -> Reply {
        let end = Array("\r\n\r\n".utf8)
        var searched = 0
        while true {
            if let range = buffer[searched...].firstRange(of: end) {
                var reply = try Reply(head: buffer[..<range.lowerBound])
                buffer.removeFirst(range.upperBound)
                while buffer.count < reply.length { try fill() }
                reply.body = Array(buffer[..<reply.length])
                buffer.removeFirst(reply.length)
                return reply
            }
            searched = max(0, buffer.count - 3)
            try fill()
        }
    }

    /// Makes the end of the connection abrupt: the service receives a reset.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Reads some bytes and ignores them.
    func receiveSome() throws { try fill() }

    private func fill() throws {
        let count = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { space in
            let count = read(descriptor, space.baseAddress, space.count)
            if count > 0 { buffer += space[..<count] }
            return count
        }
        if count == 0 { throw Failed.ended }
        if count < 0 { throw Failed.system("read", errno) }
    }
}

/// A response.
struct Reply {
    let status: Int
    private let fields: [String: String]
    fileprivate(set) var body: [UInt8] = []

    fileprivate init(head: ArraySlice<UInt8>) throws {
        let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
        guard let first = lines.first, first.hasPrefix("HTTP/1.1 "),
            let status = Int(first.dropFirst(9).prefix(3))
        else { throw HTTPConnection.Failed.malformed(lines.first ?? "") }
        self.status = status
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else {
                throw HTTPConnection.Failed.malformed(line)
            }
            let value = line[colon...].dropFirst().drop { $0 == " " }
            fields[line[..<colon].lowercased()] = String(value)
        }
        self.fields = fields
        if fields["transfer-encoding"] != nil {
            throw HTTPConnection.Failed.malformed("Transfer-Encoding, which is not expected")
        }
    }

    subscript(field: String) -> String? { fields[field] }

    var length: Int {
        status == 204 || status == 304 ? 0 : fields["content-length"].flatMap { Int($0) } ?? 0
    }

    var closes: Bool { fields["connection"]?.lowercased() == "close" }

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The document; nil if the body is no JSON object.
    var document: [String: Any]? {
        (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any]
    }
}
