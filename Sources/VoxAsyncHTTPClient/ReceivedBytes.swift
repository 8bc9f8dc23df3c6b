// SPDX-License-Identifier: MIT

#if AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// Reads the bytes of an HTTP/1.1 connection before SwiftNIO parses them.
///
/// - It records whether the server has sent any byte since the last request. The parser reports
///   only whole heads.
/// - It replaces the line ends of folded header fields by spaces (RFC 9112, section 5.2). The
///   parser refuses folded fields.
/// - It counts the header fields. The parser reports too many fields and too large fields as one
///   error.
final class ReceivedBytes: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The maximum number of header fields of a response, as in SwiftNIO.
    static let mostFields = 256

    private enum State {
        case head
        /// After the head of the final response.
        case body
    }

    private(set) var isAny = false
    /// The number of lines in the current head.
    private(set) var lines = 0

    private var state = State.body
    /// The beginning of the first line of the head.
    private var start: [UInt8] = []
    private var isLineEmpty = true
    /// CR or CR LF at the end of a chunk. The next byte tells whether the field goes on.
    private var held: [UInt8] = []

    /// Begins to wait for the response to a request.
    func expectResponse() {
        isAny = false
        beginHead()
    }

    private func beginHead() {
        state = .head
        lines = 0
        start = []
        isLineEmpty = true
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        isAny = true
        guard case .head = state else { return context.fireChannelRead(data) }
        let bytes = held + Array(unwrapInboundIn(data).readableBytesView)
        held = []
        pass(bytes, context)
    }

    private func pass(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
        var passed: [UInt8] = []
        passed.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count, case .head = state {
            let byte = bytes[index]
            guard byte == 0x0D else {
                if lines == 0, start.count < 12 { start.append(byte) }
                isLineEmpty = false
                passed.append(byte)
                index += 1
                continue
            }
            let rest = bytes[index...].prefix(3)
            let isLineEnd = rest.dropFirst().first.map { $0 == 0x0A }
            if isLineEnd == nil || isLineEnd == true && !isLineEmpty && rest.count == 2 {
                held = Array(rest)
                index = bytes.count
            } else if isLineEnd == true {
                passed += takeLineEnd(isFolded: [0x20, 0x09].contains(rest.last))
                index += 2
            } else {
                passed.append(byte)
                index += 1
            }
        }
        passed += bytes[index...]
        if !passed.isEmpty { context.fireChannelRead(wrapInboundOut(ByteBuffer(bytes: passed))) }
    }

    /// Ends a line. Returns the bytes for the end of the line.
    private func takeLineEnd(isFolded: Bool) -> [UInt8] {
        // The first line is no field.
        if isFolded, !isLineEmpty, lines > 0 { return [0x20, 0x20] }
        if isLineEmpty {
            endHead()
        } else {
            lines += 1
            isLineEmpty = true
        }
        return [0x0D, 0x0A]
    }

    /// Ends a head. After an interim response, the next head follows.
    private func endHead() {
        let status = String(decoding: start.dropFirst(9), as: UTF8.self)
        if status.hasPrefix("1"), status != "101" { beginHead() } else { state = .body }
    }

    func channelInactive(context: ChannelHandlerContext) {
        releaseHeld(context)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        releaseHeld(context)
        context.fireErrorCaught(error)
    }

    private func releaseHeld(_ context: ChannelHandlerContext) {
        if held.isEmpty { return }
        context.fireChannelRead(wrapInboundOut(ByteBuffer(bytes: held)))
        held = []
    }
}

/// A response with more header fields than SwiftNIO reads.
struct TooManyFields: Error {}
#endif
