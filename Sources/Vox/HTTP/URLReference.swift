// SPDX-License-Identifier: MIT

/// The parts of an address or a relative reference (RFC 3986, section 4.1), checked for characters
/// that two parsers could read differently.
struct URLReference {
    let scheme: HTTPURL.Scheme?
    let authority: String?
    let path: String
    let query: String?

    init(_ text: String) throws(RequestError) {
        guard text.utf8.count <= 65536 else {
            throw .invalidURL(String(text.prefix(100)), "it is longer than 65,536 bytes")
        }
        for byte in text.utf8 where byte <= 0x20 || byte == 0x7F || byte == UInt8(ascii: "\\") {
            throw .invalidURL(text, "it has a space, a control character or a backslash")
        }
        var rest = Self.encodingNonASCII(text)[...]
        if let fragment = rest.firstIndex(of: "#") { rest = rest[..<fragment] }
        var query: String?
        if let mark = rest.firstIndex(of: "?") {
            query = String(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        let scheme = try Self.takeScheme(&rest, of: text)
        var authority: String?
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: "/") ?? rest.endIndex
            authority = try Self.authority(String(rest[..<end]), of: text)
            rest = rest[end...]
        }
        self.scheme = scheme
        self.authority = authority.map { name in
            scheme.map { Self.withoutDefaultPort(name, $0) } ?? name
        }
        path = String(rest)
        self.query = query
    }

    private static func takeScheme(
        _ rest: inout Substring, of text: String
    ) throws(RequestError) -> HTTPURL.Scheme? {
        guard let colon = rest.firstIndex(of: ":"), !rest[..<colon].contains("/") else {
            return nil
        }
        guard let scheme = HTTPURL.Scheme(rawValue: rest[..<colon].lowercased()) else {
            throw .invalidURL(text, "its scheme is neither http nor https")
        }
        rest = rest[rest.index(after: colon)...]
        return scheme
    }

    /// Checks host and port; refuses user information.
    private static func authority(
        _ authority: String, of text: String
    ) throws(RequestError) -> String {
        guard !authority.contains("@") else {
            throw .invalidURL(text, "it has user information before its host")
        }
        let isLiteral = authority.hasPrefix("[")
        let host = isLiteral ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
        let rest = authority.dropFirst(host.count)
        let isHost =
            isLiteral
            ? host.count > 4
                && host.dropFirst().dropLast().allSatisfy {
                    $0.isHexDigit || $0 == ":" || $0 == "."
                }
            : !host.isEmpty
                && host.utf8.allSatisfy { $0.isUnreserved && $0 != UInt8(ascii: "~") }
        guard isHost, authority.hasPrefix(host) else {
            throw .invalidURL(text, "its host is not a plain name or number")
        }
        if rest.isEmpty { return host.lowercased() }
        guard rest.first == ":", rest.dropFirst().utf8.allSatisfy({ $0.isDigit }),
            let port = rest.count == 1 ? -1 : Int(rest.dropFirst()), port < 65536, port != 0
        else {
            throw .invalidURL(text, "its port is not a number from 1 to 65535")
        }
        return host.lowercased() + (port == -1 ? "" : ":\(port)")
    }

    static func withoutDefaultPort(_ authority: String, _ scheme: HTTPURL.Scheme) -> String {
        let port = ":\(scheme.defaultPort)"
        return authority.hasSuffix(port) && authority != "[:\(port)"
            ? String(authority.dropLast(port.count)) : authority
    }

    /// RFC 3986, section 5.2.4.
    static func removingDotSegments(_ path: String) -> String {
        guard path.contains(".") else { return path }
        var output: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case ".": if isLast { output.append("") }
            case "..":
                if output.count > 1 { output.removeLast() }
                if isLast { output.append("") }
            default: output.append(segment)
            }
        }
        return output.joined(separator: "/")
    }

    /// Internationalised links are sent as the bytes of their UTF-8 text (RFC 3987, section 3.1).
    private static func encodingNonASCII(_ text: String) -> String {
        text.utf8.allSatisfy { $0 < 0x80 }
            ? text : PercentEncoding.encode(text) { $0 < 0x80 }
    }
}
