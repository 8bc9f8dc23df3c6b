// SPDX-License-Identifier: MIT

public import HTTPTypes

extension MultipartBody {
    /// Reads a form that arrives as `multipart/form-data` (RFC 7578), part by part.
    /// ``MultipartBody`` writes such forms.
    ///
    /// ```swift
    /// let form = MultipartBody([.init("title", "Tides"), .init("cover", [1, 2], fileName: "tides.png")])
    /// let body = try form.body()
    ///
    /// let parts = try MultipartBody.Reader(await body.open(), contentType: body.contentType)
    /// for try await part in parts {
    ///     var count = 0
    ///     for try await chunk in part.body { count += chunk.count }
    ///     print(part.name, part.fileName ?? "no file", count)
    /// }
    /// // prints: title no file 5
    /// // prints: cover tides.png 2
    /// ```
    ///
    /// The reader keeps one chunk in memory, or the header fields of one part. It reads a chunk
    /// only when the program needs the chunk, so a slow program slows the sender down. The reader
    /// skips the rest of a part if the program requests the next part before it has read the part
    /// to its end.
    ///
    /// Iteration throws ``RequestError`` with code `malformedForm` if the form is malformed or
    /// incomplete, and with code `formTooLarge` if the form exceeds one of the ``Limits``. It also
    /// throws the error of the chunks. After an error, iteration throws the same error again. A
    /// form is complete only if the iteration over its parts has ended without an error.
    ///
    /// The form can be read once, by one task at a time.
    public struct Reader: AsyncSequence, Sendable {
        /// The limits of a form.
        public struct Limits: Hashable, Sendable {
            /// The maximum number of parts. Default: 1,000.
            public var parts = 1000
            /// The maximum number of bytes of the header fields of one part. Default: 16 KiB.
            public var headerBytes = 16 << 10
            /// The maximum number of bytes of the content of one part. Default: 64 MiB.
            public var partBytes = 64 << 20
            /// The maximum number of bytes of the content of parts with certain names. For these
            /// parts, ``partBytes`` has no effect.
            public var partBytesByName: [String: Int] = [:]
            /// The maximum number of bytes of the whole form. Default: 64 MiB.
            public var bytes = 64 << 20

            /// The defaults.
            public init() {}
        }

        /// One part of a form: a field or a file.
        public struct Part: Sendable {
            /// The name of the field.
            public let name: String
            /// The file name that the client sent; nil for a field without a file. The name is no
            /// safe path: it may contain slashes and any other characters.
            public let fileName: String?
            /// The header fields of the part.
            public let headers: HTTPFields
            /// The content of the part, which can be read once, and only before the next part is
            /// requested. Any other reading throws ``RequestError`` with code `unsendable`. This is
            /// a mistake of the program, so a service responds with 500. To send the content to
            /// another service, create a body with
            /// `ClientRequest.Body(once: part.body, contentType: part.contentType)`.
            public let body: ClientResponse.Body

            /// The media type that the client sent; nil if the client sent none. A part without a
            /// media type is text.
            public var contentType: String? { headers[.contentType] }

            /// Creates a part, for tests of functions that read parts.
            public init(
                _ name: String, fileName: String? = nil, headers: HTTPFields = [:],
                body: ClientResponse.Body
            ) {
                self.name = name
                self.fileName = fileName
                self.headers = headers
                self.body = body
            }
        }

        /// The cause of a ``RequestError`` that services treat in a special way.
        package enum Fault: Error {
            /// The content of a part is larger than its limit.
            case largePart(name: String)
            /// The program has read a part twice or too late, or has read the form in two tasks.
            case misuse
        }

        private let form: MultipartForm

        /// Creates a reader. The reader reads nothing before iteration.
        /// - Parameters:
        ///   - chunks: the bytes of the form, such as a ``ClientResponse/Body`` or
        ///     ``ClientRequest/Body/Chunks``.
        ///   - contentType: the value of `Content-Type`, which contains the boundary.
        ///   - limits: the limits of the form.
        /// - Throws: ``RequestError`` with code `malformedForm` if the media type is not
        ///   `multipart/form-data`, or the boundary is missing, longer than 70 bytes, or has a
        ///   character that RFC 2046 does not allow.
        public init<Chunks: AsyncSequence & Sendable>(
            _ chunks: Chunks, contentType: String?, limits: Limits = Limits()
        ) throws(RequestError) where Chunks.Element == [UInt8], Chunks.Failure == any Error {
            let boundary = try Self.boundary(in: contentType)
            form = MultipartForm(
                ClientResponse.Body(chunks), MultipartParser(boundary: boundary, limits: limits))
        }

        /// The error that ended the form; nil if there was none.
        package var failure: (any Error)? {
            get async { await form.failure }
        }

        /// The iterator continues at the current position of the form.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(form: form) }

        /// Iterates over the parts.
        public struct AsyncIterator: AsyncIteratorProtocol {
            let form: MultipartForm

            /// Returns the next part, or nil after the last part.
            public mutating func next() async throws -> Part? { try await form.nextPart() }

            /// Returns the next part, or nil after the last part.
            public mutating func next(
                isolation actor: isolated (any Actor)?
            ) async throws(any Error) -> Part? { try await form.nextPart() }
        }

        private static func boundary(in contentType: String?) throws(RequestError) -> [UInt8] {
            guard let type = contentType.flatMap(FieldParameters.init),
                type.value == "multipart/form-data"
            else { throw .form("the media type is not multipart/form-data") }
            guard let boundary = type["boundary"], !boundary.isEmpty else {
                throw .form("the media type has no boundary")
            }
            let bytes = Array(boundary.utf8)
            guard bytes.count <= 70 else {
                throw .form("the boundary has \(bytes.count) bytes, but 70 are allowed")
            }
            guard bytes.allSatisfy(isOfBoundary), bytes.last != 0x20 else {
                throw .form("the boundary has a character that is not allowed")
            }
            return bytes
        }

        private static func isOfBoundary(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                true
            default: "'()+_,-./:=? ".utf8.contains(byte)
            }
        }
    }
}

/// The state of a form that is read: the chunks, the parser and the current part.
actor MultipartForm {
    private(set) var failure: (any Error)?
    private let source: ClientResponse.Body
    private var chunks: ClientResponse.Body.AsyncIterator?
    private var parser: MultipartParser
    private var isBusy = false
    private var number = 0
    private var isAtEndOfPart = true

    init(_ source: ClientResponse.Body, _ parser: MultipartParser) {
        self.source = source
        self.parser = parser
    }

    /// Returns the next part after skipping the rest of the current part, or nil after the last
    /// part.
    func nextPart() async throws -> MultipartBody.Reader.Part? {
        try begin()
        defer { isBusy = false }
        while true {
            switch try await event() {
            case .part(let head):
                number += 1
                isAtEndOfPart = false
                return MultipartBody.Reader.Part(
                    head.name, fileName: head.fileName, headers: head.headers,
                    body: ClientResponse.Body(PartChunks(form: self, number: number)))
            case .bytes: continue
            case .endOfPart: isAtEndOfPart = true
            case .end: return nil
            }
        }
    }

    /// Returns the next chunk of a part, or nil at its end. `isFirst` is true for the first chunk
    /// that an iterator requests.
    fileprivate func chunk(of number: Int, isFirst: Bool) async throws -> [UInt8]? {
        guard number == self.number else {
            throw RequestError.misread("the part was skipped, because the next part was requested")
        }
        if isAtEndOfPart {
            // A part that was read before must not pass for an empty part.
            if isFirst { throw RequestError.misread("the part can be read only once") }
            return nil
        }
        try begin()
        defer { isBusy = false }
        if case .bytes(let bytes) = try await event() { return bytes }
        isAtEndOfPart = true
        return nil
    }

    private func begin() throws(RequestError) {
        if isBusy { throw .misread("the form is read by two tasks at the same time") }
        isBusy = true
    }

    private func event() async throws -> MultipartParser.Event {
        if let failure { throw failure }
        do {
            while true {
                if let event = try parser.next() { return event }
                var chunks = self.chunks ?? source.makeAsyncIterator()
                let chunk = try await chunks.next(isolation: self)
                self.chunks = chunks
                if let chunk { try parser.append(chunk) } else { try parser.finish() }
            }
        } catch {
            failure = error
            throw error
        }
    }
}

/// The content of a part.
private struct PartChunks: AsyncSequence, Sendable {
    typealias Element = [UInt8]
    typealias Failure = any Error

    let form: MultipartForm
    let number: Int

    struct AsyncIterator: AsyncIteratorProtocol {
        let form: MultipartForm
        let number: Int
        var isFirst = true

        mutating func next() async throws -> [UInt8]? { try await next(isolation: #isolation) }

        mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(any Error) -> [UInt8]? {
            defer { isFirst = false }
            return try await form.chunk(of: number, isFirst: isFirst)
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(form: form, number: number) }
}

extension RequestError {
    fileprivate static func misread(_ reason: String) -> RequestError {
        RequestError(code: .unsendable, message: reason, cause: MultipartBody.Reader.Fault.misuse)
    }
}
