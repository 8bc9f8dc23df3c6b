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
    /// The errors that the document reports.
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

    init(_ error: JSONError, otherPointer: String? = nil) {
        code = error.code == .shape ? .shape : .json
        message = error.message
        pointer = error.pointer
        self.otherPointer = otherPointer
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
                .map { $0.title ?? $0.detail ?? $0.code ?? "an error without words" }.joined(
                    separator: "; ")
        pointer = "/errors"
        otherPointer = nil
        position = nil
        self.errors = errors
        json = nil
    }
}

extension DocumentError: CustomStringConvertible {
    /// One line: message, position when there is one, and pointers; at most 4,096 characters.
    public var description: String {
        let place =
            position.map { "line \($0.line), column \($0.column) (offset \($0.offset)), " } ?? ""
        let other = otherPointer.map { ", the first at \"\($0.prefix(500))\"" } ?? ""
        return "\(message.prefix(2000)) (\(place)at \"\(pointer.prefix(1000))\"\(other))"
    }
}

/// An error object of a document (JSON:API 1.1, "Error Objects"), as a snapshot.
public struct APIError: Error, Hashable, Sendable {
    /// The whole error object; every member is reachable here, known or not.
    public let value: JSONValue

    /// Wraps an error object.
    public init(_ value: JSONValue) { self.value = value }

    /// Text, or the text of a number: many servers send numbers where text is due.
    private func text(_ value: JSONValue?) -> String? {
        switch value {
        case .string(let text): text
        case .number(let number): number.text
        default: nil
        }
    }

    /// An id for this occurrence of the problem.
    public var id: String? { text(value["id"]) }
    /// The HTTP status, as text.
    public var status: String? { text(value["status"]) }
    /// An application-specific code.
    public var code: String? { text(value["code"]) }
    /// A short summary, the same for every occurrence.
    public var title: String? { text(value["title"]) }
    /// An explanation of this occurrence.
    public var detail: String? { text(value["detail"]) }
    /// Meta information.
    public var meta: JSONValue? { value["meta"] }
    /// The links, each text, object or null.
    public var links: JSONValue? { value["links"] }
    /// Where this occurrence is explained.
    public var about: String? { link("about") }
    /// What kind of error this is.
    public var type: String? { link("type") }
    /// The JSON Pointer to the cause in the request document.
    public var pointer: String? { text(value["source"]?["pointer"]) }
    /// The query parameter that caused it.
    public var parameter: String? { text(value["source"]?["parameter"]) }
    /// The request header that caused it.
    public var header: String? { text(value["source"]?["header"]) }

    private func link(_ name: String) -> String? {
        text(links?[name]) ?? text(links?[name]?["href"])
    }
}
