// SPDX-License-Identifier: MIT

/// An error in reading or writing a JSON:API document.
public struct DocumentError: Error, Hashable, Sendable {
    /// The kind of failure. Later versions may add codes.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        /// The text is not JSON, or a value could not be read or written. See
        /// ``DocumentError/json``.
        public static let json = Code(description: "json")
        /// The document does not have the structure that JSON:API or the caller requires.
        public static let shape = Code(description: "shape")
        /// The document reports errors. See ``DocumentError/errors``.
        public static let api = Code(description: "api")
        /// A resource needs an id or a lid, but has neither.
        public static let missingIdentity = Code(description: "missingIdentity")
        /// The document already has a resource with the same type and id, or it would have two
        /// resources with the same type and id and other values, or primary data is a single
        /// resource that already exists. See ``DocumentError/otherPointer``.
        public static let repeated = Code(description: "repeated")
        /// A path of an inclusion contains a relationship that does not exist.
        public static let unknownPath = Code(description: "unknownPath")
    }

    /// The kind of failure.
    public let code: Code
    /// A text that describes the failure.
    public let message: String
    /// The JSON Pointer of the failing value.
    public let pointer: String
    /// The JSON Pointer of the first of two conflicting values. The pointer is nil if the error is
    /// not about two conflicting values.
    public let otherPointer: String?
    /// The position in the text, if the error is a syntax error.
    public let position: JSONError.Position?
    /// The errors that the document reports, at most 1,000.
    public let errors: [APIError]
    /// The error of the JSON layer.
    public let json: JSONError?

    /// Creates an error.
    public init(code: Code, message: String, pointer: String = "") {
        self.code = code
        self.message = message
        self.pointer = pointer
        otherPointer = nil
        position = nil
        errors = []
        json = nil
    }

    /// Creates an error for a resource that a document has twice.
    init(repeated message: String, at pointer: String, first: String) {
        code = .repeated
        self.message = message
        self.pointer = pointer
        otherPointer = first
        position = nil
        errors = []
        json = nil
    }

    package init(_ error: JSONError, otherPointer: String? = nil) {
        code = error.code == .shape ? .shape : .json
        message = error.message
        pointer = error.pointer
        self.otherPointer = otherPointer
        position = error.position
        errors = []
        json = error
    }

    /// Creates an error for a resource that does not match its schema.
    init(incomplete error: JSONError, message: String) {
        code = .shape
        self.message = message
        pointer = error.pointer
        otherPointer = nil
        position = error.position
        errors = []
        json = error
    }

    init(reporting errors: [APIError]) {
        code = .api
        message =
            errors.isEmpty
            ? "the document reports errors"
            : "the document reports: "
                + errors.prefix(3)
                .map {
                    ($0.title ?? $0.detail ?? $0.code ?? "an error without title, detail or code")
                        .excerpt(200)
                }.joined(separator: "; ")
        pointer = "/errors"
        otherPointer = nil
        position = nil
        self.errors = errors
        json = nil
    }
}

extension DocumentError: CustomStringConvertible {
    /// The description is one line with the message, the pointers and, if known, the position. The
    /// message of the error contains the expected value and the found value, or the first errors
    /// that the document reports. The description has at most 4,096 characters.
    public var description: String {
        let place =
            position.map { "line \($0.line), column \($0.column) (offset \($0.offset)), " } ?? ""
        let other = otherPointer.map { ", the first at \"\($0.excerpt(500))\"" } ?? ""
        return "\(fullMessage.excerpt(2000)) (\(place)at \"\(pointer.excerpt(1000))\"\(other))"
    }

    /// The message with the found value or the reported errors.
    private var fullMessage: String {
        if let json { return json.fullMessage }
        return errors.isEmpty ? message : "the document reports: \(errors.summary)"
    }
}

extension DocumentError: CustomReflectable {
    /// The mirror shows the properties of the error that are not nil.
    public var customMirror: Mirror {
        let parts: [(label: String?, value: Any?)] = [
            ("code", code), ("message", message), ("expected", json?.expected),
            ("found", json?.found), ("field", json?.field), ("position", position),
            ("pointer", pointer), ("otherPointer", otherPointer),
            ("errors", errors.isEmpty ? nil : errors),
        ]
        return Mirror(
            self,
            children: parts.compactMap { part in
                part.value.map { (label: part.label, value: $0) }
            }, displayStyle: .struct)
    }
}
