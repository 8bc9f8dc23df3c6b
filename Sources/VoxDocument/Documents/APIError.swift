// SPDX-License-Identifier: MIT

/// An error object of a document (JSON:API 1.1, "Error Objects"), as a snapshot.
///
/// ```swift
/// let error = APIError(status: 422, title: "No such year", pointer: "/data/attributes/year")
/// print(error.status ?? "", error.pointer ?? "")   // prints: 422 /data/attributes/year
/// ```
public struct APIError: Error, Hashable, Sendable {
    /// The whole error object, including members that have no property.
    public let value: JSONValue

    /// Creates an error from an error object.
    public init(_ value: JSONValue) { self.value = value }

    /// Creates an error object from its members.
    ///
    /// - Parameters:
    ///   - id: an id of this occurrence of the problem.
    ///   - status: the HTTP status, which is written as a string.
    ///   - code: an application-specific code.
    ///   - title: a short summary, the same for every occurrence.
    ///   - detail: an explanation of this occurrence.
    ///   - pointer: the JSON Pointer to the cause in the request document.
    ///   - parameter: the query parameter that caused the error.
    ///   - header: the request header that caused the error.
    ///   - about: the URL of an explanation of this occurrence.
    ///   - type: the kind of error, as a URI.
    ///   - meta: meta information.
    public init(
        id: String? = nil, status: Int? = nil, code: String? = nil, title: String? = nil,
        detail: String? = nil, pointer: String? = nil, parameter: String? = nil,
        header: String? = nil, about: String? = nil, type: String? = nil, meta: JSONObject? = nil
    ) {
        value = Self.object([
            ("id", id.map { .string($0) }),
            ("links", Self.object([("about", about), ("type", type)])),
            ("status", status.map { .string(String($0)) }),
            ("code", code.map { .string($0) }),
            ("title", title.map { .string($0) }),
            ("detail", detail.map { .string($0) }),
            (
                "source",
                Self.object([("pointer", pointer), ("parameter", parameter), ("header", header)])
            ),
            ("meta", meta.map { .object($0) }),
        ])
    }

    private static func object(_ members: [(name: String, value: JSONValue?)]) -> JSONValue {
        var object = JSONObject()
        for (name, value) in members { object[name] = value }
        return .object(object)
    }

    /// Returns an object of the strings that are not nil. Returns nil if all of them are nil.
    private static func object(_ members: [(name: String, text: String?)]) -> JSONValue? {
        let present: [(name: String, value: JSONValue?)] = members.compactMap { name, text in
            text.map { (name, .string($0)) }
        }
        // This is not a conditional expression, because nil would mean JSON null in one.
        if present.isEmpty { return nil }
        return object(present)
    }

    /// Returns the content of a string or the text of a number. Many servers send numbers instead
    /// of strings.
    private func text(_ value: JSONValue?) -> String? {
        switch value {
        case .string(let text): text
        case .number(let number): number.text
        default: nil
        }
    }

    /// The id of this occurrence of the problem.
    public var id: String? { text(value["id"]) }
    /// The HTTP status, as a string.
    public var status: String? { text(value["status"]) }
    /// An application-specific code.
    public var code: String? { text(value["code"]) }
    /// A short summary, the same for every occurrence.
    public var title: String? { text(value["title"]) }
    /// An explanation of this occurrence. If the error object has neither a detail nor a title, the
    /// explanation is the member `message`, `description`, `reason` or `error`, which many servers
    /// send instead.
    public var detail: String? {
        if let detail = text(value["detail"]) { return detail }
        guard title == nil else { return nil }
        let names = ["message", "description", "reason", "error_description", "error", "msg"]
        return names.lazy.compactMap { text(value[$0]) }.first
    }
    /// Meta information.
    public var meta: JSONValue? { value["meta"] }
    /// The links. Each link is a string, an object or null.
    public var links: JSONValue? { value["links"] }
    /// The URL of an explanation of this occurrence.
    public var about: String? { link("about") }
    /// The kind of error.
    public var type: String? { link("type") }
    /// The JSON Pointer to the cause in the request document.
    public var pointer: String? { text(value["source"]?["pointer"]) }
    /// The query parameter that caused the error.
    public var parameter: String? { text(value["source"]?["parameter"]) }
    /// The request header that caused the error.
    public var header: String? { text(value["source"]?["header"]) }

    private func link(_ name: String) -> String? {
        text(links?[name]) ?? text(links?[name]?["href"])
    }
}
