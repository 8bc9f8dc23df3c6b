// SPDX-License-Identifier: MIT

import HTTPTypes

extension ResourceService {
    /// Under which address a service is known to its clients: what its links begin with.
    ///
    /// A client writes into `Host` whatever it likes, and caches, mails and other clients then have links
    /// that lead there. So the address is either configured, or a `Host` is taken that the service knows
    /// to be one of its own. `Forwarded` and `X-Forwarded-Host` are never looked at: behind a proxy
    /// configure the address.
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

        /// One address for all requests, whatever their `Host`. The path of the address, if it has one, comes
        /// before that of the request, for proxies that take it away.
        public static func base(_ url: HTTPURL) -> ResourceService.Address {
            ResourceService.Address(rule: .base(url))
        }

        /// The address that `Host` names, if it is one of these; else the request is refused. A port other
        /// than that of the scheme is part of the name: `music.example:8080`.
        public static func hosts(_ names: String...) -> ResourceService.Address {
            ResourceService.Address(rule: .hosts(Set(names.map { $0.lowercased() })))
        }

        /// The address that `Host` names, if it is one of this machine, as `localhost` or `127.0.0.1`, at
        /// any port; else the request is refused. For development and tests.
        public static let loopback = ResourceService.Address(rule: .loopback)

        /// The address of a request as its client would write it.
        ///
        /// - Parameters:
        ///   - hosts: the values of `Host`, or the authority of the request; there has to be one.
        ///   - target: the path and the query.
        ///   - scheme: the scheme where only `Host` says what the address is.
        /// - Returns: scheme, host, path and query.
        /// - Throws: ``ErrorResponse`` with 400 when `Host` is missing, there twice, malformed (also when the
        ///   address does not depend on it: RFC 9112, section 3.2) or not known, and when the target is no
        ///   path.
        public func url(
            hosts: [String], target: String, scheme: HTTPURL.Scheme = .http
        ) throws(ErrorResponse) -> HTTPURL {
            let host = try Self.host(hosts, scheme)
            guard target.utf8.first == UInt8(ascii: "/") else {
                throw ErrorResponse(.badRequest, "the request is for a path")
            }
            let asked: HTTPURL
            do throws(RequestError) {
                asked = try HTTPURL(host.with(target: "").text + target)
            } catch {
                throw ErrorResponse(.badRequest, error.message)
            }
            switch rule {
            case .base(let url):
                let path = url.path
                return url.with(
                    target: (path.hasSuffix("/") ? String(path.dropLast()) : path) + asked.target)
            case .hosts(let names):
                guard
                    names.contains(host.authority)
                        || names.contains("\(host.authority):\(scheme.defaultPort)")
                else { throw Self.refusal("this host is not served here") }
            case .loopback:
                guard host.isLoopback else { throw Self.refusal("this host is not served here") }
            }
            return asked
        }

        /// Checks that there is one `Host`, well-formed; whose it is does not matter.
        /// - Throws: ``ErrorResponse`` with 400.
        package static func check(hosts: [String]) throws(ErrorResponse) {
            _ = try host(hosts, .http)
        }

        /// The only `Host`: a name or number and a port, nothing else.
        private static func host(
            _ hosts: [String], _ scheme: HTTPURL.Scheme
        ) throws(ErrorResponse) -> HTTPURL {
            guard let host = hosts.first, hosts.count == 1 else {
                throw refusal(hosts.isEmpty ? "Host is missing" : "Host is there twice")
            }
            guard !host.utf8.contains(where: { "/?#".utf8.contains($0) }),
                let url = try? HTTPURL("\(scheme.rawValue)://\(host)")
            else { throw refusal("this is no host") }
            return url
        }

        private static func refusal(_ detail: String) -> ErrorResponse {
            ErrorResponse(.badRequest, detail, source: .header("Host"))
        }
    }
}
