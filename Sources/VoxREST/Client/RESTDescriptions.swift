// SPDX-License-Identifier: MIT

internal import HTTPTypes

// Descriptions of requests and of their outcomes, which show enough to distinguish requests. Header
// fields, queries and bodies may be secret, so neither `print` nor `dump` shows their contents.

extension RESTRequest: CustomStringConvertible, CustomReflectable {
    /// Describes the request: its method, and its address without the query.
    public var description: String { call.description }

    /// Shows only the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension ModelRequest: CustomStringConvertible, CustomReflectable {
    /// Describes the request: its method, and its address without the query.
    public var description: String { call.description }

    /// Shows only the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension ModelSource: CustomStringConvertible, CustomReflectable {
    /// Describes the source: the path of its models, and its client.
    public var description: String { "\(Schema.path) of \(client)" }

    /// Shows only the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension RequestContent: CustomStringConvertible, CustomReflectable {
    /// A description that consists only of the name of the type.
    public var description: String { "RequestContent" }

    /// Shows only the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension RESTHook.Draft: CustomStringConvertible, CustomReflectable {
    /// Describes the request: its method, its address without the query, and the names of its
    /// header fields.
    public var description: String { "\(method) \(url) \(headers.names)" }

    /// Shows only the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension RESTHook.Outcome: CustomStringConvertible, CustomReflectable {
    /// Describes the outcome: the request, and the status of the response.
    public var description: String { "\(request): \(status?.code ?? 0)" }

    /// Shows only the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Call: CustomStringConvertible {
    var description: String {
        switch target {
        case .success(let url): "\(method) \(url)"
        case .failure(let error): "\(method): \(error.code)"
        }
    }
}
