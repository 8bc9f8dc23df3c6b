// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// The parts of a form, to be sent as `multipart/form-data` (RFC 7578): texts, bytes and files.
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
/// What is not in memory is read while it is sent. The length is told before when that of every part is
/// known.
public struct MultipartBody: Sendable {
    /// One part.
    public struct Part: Sendable {
        /// The name of the field.
        public var name: String
        /// The name of the file that the part is; nil for a field that is none.
        public var fileName: String?
        /// What the part has. Its media type goes along; where it has none, a file is called
        /// `application/octet-stream`, and a field goes without (it is text then, in UTF-8).
        public var content: ClientRequestBody

        /// Makes a part of any content.
        public init(_ name: String, _ content: ClientRequestBody, fileName: String? = nil) {
            self.name = name
            self.content = content
            self.fileName = fileName
        }

        /// Makes a field with a text, sent byte for byte: line ends stay as they are.
        public init(_ name: String, _ text: String) {
            self.init(name, ClientRequestBody(Array(text.utf8)))
        }

        /// Makes a file of bytes.
        public init(
            _ name: String, _ bytes: [UInt8], fileName: String,
            contentType: String = "application/octet-stream"
        ) {
            self.init(
                name, ClientRequestBody(bytes, contentType: contentType), fileName: fileName)
        }

        /// Makes a file of one on disk, which is read while it is sent.
        /// - Parameters:
        ///   - name: the name of the field.
        ///   - path: where the file is.
        ///   - fileName: what the server is told that it is called; nil for the last part of the path.
        ///   - contentType: the media type.
        /// - Throws: ``RequestError`` with code `unsendable`, as ``ClientRequestBody/init(file:contentType:)``.
        public init(
            _ name: String, file path: String, fileName: String? = nil,
            contentType: String = "application/octet-stream"
        ) throws(RequestError) {
            self.init(
                name, try ClientRequestBody(file: path, contentType: contentType),
                fileName: fileName ?? path.split(separator: "/").last.map(String.init) ?? path)
        }
    }

    /// The parts in their order; names may repeat.
    public var parts: [Part]

    /// Makes a form.
    public init(_ parts: [Part] = []) { self.parts = parts }

    /// Makes a form of plain fields, to which files may be added.
    public init(fields form: FormBody) { parts = form.fields.map { Part($0.name, $0.value) } }

    /// Adds a part.
    public mutating func append(_ part: Part) { parts.append(part) }

    /// The body of a request, with its media type. Each has a boundary of its own.
    /// - Throws: ``RequestError`` with code `invalidHeader` when the media type of a part cannot be sent.
    /// - Complexity: O(bytes in memory), which are searched for the boundary.
    public func body() throws(RequestError) -> ClientRequestBody {
        var generator = SystemRandomNumberGenerator()
        return try body(using: &generator)
    }

    /// The body of a request, with a boundary from a generator; see ``body()``.
    public func body(
        using generator: inout some RandomNumberGenerator
    ) throws(RequestError) -> ClientRequestBody {
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

    /// 190 random bits: nobody who writes a file can know them.
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
        var head = "Content-Disposition: form-data; name=\"\(Self.quoted(Self.normalized(name)))\""
        if let fileName { head += "; filename=\"\(Self.quoted(fileName))\"" }
        head += "\r\n"
        let type = content.contentType ?? (fileName == nil ? nil : "application/octet-stream")
        guard let type else { return head }
        let field = try HTTPField(checking: "Content-Type", value: type)
        return head + "\(field.name): \(field.value)\r\n"
    }

    /// As browsers do it (HTML, "multipart/form-data encoding algorithm"): UTF-8 as it is, and three
    /// characters as in an address. What RFC 5987 has for other fields, RFC 7578 forbids here
    /// (section 4.2).
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

    /// The name of a field with each line end as CR LF, as in HTML; that of a file stays as it is.
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
