// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// The parts of a form that is sent as `multipart/form-data` (RFC 7578): strings, bytes and files.
///
/// ```swift
/// func upload(_ path: String, to url: HTTPURL) throws -> ClientRequest {
///     let form = MultipartBody([
///         .init("user[name]", "Ada"),
///         try .init("user[avatar]", file: path, contentType: "image/png"),
///     ])
///     return ClientRequest(method: .post, url: url, sending: try form.body())
/// }
/// ```
///
/// Parts that are not in memory are read while they are sent. The length of the body is sent if the
/// length of every part is known.
public struct MultipartBody: Sendable {
    /// One part.
    public struct Part: Sendable {
        /// The name of the field.
        public var name: String
        /// The name of the file; nil for a field without a file.
        public var fileName: String?
        /// The content, which is sent with its media type. If the media type is nil, a file is sent
        /// as `application/octet-stream`, and a field as text in UTF-8.
        public var content: ClientRequest.Body

        /// Creates a part with any content.
        public init(_ name: String, _ content: ClientRequest.Body, fileName: String? = nil) {
            self.name = name
            self.content = content
            self.fileName = fileName
        }

        /// Creates a field with a string. The string is sent byte for byte, including its line
        /// ends.
        public init(_ name: String, _ text: String) {
            self.init(name, ClientRequest.Body(Array(text.utf8)))
        }

        /// Creates a part that sends bytes as a file.
        public init(
            _ name: String, _ bytes: [UInt8], fileName: String,
            contentType: String = "application/octet-stream"
        ) {
            self.init(
                name, ClientRequest.Body(bytes, contentType: contentType), fileName: fileName)
        }

        /// Creates a part that sends a file on disk. The file is read while it is sent.
        /// - Parameters:
        ///   - name: the name of the field.
        ///   - path: the path of the file.
        ///   - fileName: the file name that is sent; nil sends the last component of the path.
        ///   - contentType: the media type.
        /// - Throws: the error of ``ClientRequest/Body/init(file:contentType:)``, which is a
        ///   ``RequestError`` with code `unsendable`.
        public init(
            _ name: String, file path: String, fileName: String? = nil,
            contentType: String = "application/octet-stream"
        ) throws(RequestError) {
            self.init(
                name, try ClientRequest.Body(file: path, contentType: contentType),
                fileName: fileName ?? path.split(separator: "/").last.map(String.init) ?? path)
        }
    }

    /// The parts, in order. Several parts may have the same name.
    public var parts: [Part]

    /// Creates a form.
    public init(_ parts: [Part] = []) { self.parts = parts }

    /// Creates a form from text fields. Files can be added to the form later.
    public init(fields form: FormBody) { parts = form.fields.map { Part($0.name, $0.value) } }

    /// Adds a part.
    public mutating func append(_ part: Part) { parts.append(part) }

    /// Returns the form as the body of a request, with its media type. Each body has a new
    /// boundary.
    /// - Throws: ``RequestError`` with code `invalidHeader` if the media type of a part cannot be
    ///   sent.
    /// - Complexity: O(n) for n bytes in memory, because these bytes are searched for the boundary.
    public func body() throws(RequestError) -> ClientRequest.Body {
        var generator = SystemRandomNumberGenerator()
        return try body(using: &generator)
    }

    /// Returns the form as the body of a request, with a boundary from a random number generator;
    /// see ``body()``.
    public func body(
        using generator: inout some RandomNumberGenerator
    ) throws(RequestError) -> ClientRequest.Body {
        var boundary = Self.boundary(&generator)
        while parts.contains(where: { $0.content.bytes?.contains(boundary) ?? false }) {
            boundary = Self.boundary(&generator)
        }
        var segments = Segments()
        for part in parts {
            segments.append(Array("--\(boundary)\r\n\(try part.head())\r\n".utf8))
            segments.append(part.content)
            segments.append([0x0D, 0x0A])
        }
        segments.append(Array("--\(boundary)--\r\n".utf8))
        return segments.body(contentType: "multipart/form-data; boundary=\(boundary)")
    }

    private static let characters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

    /// 190 random bits, which the author of a file cannot predict.
    private static func boundary(_ generator: inout some RandomNumberGenerator) -> String {
        let drawn = (0..<32).map { _ in
            characters[Int.random(in: 0..<characters.count, using: &generator)]
        }
        return String(decoding: drawn, as: UTF8.self)
    }
}

extension MultipartBody.Part {
    /// The header fields, each with its line end.
    fileprivate func head() throws(RequestError) -> String {
        guard ![name, fileName ?? ""].contains(where: { $0.utf8.contains(0) }) else {
            throw RequestError(
                code: .unsendable, message: "the name of a part or of its file has a NUL")
        }
        var head = "Content-Disposition: form-data; name=\"\(Self.quoted(Self.normalized(name)))\""
        if let fileName { head += "; filename=\"\(Self.quoted(fileName))\"" }
        head += "\r\n"
        let type = content.contentType ?? (fileName == nil ? nil : "application/octet-stream")
        guard let type else { return head }
        let field = try HTTPField(checking: "Content-Type", value: type)
        return head + "\(field.name): \(field.value)\r\n"
    }

    /// Quotes a name as browsers do (HTML, "multipart/form-data encoding algorithm"): UTF-8 is not
    /// encoded, and three characters are percent-encoded. RFC 7578 forbids the encoding of RFC 5987
    /// here (section 4.2).
    private static func quoted(_ name: String) -> String {
        var quoted = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\r": quoted += "%0D"
            case "\n": quoted += "%0A"
            case "\"": quoted += "%22"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted
    }

    /// Returns the name of a field with CR LF for each line end, as in HTML. The name of a file is
    /// not changed.
    private static func normalized(_ name: String) -> String {
        var normalized = ""
        var last: Unicode.Scalar?
        for scalar in name.unicodeScalars {
            if scalar == "\n", last != "\r" { normalized += "\r" }
            if last == "\r", scalar != "\n" { normalized += "\n" }
            normalized.unicodeScalars.append(scalar)
            last = scalar
        }
        return last == "\r" ? normalized + "\n" : normalized
    }
}
