// SPDX-License-Identifier: MIT

/// The parts of an address or a relative reference (RFC 3986, section 4.1), checked for characters
/// that two parsers could read differently.
package struct URLReference {
    let scheme: HTTPURL.Scheme?
    let authority: String?
    let path: String
    let query: String?

    /// The maximum length of an address in bytes. Most servers accept only shorter addresses, and
    /// respond to longer addresses with 414.
    package static let longest = 65536

    init(_ text: String) throws(RequestError) {
        try Self.checkBytes(of: text)
        // The text is read as bytes: reading characters takes several times as long, and the text
        // is ASCII now.
        var rest = Self.encodingNonASCII(text)[...].utf8
        if let fragment = rest.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<fragment] }
        var query: String?
        if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
            query = String(Substring(rest[rest.index(after: mark)...]))
            rest = rest[..<mark]
        }
        let scheme = try Self.takeScheme(&rest, of: text)
        var authority: String?
        if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = try Self.authority(rest[..<end], of: text)
            rest = rest[end...]
        }
        self.scheme = scheme
        self.authority = authority.map { name in
            scheme.map { Self.withoutDefaultPort(name, $0) } ?? name
        }
        path = String(Substring(rest))
        self.query = query
    }

    /// Returns true if parsing the address would not change its authority, its path and its query.
    static func isSent(
        authority: String, target: String, to scheme: HTTPURL.Scheme
    ) throws(RequestError) -> Bool {
        try checkBytes(of: target)
        guard target.utf8.first == UInt8(ascii: "/"),
            scheme.rawValue.utf8.count + 3 + authority.utf8.count + target.utf8.count <= longest
        else { return false }
        let read = try Self.authority(authority[...].utf8, of: authority)
        return withoutDefaultPort(read, scheme) == authority
    }

    /// Returns true for an absolute path that parsing would not change: the path has no dots, no
    /// query and no fragment.
    static func isPlainPath(_ text: String) -> Bool {
        let bytes = text.utf8
        guard bytes.first == UInt8(ascii: "/"), !bytes.starts(with: "//".utf8),
            bytes.count <= longest
        else { return false }
        return bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "."), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\\"): false
            default: byte > 0x20 && byte < 0x7F
            }
        }
    }

    private static func checkBytes(of text: String) throws(RequestError) {
        guard text.utf8.count <= longest else {
            throw .invalidURL(text, "it is longer than \(longest) bytes")
        }
        for byte in text.utf8 where byte <= 0x20 || byte == 0x7F || byte == UInt8(ascii: "\\") {
            throw .invalidURL(text, "it has a space, a control character or a backslash")
        }
    }

    private static func takeScheme(
        _ rest: inout Substring.UTF8View, of text: String
    ) throws(RequestError) -> HTTPURL.Scheme? {
        guard let colon = rest.firstIndex(of: UInt8(ascii: ":")),
            !rest[..<colon].contains(UInt8(ascii: "/"))
        else { return nil }
        let name = Substring(rest[..<colon]).lowercased()
        guard let scheme = HTTPURL.Scheme(rawValue: name) else {
            throw .invalidURL(text, "its scheme is neither http nor https")
        }
        rest = rest[rest.index(after: colon)...]
        return scheme
    }

    /// Checks the host and the port, and refuses user information.
    private static func authority(
        _ authority: Substring.UTF8View, of text: String
    ) throws(RequestError) -> String {
        guard !authority.contains(UInt8(ascii: "@")) else {
            throw .invalidURL(text, "it has user information before its host")
        }
        let host: Substring.UTF8View
        let isHost: Bool
        if authority.first == UInt8(ascii: "["),
            let end = authority.firstIndex(of: UInt8(ascii: "]"))
        {
            host = authority[...end]
            isHost =
                host.count > 4
                && host.dropFirst().dropLast().allSatisfy {
                    $0.isHexDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
                }
        } else {
            host = authority.prefix { $0 != UInt8(ascii: ":") }
            isHost = !host.isEmpty && host.allSatisfy { $0.isUnreserved && $0 != UInt8(ascii: "~") }
        }
        guard isHost else { throw .invalidURL(text, "its host is not a valid name or IP address") }
        let name = Substring(host).lowercased()
        let port = authority[host.endIndex...]
        if port.isEmpty { return name }
        guard port.first == UInt8(ascii: ":"), port.dropFirst().allSatisfy(\.isDigit),
            let number = port.count == 1 ? -1 : Int(Substring(port.dropFirst())),
            number < 65536, number != 0
        else {
            throw .invalidURL(text, "its port is not a number from 1 to 65535")
        }
        return number == -1 ? name : "\(name):\(number)"
    }

    static func withoutDefaultPort(_ authority: String, _ scheme: HTTPURL.Scheme) -> String {
        let port = ":\(scheme.defaultPort)"
        return authority.hasSuffix(port) && authority != "[:\(port)"
            ? String(authority.dropLast(port.count)) : authority
    }

    /// Removes the segments `.` and `..` from a path (RFC 3986, section 5.2.4).
    static func removingDotSegments(_ path: String) -> String {
        guard path.utf8.contains(UInt8(ascii: ".")) else { return path }
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

    /// Percent-encodes the UTF-8 bytes of characters that are not ASCII, as in internationalised
    /// links (RFC 3987, section 3.1).
    private static func encodingNonASCII(_ text: String) -> String {
        PercentEncoding.encode(text, allowing: UTF8.isASCII)
    }
}
