// SPDX-License-Identifier: MIT

#if AsyncHTTPClient
import CZlib
import VoxHTTP

/// Decompresses gzip and deflate with zlib, 64 kB at a time.
final class Inflater {
    private static let pieceSize = 1 << 16

    /// The stream of zlib. The stream is allocated separately, because zlib stores its address.
    private let stream: UnsafeMutablePointer<z_stream>
    private let status: Int32
    private var input: [UInt8] = []
    private var position = 0
    private var isInside = false
    private var mayHaveMore = false

    /// The number of compressed bytes that were consumed.
    private(set) var consumed = 0

    init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        status = czlib_inflate_begin(stream)
    }

    deinit {
        if status == Z_OK { inflateEnd(stream) }
        stream.deallocate()
    }

    /// Sets the next compressed bytes. Call this function after ``next()`` has returned nil.
    func feed(_ bytes: [UInt8]) {
        input = bytes
        position = 0
    }

    /// Returns some decompressed bytes, or nil if the inflater needs more input.
    func next() throws(RequestError) -> [UInt8]? {
        guard status == Z_OK else { throw .damaged("zlib has no memory", status) }
        while position < input.count || mayHaveMore {
            if !isInside {
                // A gzip file may have several members (RFC 1952, section 2.2).
                if consumed > 0 { inflateReset(stream) }
                isInside = true
            }
            let (bytes, result) = piece()
            guard result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR else {
                throw .damaged("it is damaged", result)
            }
            isInside = result != Z_STREAM_END
            // After a full piece, zlib may have more output without more input.
            mayHaveMore = result == Z_OK && bytes.count == Self.pieceSize
            if !bytes.isEmpty { return bytes }
            if result == Z_BUF_ERROR { break }
        }
        return nil
    }

    /// Ends the input, and throws if the compressed data is incomplete.
    func finish() throws(RequestError) {
        guard !isInside else { throw .damaged("it ends before it is whole", Z_BUF_ERROR) }
    }

    private func piece() -> (bytes: [UInt8], result: Int32) {
        var result = Z_OK
        let available = input.count - position
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { output, count in
            input.withUnsafeMutableBufferPointer { input in
                stream.pointee.next_in = input.baseAddress.map { $0 + position }
                stream.pointee.avail_in = UInt32(available)
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(Self.pieceSize)
                result = inflate(stream, Z_NO_FLUSH)
                stream.pointee.next_in = nil
                stream.pointee.next_out = nil
                count = Self.pieceSize - Int(stream.pointee.avail_out)
            }
        }
        let used = available - Int(stream.pointee.avail_in)
        position += used
        consumed += used
        return (bytes, result)
    }
}

extension RequestError {
    fileprivate static func damaged(_ reason: String, _ code: Int32) -> RequestError {
        RequestError(
            code: .truncatedBody, message: "the body's compression: \(reason) (zlib says \(code))")
    }
}
#endif
