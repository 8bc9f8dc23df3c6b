// SPDX-License-Identifier: MIT

extension APIError {
    /// The part of the request that caused an error (JSON:API 1.1, "Error Objects", `source`).
    public enum Source: Hashable, Sendable {
        /// A JSON Pointer into the document of the request.
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

    /// Creates an error object.
    ///
    /// A response that contains only this error has the status of the error. The title is the same
    /// for every occurrence of the problem, and the detail explains this occurrence.
    public init(
        status: Int, title: String, detail: String? = nil, code: String? = nil,
        source: Source? = nil, meta: JSONValue? = nil
    ) {
        var object = JSONObject()
        object["status"] = .string(String(status))
        object["code"] = code.map { .string($0) }
        // A status that the standard of HTTP does not know has no reason phrase.
        object["title"] = title.isEmpty ? nil : .string(title)
        object["detail"] = detail.map { .string($0) }
        if let (name, value) = source?.member { object["source"] = [name: value] as JSONValue }
        object["meta"] = meta
        self.init(.object(object))
    }
}
