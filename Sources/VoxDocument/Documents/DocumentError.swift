// SPDX-License-Identifier: MIT

/// Why a JSON:API document could not be read or written.
public struct DocumentError: Error, Hashable, Sendable {
    /// The kind of failure. New codes may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        /// The text is not JSON, or a value could not be read or written; see ``DocumentError/json``.
        public static let json = Code(description: "json")
        /// The document is not shaped as JSON:API asks, or not as the caller asked.
        public static let shape = Code(description: "shape")
        /// The document reports errors; see ``DocumentError/errors``.
        public static let api = Code(description: "api")
        /// A resource that must have an id or a lid has neither.
        public static let missingIdentity = Code(description: "missingIdentity")
        /// The document has a resource of that type and id already, or has its one resource.
        public static let repeated = Code(description: "repeated")
        /// A path to include names a relationship that is not there.
        public static let unknownPath = Code(description: "unknownPath")
    }

    /// The kind of failure.
    public let code: Code
    /// What was wrong, in words.
    public let message: String
    /// The JSON Pointer of the value at fault.
    public let pointer: String
    /// Where two values do not go together: the JSON Pointer of the first of them.
    public let otherPointer: String?
    /// Where in the text, when a text was being read.
    public let position: JSONError.Position?
    /// The errors that the document reports, the first 1,000 of them.
    public let errors: [APIError]
    /// The error of the JSON layer beneath.
    public let json: JSONError?

    /// Makes an error.
    public init(code: Code, message: String, pointer: String = "") {
        self.code = code
        self.message = message
        self.pointer = pointer
        otherPointer = nil
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

    /// That a resource is not as its schema says.
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
                    ($0.title ?? $0.detail ?? $0.code ?? "an error without words").excerpt(200)
                }.joined(separator: "; ")
        pointer = "/errors"
        otherPointer = nil
        position = nil
        self.errors = errors
        json = nil
    }
}

extension DocumentError: CustomStringConvertible {
    /// One line: what was expected and found, or the first errors that the document reports, position
    /// when there is one, and pointers; at most 4,096 characters.
    public var description: String {
        let place =
            position.map { "line \($0.line), column \($0.column) (offset \($0.offset)), " } ?? ""
        let other = otherPointer.map { ", the first at \"\($0.excerpt(500))\"" } ?? ""
        return "\(fullMessage.excerpt(2000)) (\(place)at \"\(pointer.excerpt(1000))\"\(other))"
    }

    /// The message with what was found, and what the errors that are reported say.
    private var fullMessage: String {
        if let json { return json.fullMessage }
        return errors.isEmpty ? message : "the document reports: \(errors.summary)"
    }
}

extension DocumentError: CustomReflectable {
    /// Shows what the description says, part by part.
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
