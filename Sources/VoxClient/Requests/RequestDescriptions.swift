// SPDX-License-Identifier: MIT

internal import HTTPTypes

// What is printed of clients and requests that are not sent yet: enough to know them by. Header
// fields and queries may be secret, so neither `print` nor `dump` shows them.

extension APIOptions: CustomStringConvertible, CustomReflectable {
    /// The names of the header fields.
    public var description: String { "APIOptions(headers: \(headers.names))" }

    /// Shows all options but the values of header fields, which may be secret.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "documents": documents, "encoding": encoding, "headers": headers.names,
                "extensions": extensions, "profiles": profiles, "maximumBody": maximumBody,
                "polling": polling,
            ])
    }
}

extension APIClient: CustomStringConvertible, CustomReflectable {
    /// The address of the server.
    public var description: String { "APIClient(\(base))" }

    /// Shows nothing more than the description: what carries the requests may hold secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension DocumentSource: CustomStringConvertible, CustomReflectable {
    /// The status, and the address without its query.
    public var description: String { "\(status.code) from \(url)" }

    /// Shows nothing more than the description: header fields may be secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension APIResponse: CustomStringConvertible, CustomReflectable {
    /// The status, the address without its query, and the names of the header fields.
    public var description: String { "\(status.code) from \(url) \(headers.names)" }

    /// Shows what became of the request; header fields may be secret.
    public var customMirror: Mirror {
        Mirror(self, children: ["status": status, "url": url, "outcome": outcome])
    }
}

extension Query: CustomStringConvertible, CustomReflectable {
    /// The names of the items.
    public var description: String { "Query(\(((try? items()) ?? []).map(\.name)))" }

    /// Shows nothing more than the description: values may be secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
