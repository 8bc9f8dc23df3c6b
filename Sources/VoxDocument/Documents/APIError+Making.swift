// SPDX-License-Identifier: MIT

extension APIError {
    /// What in the request caused an error (JSON:API 1.1, "Error Objects", `source`).
    public enum Source: Hashable, Sendable {
        /// A JSON Pointer into the document that was sent.
        case pointer(String)
        /// The name of a query parameter.
        case parameter(String)
        /// The name of a header field.
        case header(String)

        var member: (name: String, value: JSONValue) {
            switch self {
            case .pointer(let text): ("pointer", .string(text))
            case .parameter(let text): ("parameter", .string(text))
            case .header(let text): ("header", .string(text))
            }
        }
    }

    /// Makes an error object. The status is the one it would be answered with, were it alone; the title
    /// is the same for every occurrence, the detail is about this one.
    public init(
        status: Int, title: String, detail: String? = nil, code: String? = nil,
        source: Source? = nil, meta: JSONValue? = nil
    ) {
        var object = JSONObject()
        object["status"] = .string(String(status))
        object["code"] = code.map { .string($0) }
        object["title"] = .string(title)
        object["detail"] = detail.map { .string($0) }
        if let (name, value) = source?.member { object["source"] = [name: value] as JSONValue }
        object["meta"] = meta
        self.init(.object(object))
    }
}
