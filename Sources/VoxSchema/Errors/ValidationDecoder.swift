// SPDX-License-Identifier: MIT

extension ValidationErrors {
    /// Finds validation errors in an error response. Services have different formats of validation
    /// errors.
    ///
    /// ```swift
    /// let own = ValidationErrors.Decoder { body in
    ///     guard let problems = body.json?.problems, problems.vox.kind == .array else { return nil }
    ///     var errors = ValidationErrors()
    ///     for problem in problems.vox.elements {
    ///         errors.add(problem.text ?? "", to: problem.where ?? "")
    ///     }
    ///     return errors
    /// }
    /// let decoder = ValidationErrors.Decoder.first(own, .standard)
    /// ```
    ///
    /// A decoder never throws an error, and returns nil for a body in an unknown format. The
    /// `RequestError` always contains the body of the response.
    public struct Decoder: Sendable {
        private let decode: @Sendable (Body) -> ValidationErrors?

        /// Creates a decoder.
        /// - Parameter decode: a function that returns the errors in a body, or nil if the body has
        ///   no errors in the format of this decoder.
        public init(_ decode: @escaping @Sendable (_ body: Body) -> ValidationErrors?) {
            self.decode = decode
        }

        /// Returns the validation errors in a body; nil if the body has no errors in the format of
        /// this decoder.
        public func validationErrors(in body: Body) -> ValidationErrors? { decode(body) }

        /// Returns a decoder that tries several decoders in order, and returns the errors of the
        /// first decoder that finds errors.
        public static func first(_ decoders: Decoder...) -> Decoder {
            Decoder { body in decoders.lazy.compactMap { $0.validationErrors(in: body) }.first }
        }

        /// A decoder that tries all formats of this module in this order: problem details, Laravel,
        /// Rails, Django REST framework.
        public static let standard = first(.problemDetails, .laravel, .rails, .django)

        /// The body of a response that reports a failure.
        public struct Body {
            /// The bytes of the body.
            public let bytes: [UInt8]

            /// The status of the response.
            public let status: Int

            /// The media type of the response; nil if the response has no media type.
            public let contentType: String?

            /// The body as JSON; nil if the body is not JSON, or if its depth exceeds
            /// ``maximumDepth``.
            public let json: JSON?

            /// The maximum depth of nested objects and lists in ``json``.
            public static let maximumDepth = 32

            /// Creates a body from bytes. O(bytes).
            public init(_ bytes: some Collection<UInt8>, status: Int, contentType: String? = nil) {
                self.bytes = Array(bytes)
                self.status = status
                self.contentType = contentType
                var options = JSON.Options()
                options.maximumDepth = Self.maximumDepth
                json = try? JSON(parsing: self.bytes, options: options)
            }

            /// Creates a body from text.
            public init(_ text: String, status: Int, contentType: String? = nil) {
                self.init(text.utf8, status: status, contentType: contentType)
            }
        }
    }

    /// Adds the messages of a value. The value is a string, an object with a message, or a list of
    /// strings and of objects with messages.
    mutating func add(messagesIn json: JSON, to field: String) {
        let messages = json.vox.kind == .array ? json.vox.elements : [json]
        add(messages.lazy.compactMap(\.messageText), to: field)
    }

    /// The errors; nil if there are no errors.
    var orNone: ValidationErrors? { isEmpty ? nil : self }
}

extension JSON {
    /// A string, or the member of an object that contains the message.
    var messageText: String? {
        if let text = String(quiet: self) { return text }
        guard vox.kind == .object else { return nil }
        for name in [
            "message", "msg", "detail", "reason", "description", "error_description", "error",
            "title",
        ] {
            if let text = String(quiet: self[name] as JSON) { return text }
        }
        return nil
    }

    /// The name of the field that an error object is about. A list `loc` of names and positions
    /// begins with the part of the request, such as `body`. This part is left out.
    var fieldName: String? {
        guard vox.kind == .object else { return nil }
        for name in ["field", "attribute", "name", "param", "parameter", "property"] {
            if let text = String(quiet: self[name] as JSON) { return text }
        }
        let place = self["loc"] as JSON
        guard place.vox.kind == .array else { return nil }
        var names = place.vox.elements.compactMap { part in
            String(quiet: part) ?? (part.vox.kind == .number ? Int(part).map(String.init) : nil)
        }
        if let part = names.first, ["body", "query", "path", "header", "cookie"].contains(part) {
            names.removeFirst()
        }
        return names.joined(separator: ".")
    }

    /// True for a list of strings that is not empty.
    var isListOfText: Bool {
        vox.kind == .array && vox.count > 0
            && vox.elements.allSatisfy { $0.vox.kind == .string }
    }
}

extension String {
    /// Creates the text of a JSON string. The result is nil for other kinds, and the document does
    /// not record the failed read.
    init?(quiet json: JSON) {
        guard json.vox.kind == .string, let text = String(json) else { return nil }
        self = text
    }
}
