// SPDX-License-Identifier: MIT

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Finds the parts of a form in chunks of bytes (RFC 2046, section 5.1). A state machine without
/// input and output of its own.
///
/// The text between two parts is a delimiter: CR LF, two hyphens and the boundary. A delimiter has
/// only one CR, so a mismatch never needs earlier bytes again, and the search is linear. The parser
/// keeps a chunk, and the beginning of a delimiter or of header fields that the next chunk
/// continues.
struct MultipartParser {
    enum Event {
        case part(MultipartBody.Reader.Head)
        /// Bytes of the current part, at least one.
        case bytes([UInt8])
        case endOfPart
        case end
    }

    private enum State {
        case preamble
        /// After the boundary, before the end of its line.
        case boundaryLine
        case head
        /// At the empty line after the header fields.
        case emptyLine
        case content
        /// After the two hyphens of the final boundary, before the end of its line.
        case finalLine
        case epilogue
        case end
    }

    private static let lineEnd: [UInt8] = [0x0D, 0x0A]

    private let limits: MultipartBody.Reader.Limits
    private let delimiter: [UInt8]
    private var state = State.preamble
    // The delimiter before the first part may lack its line end.
    private var buffer = lineEnd
    private var start = 0
    /// The beginning of the bytes of the header fields that were not searched for their end.
    private var unsearched = 0
    private var total = 0
    private var count = 0
    private var size = 0
    private var sizeLimit = 0
    /// The name of the current part.
    private var name = ""

    init(boundary: [UInt8], limits: MultipartBody.Reader.Limits) {
        delimiter = Self.lineEnd + [0x2D, 0x2D] + boundary
        self.limits = limits
    }

    /// Adds the next bytes of the form.
    mutating func append(_ chunk: [UInt8]) throws(RequestError) {
        guard chunk.count <= limits.bytes - total else {
            throw .form(over: "the form is larger than \(limits.bytes) bytes")
        }
        total += chunk.count
        if start == buffer.count {
            buffer = chunk
        } else {
            buffer.removeSubrange(..<start)
            buffer += chunk
        }
        unsearched -= start
        start = 0
    }

    /// Notes the end of the form.
    mutating func finish() throws(RequestError) {
        switch state {
        case .preamble:
            throw .form(total == 0 ? "the form is empty" : "the form does not have its boundary")
        case .boundaryLine: throw .form("the form ends within the line of a boundary")
        case .head: throw .form("the form ends within the header fields of part \(count)")
        case .emptyLine, .content:
            throw .form("the form ends within part \(count): its final boundary is missing")
        case .finalLine:
            guard buffer.count == start else { throw otherText() }
            state = .end
        case .epilogue, .end: state = .end
        }
    }

    /// Returns the next event; nil if more bytes are needed.
    mutating func next() throws(RequestError) -> Event? {
        while true {
            switch state {
            case .preamble:
                guard skipPreamble() else { return nil }
            case .boundaryLine:
                guard try takeBoundaryLine() else { return nil }
            case .finalLine:
                guard try takeFinalLine() else { return nil }
            case .head: return try takeHead().map { .part($0) }
            case .emptyLine:
                switch isAtDelimiter {
                case nil: return nil
                case true?: return endPart()
                case false?:
                    start += Self.lineEnd.count
                    state = .content
                }
            case .content: return try takeContent()
            case .epilogue:
                try skipEpilogue()
                return nil
            case .end: return .end
            }
        }
    }

    // MARK: Steps

    private mutating func skipPreamble() -> Bool {
        let (safe, isFound) = search(delimiter, from: start)
        start = safe
        if isFound { passDelimiter() }
        return isFound
    }

    private mutating func passDelimiter() {
        start += delimiter.count
        size = 0
        state = .boundaryLine
    }

    private mutating func endPart() -> Event {
        passDelimiter()
        return .endOfPart
    }

    /// Passes over the rest of the line of a boundary: two hyphens after the last part, or spaces
    /// and a line end, which stays in the buffer as the line end before the header fields.
    private mutating func takeBoundaryLine() throws(RequestError) -> Bool {
        try skipSpaces()
        guard buffer.count - start >= 2 else { return false }
        let next = buffer[start..<start + 2]
        if next == [0x2D, 0x2D], size == 0 {
            start += 2
            state = .finalLine
            return true
        }
        guard next == Self.lineEnd[...] else { throw otherText() }
        guard count < limits.parts else {
            throw .form(over: "the form has more than \(limits.parts) parts")
        }
        count += 1
        unsearched = start
        state = .head
        return true
    }

    /// Passes over the rest of the line of the final boundary. The end of the form may end the
    /// line.
    private mutating func takeFinalLine() throws(RequestError) -> Bool {
        try skipSpaces()
        guard buffer.count - start >= 2 else { return false }
        guard buffer[start..<start + 2] == Self.lineEnd[...] else { throw otherText() }
        state = .epilogue
        return true
    }

    /// Passes over blank lines after the final boundary. RFC 2046 lets readers ignore a text there,
    /// which may be a part that would be lost.
    private mutating func skipEpilogue() throws(RequestError) {
        let isBlank = buffer[start...].allSatisfy { [0x0D, 0x0A, 0x20, 0x09].contains($0) }
        guard isBlank else {
            throw .form("the form has text after the final boundary, behind part \(count)")
        }
        start = buffer.count
    }

    private mutating func skipSpaces() throws(RequestError) {
        while start < buffer.count, buffer[start] == 0x20 || buffer[start] == 0x09 {
            start += 1
            size += 1
            if size > limits.headerBytes { throw headerFieldsTooLarge(in: count + 1) }
        }
    }

    private func otherText() -> RequestError {
        .form("the boundary after part \(count) has other text on its line")
    }

    private mutating func takeHead() throws(RequestError) -> MultipartBody.Reader.Head? {
        let (safe, isFound) = search(Self.lineEnd + Self.lineEnd, from: unsearched)
        unsearched = safe
        guard safe - start <= limits.headerBytes else { throw headerFieldsTooLarge(in: count) }
        guard isFound else { return nil }
        let head = try MultipartBody.Reader.Head(
            buffer[min(start + Self.lineEnd.count, safe)..<safe], ofPart: count)
        start = safe + Self.lineEnd.count
        state = .emptyLine
        size = 0
        name = head.name
        sizeLimit = limits.partBytesByName[name] ?? limits.partBytes
        return head
    }

    private func headerFieldsTooLarge(in part: Int) -> RequestError {
        .form(
            over: "the header fields of part \(part) are larger than \(limits.headerBytes) bytes")
    }

    private mutating func takeContent() throws(RequestError) -> Event? {
        let (safe, isFound) = search(delimiter, from: start)
        if safe == start { return isFound ? endPart() : nil }
        size += safe - start
        guard size <= sizeLimit else {
            throw .form(
                over: "part \(count) is larger than \(sizeLimit) bytes",
                cause: .largePart(name: name))
        }
        if start == 0, safe == buffer.count {
            defer { buffer = [] }
            return .bytes(buffer)
        }
        defer { start = safe }
        return .bytes(Array(buffer[start..<safe]))
    }

    // MARK: Search

    /// Returns whether the buffer continues with a delimiter; nil if more bytes are needed.
    private var isAtDelimiter: Bool? {
        let (safe, isFound) = search(delimiter, from: start)
        if safe > start { return false }
        return isFound ? true : nil
    }

    /// Searches for a text that begins with the only CR of the text, or for two line ends. Returns
    /// the offset of the text, or the offset before which there is no such text.
    private func search(_ text: [UInt8], from offset: Int) -> (offset: Int, isFound: Bool) {
        buffer.withUnsafeBytes { bytes in
            var offset = offset
            while let base = bytes.baseAddress,
                let found = memchr(base + offset, 0x0D, bytes.count - offset)
            {
                offset = UnsafeRawPointer(found) - base
                let known = min(text.count, bytes.count - offset)
                if memcmp(found, text, known) == 0 { return (offset, known == text.count) }
                offset += 1
            }
            return (bytes.count, false)
        }
    }
}

extension RequestError {
    static func form(_ reason: String) -> RequestError {
        RequestError(code: .malformedForm, message: reason)
    }

    static func form(over reason: String, cause: MultipartBody.Reader.Fault? = nil) -> RequestError
    {
        RequestError(code: .formTooLarge, message: reason, cause: cause)
    }
}
