// SPDX-License-Identifier: MIT

internal import HTTPTypes

// Descriptions of clients and requests, which show enough to distinguish requests. Header fields
// and queries may be secret, so neither `print` nor `dump` shows their values.

extension APIOptions: CustomStringConvertible, CustomReflectable {
    /// Describes the options by the names of the header fields.
    public var description: String { "APIOptions(headers: \(shared.headers.names))" }

    /// Shows all options, but not the values of header fields, which may be secret.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "documents": documents, "encoding": shared.encoding,
                "headers": shared.headers.names,
                "extensions": extensions, "profiles": profiles, "maximumBody": shared.maximumBody,
                "polling": polling,
            ])
    }
}

extension APIOptions.Query: Redacted {
    /// Describes the query by the names of its items.
    public var description: String { "Query(\(((try? items()) ?? []).map(\.name)))" }
}
