// SPDX-License-Identifier: MIT

/// An absolute http or https address.
///
/// The scheme, the host and the port are checked strictly, because they determine the server of a
/// request. Path and query are kept byte for byte, including brackets. Anything that two parsers
/// could read differently is an error: user information, backslashes, spaces, control characters,
/// and hosts that are not ASCII.
///
/// Source: RFC 3986, RFC 9110 section 4.2.
public struct HTTPURL: Hashable, Sendable {
    /// The schemes of addresses that requests can be sent to.
    public enum Scheme: String, Hashable, Sendable {
        case http, https

        package var defaultPort: Int { self == .http ? 80 : 443 }
    }

    /// The scheme.
    public let scheme: Scheme

    /// The host in lower case, and the port if it is not the default port of the scheme.
    public let authority: String

    /// The path and the query as they are sent. The target begins with a slash.
    public let target: String

    init(scheme: Scheme, authority: String, target: String) {
        self.scheme = scheme
        self.authority = authority
        self.target = target
    }

    /// Reads an absolute address. A fragment is dropped, because it is never sent.
    /// - Throws: ``RequestError`` with code `invalidURL` and the reason.
    public init(_ text: String) throws(RequestError) {
        let reference = try URLReference(text)
        guard let scheme = reference.scheme, let authority = reference.authority else {
            throw .invalidURL(text, "it has no scheme or no host")
        }
        self.init(
            scheme: scheme, authority: authority,
            target: Self.target(
                path: URLReference.removingDotSegments(reference.path), query: reference.query))
    }

    private static func target(path: String, query: String?) -> String {
        (path.isEmpty ? "/" : path) + (query.map { "?" + $0 } ?? "")
    }

    /// The path, without the query.
    public var path: String {
        String(Substring(target.utf8.prefix { $0 != UInt8(ascii: "?") }))
    }

    /// The query as it is sent, without the question mark; nil if the address has no query.
    public var query: String? {
        target.utf8.firstIndex(of: UInt8(ascii: "?")).map {
            String(target[target.utf8.index(after: $0)...])
        }
    }

    /// The host, without the port and without the brackets of an IPv6 address.
    public var host: String {
        let name = authority.utf8
        return name.first == UInt8(ascii: "[")
            ? String(Substring(name.dropFirst().prefix { $0 != UInt8(ascii: "]") }))
            : String(Substring(name.prefix { $0 != UInt8(ascii: ":") }))
    }

    /// The port of the address, or the default port.
    public var port: Int {
        let name = authority.utf8
        let rest = name.lastIndex(of: UInt8(ascii: "]")).map { name[$0...] } ?? name[...]
        return rest.lastIndex(of: UInt8(ascii: ":"))
            .flatMap { Int(Substring(rest[rest.index(after: $0)...])) } ?? scheme.defaultPort
    }

    /// The whole address.
    public var text: String { "\(scheme.rawValue)://\(authority)\(target)" }

    /// Returns true if both addresses have the same scheme, host and port (RFC 6454). Secrets for
    /// one address may be sent to any address of the same origin.
    public func hasSameOrigin(as other: HTTPURL) -> Bool {
        scheme == other.scheme && authority == other.authority
    }

    /// True if the host of the address is the local machine.
    public var isLoopback: Bool {
        host == "localhost" || host == "::1"
            || host.hasPrefix("127.") && host.split(separator: ".").allSatisfy { UInt8($0) != nil }
    }

    /// Returns this address with another path and query.
    public func with(target: String) -> HTTPURL {
        HTTPURL(scheme: scheme, authority: authority, target: target)
    }

    /// Resolves a reference against this address (RFC 3986, section 5.2). The reference, for
    /// example a link or the value of `Location`, may be absolute or relative.
    /// - Throws: ``RequestError`` with code `invalidURL`.
    public func resolve(_ text: String) throws(RequestError) -> HTTPURL {
        // Most references are only a path, which is sent unchanged.
        if URLReference.isPlainPath(text) { return with(target: text) }
        let reference = try URLReference(text)
        if let authority = reference.authority {
            return HTTPURL(
                scheme: reference.scheme ?? scheme,
                authority: reference.scheme == nil
                    ? URLReference.withoutDefaultPort(authority, scheme) : authority,
                target: Self.target(
                    path: URLReference.removingDotSegments(reference.path), query: reference.query))
        }
        if reference.scheme != nil { throw .invalidURL(text, "it has a scheme but no host") }
        if reference.path.isEmpty {
            return with(target: Self.target(path: path, query: reference.query ?? query))
        }
        let merged =
            reference.path.utf8.first == UInt8(ascii: "/")
            ? reference.path
            : path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] + reference.path }
                ?? "/" + reference.path
        return with(
            target: Self.target(
                path: URLReference.removingDotSegments(merged), query: reference.query))
    }
}

extension HTTPURL: CustomStringConvertible {
    /// The address without its query, because a query may contain secrets.
    public var description: String {
        "\(scheme.rawValue)://\(authority)\(path)" + (query == nil ? "" : "?[redacted]")
    }
}
