// SPDX-License-Identifier: MIT

public import HTTPTypes
internal import VoxRedaction

// The secrets in header fields and queries, which must not reach a log. A description of a request,
// a response or an address shows where something was left out, and does not show its value.

extension HTTPField {
    /// True if the value of the field is secret. A field is secret if it is marked
    /// (`indexingStrategy` is `.avoid` or `.disallow`; RFC 7541, section 7.1.3), or if its name is
    /// the name of a secret, such as `Authorization`, `Cookie` or `X-Api-Key`.
    ///
    /// Secret fields are never logged and never sent to another origin. Secret fields are sent over
    /// http to another machine only if the program allows it.
    public var isSensitive: Bool {
        indexingStrategy == .avoid || indexingStrategy == .disallow || name.isSensitive
    }

    /// The value of the field, or `[redacted]` if the field is secret. If the value is an address,
    /// its user information and its query are replaced by `[redacted]`.
    package var shownValue: String {
        if isSensitive { return redacted }
        guard HTTPField.Name.ofAddresses.contains(name.canonicalName) else { return value }
        let query = value.firstIndex(of: "?")
        let shown = query.map { value[..<$0] } ?? value[...]
        return shown.withoutUserInformation + (query == nil ? "" : "?" + redacted)
    }
}

extension Substring {
    /// Returns the text with `[redacted]` in place of the user information of each address (RFC
    /// 3986, section 3.2.1).
    fileprivate var withoutUserInformation: String {
        var shown = ""
        var rest = self
        while let slashes = rest.firstRange(of: "//") {
            shown += rest[..<slashes.upperBound]
            rest = rest[slashes.upperBound...]
            let authority = rest.prefix { !"/?#<>,; ".contains($0) }
            guard let end = authority.lastIndex(of: "@") else { continue }
            shown += redacted
            rest = rest[end...]
        }
        return shown + rest
    }
}

extension HTTPField.Name {
    fileprivate static let ofAddresses = [
        "location", "content-location", "referer", "refresh", "link",
    ]

    /// True if the values of fields with this name are secret.
    package var isSensitive: Bool {
        !Self.harmless.contains(canonicalName) && SecretNames.contains(rawName)
    }

    /// The names of fields that most requests have. These names are not searched for the words of
    /// secrets.
    private static let harmless: Set = [
        "accept", "accept-encoding", "accept-language", "cache-control", "content-length",
        "content-type", "if-match", "if-none-match", "traceparent", "user-agent",
    ]
}

extension HTTPURL {
    /// The address with its query. The values of secret query parameters are masked.
    package var shownText: String {
        guard let query else { return text }
        let items = query.split(separator: "&", omittingEmptySubsequences: false).map { item in
            let name = item.prefix { $0 != "=" }
            let isSecret =
                PercentEncoding.decode(name).map { SecretNames.containsParameter($0) } ?? true
            return isSecret && name.count < item.count ? name + "=" + redacted : item
        }
        return with(target: path + "?" + items.joined(separator: "&")).text
    }
}

extension QueryItem {
    /// True if the query item has the name of a secret, such as `access_token`.
    package var isSensitive: Bool { SecretNames.containsParameter(name) }
}

extension HTTPFields {
    /// The fields that carry secrets.
    var sensitive: HTTPFields { HTTPFields(filter { $0.isSensitive }) }

    package mutating func removeSensitive() { self = HTTPFields(filter { !$0.isSensitive }) }
}

/// A value that may hold secrets. `print`, `dump` and debuggers show its description and nothing
/// else.
public protocol Redacted: CustomStringConvertible, CustomReflectable {}

extension Redacted {
    /// Shows only the description, because header fields, query and body may be secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension ClientRequest: Redacted {
    /// The method, the address without its query, the names of the header fields, and the size of
    /// the body.
    public var description: String {
        "\(method) \(url) \(headers.names) \(content?.description ?? "no body")"
    }
}

extension ClientResponse: Redacted {
    /// The status, the address without its query, and the names of the header fields.
    public var description: String { "\(status.code) from \(url) \(headers.names)" }
}

extension HTTPURL: Redacted {}

extension RequestError: Redacted {}

extension HTTPFields {
    package var names: [String] { map(\.name.canonicalName) }
}
