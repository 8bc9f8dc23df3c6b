// SPDX-License-Identifier: MIT

internal import HTTPTypes

// What is printed of requests that are not sent yet, and of what came of them: enough to know them by.
// Header fields, queries and bodies may be secret, so neither `print` nor `dump` shows them.

extension RESTRequest: CustomStringConvertible, CustomReflectable {
    /// Method, and address without query.
    public var description: String { call.description }

    /// Shows only the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension ModelRequest: CustomStringConvertible, CustomReflectable {
    /// Method, and address without query.
    public var description: String { call.description }

    /// Shows only the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension ModelSource: CustomStringConvertible, CustomReflectable {
    /// The path of the models, and the service.
    public var description: String { "\(Schema.path) of \(client)" }

    /// Shows only the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension RequestContent: CustomStringConvertible, CustomReflectable {
    /// That there is something.
    public var description: String { "RequestContent" }

    /// Shows only the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension RESTHook.Draft: CustomStringConvertible, CustomReflectable {
    /// Method, address without query, and the names of the header fields.
    public var description: String { "\(method) \(url) \(headers.names)" }

    /// Shows only the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension RESTHook.Outcome: CustomStringConvertible, CustomReflectable {
    /// The request, and the status.
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
