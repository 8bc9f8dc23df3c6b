// SPDX-License-Identifier: MIT

import HTTPTypes

extension ResourceService {
    /// The public address of a service. All links in the responses of the service begin with this
    /// address.
    ///
    /// A client can send any value in `Host`, and links with this value would get into caches,
    /// mails and other clients. For safe links, either configure the address, or list the hosts
    /// that are allowed in `Host`. The service never uses `Forwarded` or `X-Forwarded-Host`. For a
    /// service behind a proxy, you must configure the address.
    ///
    /// ```swift
    /// let address = ResourceService.Address.base(try HTTPURL("https://music.example/api"))
    /// print(try address.url(hosts: ["10.0.0.7:8080"], target: "/albums?sort=year").text)
    /// // prints: https://music.example/api/albums?sort=year
    /// ```
    public struct Address: Hashable, Sendable {
        private enum Rule: Hashable {
            case base(HTTPURL)
            case hosts(Set<String>)
            case loopback
        }

        private let rule: Rule

        /// The path of a configured address. The service adds the path of the address in front of
        /// the path of each request. The path of the address has no slash at its end.
        package var path: String {
            guard case .base(let url) = rule else { return "" }
            let path = url.path
            return path.hasSuffix("/") ? String(path.dropLast()) : path
        }

        /// Uses one address for all requests, independently of their `Host`. If the address has a
        /// path, the service adds this path in front of the path of each request. Use a path for
        /// services behind a proxy that removes a prefix from the path.
        public static func base(_ url: HTTPURL) -> ResourceService.Address {
            ResourceService.Address(rule: .base(url))
        }

        /// Uses the address in `Host` if the list contains this address. The service refuses a
        /// request with any other `Host`. If the port is not the default port of the scheme, the
        /// name in the list must contain the port: `music.example:8080`.
        public static func hosts(_ names: String...) -> ResourceService.Address {
            ResourceService.Address(rule: .hosts(Set(names.map { $0.lowercased() })))
        }

        /// Uses the address in `Host` if it is an address of this machine, such as `localhost` or
        /// `127.0.0.1`, with any port. The service refuses a request with any other `Host`. Use
        /// `loopback` for development and tests.
        public static let loopback = ResourceService.Address(rule: .loopback)

        /// Returns the public address of a request.
        ///
        /// - Parameters:
        ///   - hosts: the values of `Host`, or the authority of the request. Exactly one value is
        ///     allowed.
        ///   - target: the path and the query, or an absolute address. The host of an absolute
        ///     address replaces the host in `Host` (RFC 9112, section 3.2.2).
        ///   - scheme: the scheme of the result, if the address is taken from `Host`.
        /// - Returns: The public address with its scheme, host, path and query.
        /// - Throws: ``ErrorResponse`` with 400 if `Host` is missing, repeated or malformed, if the
        ///   host is not allowed, or if the target is not a path or has a fragment. A valid `Host`
        ///   is required even if the address of the service is configured (RFC 9112, section 3.2).
        public func url(
            hosts: [String], target: String, scheme: HTTPURL.Scheme = .http
        ) throws(ErrorResponse) -> HTTPURL {
            var host = try Self.host(hosts, scheme)
            var target = target
            // The source of an error about the host.
            var source: APIError.Source? = .header("Host")
            if let (named, rest) = try Self.absolute(target, scheme) {
                // A configured address is that of all requests, so another host is a mistake.
                if case .base(let url) = rule,
                    ![host.authority, url.authority].contains(named.authority)
                {
                    throw Self.unserved(named, nil)
                }
                (host, target, source) = (named, rest, nil)
            }
            guard target.utf8.first == UInt8(ascii: "/") else {
                throw ErrorResponse(.badRequest, "the request target must be a path")
            }
            let asked: HTTPURL
            do throws(RequestError) {
                asked = try HTTPURL(host.with(target: "").text + target)
            } catch {
                throw ErrorResponse(.badRequest, error.message)
            }
            switch rule {
            case .base(let url): return url.with(target: path + asked.target)
            case .hosts(let names):
                guard
                    names.contains(host.authority)
                        || names.contains("\(host.authority):\(scheme.defaultPort)")
                else { throw Self.unserved(host, source) }
            case .loopback:
                guard host.isLoopback else { throw Self.unserved(host, source) }
            }
            return asked
        }

        /// Checks that a request has exactly one `Host`, that its value and the host in the target
        /// are well-formed, and that the target has no fragment.
        /// - Throws: ``ErrorResponse`` with 400 if `Host` is missing, repeated or malformed, if the
        ///   host in the target is malformed, or for a fragment.
        package static func check(hosts: [String], target: String) throws(ErrorResponse) {
            _ = try host(hosts, .http)
            _ = try absolute(target, .http)
        }

        /// Returns the host and the rest of a target in absolute form; nil for another form.
        private static func absolute(
            _ target: String, _ scheme: HTTPURL.Scheme
        ) throws(ErrorResponse) -> (host: HTTPURL, rest: String)? {
            guard !target.utf8.contains(UInt8(ascii: "#")) else {
                throw ErrorResponse(.badRequest, "the request target has a fragment")
            }
            guard let (authority, rest) = split(absolute: target) else { return nil }
            guard let host = Self.host(authority, scheme) else {
                throw ErrorResponse(.badRequest, "the host of the request target is malformed")
            }
            return (host, rest)
        }

        /// Returns the authority and the rest of a target in absolute form; nil for another form.
        package static func split(absolute target: String) -> (authority: String, rest: String)? {
            let prefix = target.prefix { $0 != "/" }.lowercased()
            guard ["http:", "https:"].contains(prefix),
                target.dropFirst(prefix.count).hasPrefix("//")
            else { return nil }
            let place = target.dropFirst(prefix.count + 2)
            let authority = place.prefix { !"/?#".contains($0) }
            let rest = place[authority.endIndex...]
            return (String(authority), rest.hasPrefix("/") ? String(rest) : "/" + rest)
        }

        /// Returns the only `Host` of a request: a name or an IP address, and an optional port.
        private static func host(
            _ hosts: [String], _ scheme: HTTPURL.Scheme
        ) throws(ErrorResponse) -> HTTPURL {
            guard let host = hosts.first, hosts.count == 1 else {
                throw refusal(hosts.isEmpty ? "Host is missing" : "Host occurs more than once")
            }
            guard let url = Self.host(host, scheme) else { throw refusal("Host is malformed") }
            return url
        }

        private static func host(_ text: String, _ scheme: HTTPURL.Scheme) -> HTTPURL? {
            if text.utf8.contains(where: { "/?#".utf8.contains($0) }) { return nil }
            return try? HTTPURL("\(scheme.rawValue)://\(text)")
        }

        private static func unserved(_ host: HTTPURL, _ source: APIError.Source?) -> ErrorResponse {
            let name = host.authority.prefix(100)
            return ErrorResponse(
                .badRequest, "the server does not serve the host \"\(name)\"", source: source)
        }

        private static func refusal(_ detail: String) -> ErrorResponse {
            ErrorResponse(.badRequest, detail, source: .header("Host"))
        }
    }
}
