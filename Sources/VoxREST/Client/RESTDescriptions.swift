// SPDX-License-Identifier: MIT

internal import HTTPTypes

// Descriptions of requests and of their outcomes, which show enough to distinguish requests. Header
// fields, queries and bodies may be secret, so neither `print` nor `dump` shows their contents.

extension RESTRequest: Redacted {
    /// Describes the request: its method, and its address without the query.
    public var description: String { call.description }
}

extension ModelRequest: Redacted {
    /// Describes the request: its method, and its address without the query.
    public var description: String { call.description }
}

extension ModelSource: Redacted {
    /// Describes the source: the path of its models, and its client.
    public var description: String { "\(Schema.path) of \(client)" }
}

extension RequestContent: Redacted {
    /// A description that consists only of the name of the type.
    public var description: String { "RequestContent" }
}

extension RESTOptions.Hook.Draft: Redacted {
    /// Describes the request: its method, its address without the query, and the names of its
    /// header fields.
    public var description: String { "\(method) \(url) \(headers.names)" }
}

extension RESTOptions.Hook.Outcome: Redacted {
    /// Describes the outcome: the request, and the status of the response.
    public var description: String { "\(request): \(status?.code ?? 0)" }
}

extension Call: CustomStringConvertible {
    var description: String {
        switch target {
        case .success(let url): "\(method) \(url)"
        case .failure(let error): "\(method): \(error.code)"
        }
    }
}
