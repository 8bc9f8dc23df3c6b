// SPDX-License-Identifier: MIT

import Foundation

/// Sends one request over and over, on connections of its own, with as little work as can be: what
/// is measured is the service.
struct Load {
    let port: Int
    let path: String
    let body: [UInt8]
    let connections = 8

    /// Requests a second, over so many seconds.
    func run(seconds: Double) async throws -> Double {
        let end = Date().addingTimeInterval(seconds)
        let start = Date()
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<connections {
                group.addTask {
                    try await withCheckedThrowingContinuation { continuation in
                        Thread.detachNewThread {
                            continuation.resume(with: Result { try self.connection(until: end) })
                        }
                    }
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 }
        }
        return Double(counts) / Date().timeIntervalSince(start)
    }

    private func connection(until end: Date) throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw LoadError.system(errno) }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw LoadError.system(errno) }
        let head =
            "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/vnd.api+json\r\n"
            + "Content-Length: \(body.count)\r\n\r\n"
        let request = Array(head.utf8) + body
        var buffer = [UInt8](repeating: 0, count: 1 << 17)
        var count = 0
        while Date() < end {
            try send(request, to: descriptor)
            try receive(into: &buffer, from: descriptor)
            count += 1
        }
        return count
    }

    private func send(_ bytes: [UInt8], to descriptor: Int32) throws {
        var sent = 0
        while sent < bytes.count {
            let written = bytes.withUnsafeBytes {
                write(descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent)
            }
            guard written > 0 else { throw LoadError.system(errno) }
            sent += written
        }
    }

    /// Reads one response, which must be a success and say its length.
    private func receive(into buffer: inout [UInt8], from descriptor: Int32) throws {
        var filled = 0
        var whole: Int?
        while whole.map({ filled < $0 }) ?? true {
            let space = buffer.count - filled
            let got = buffer.withUnsafeMutableBytes {
                read(descriptor, $0.baseAddress?.advanced(by: filled), space)
            }
            guard got > 0 else { throw LoadError.system(errno) }
            filled += got
            if whole == nil { whole = try length(buffer[..<filled]) }
        }
    }

    private func length(_ bytes: ArraySlice<UInt8>) throws -> Int? {
        let text = String(decoding: bytes.prefix(1024), as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { return nil }
        guard text.hasPrefix("HTTP/1.1 200"),
            let field = text.range(of: "content-length: ", options: .caseInsensitive),
            let length = Int(text[field.upperBound...].prefix { $0.isASCII && $0.isNumber })
        else { throw LoadError.response(String(text.prefix(300))) }
        return text[..<end.upperBound].utf8.count + length
    }
}

enum LoadError: Error {
    case system(Int32)
    case response(String)
}
