// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Testing
import Vox
import VoxTestSupport

/// Where a link of a response may lead, and what goes along.
@Suite("Links and origins")
struct LinkOriginTests {
    /// What became of walking from a first page to the one its `next` names.
    private struct Walk {
        var code: RequestError.Code?
        /// What was sent for the second page.
        var second: ClientRequest?
    }

    private static let base = "https://api.example.com"
    private static let target = "/v1/articles?page[number]=1"

    /// Walks with credentials of every kind; the first page is responded with these bytes.
    private static func walk(
        _ page: [UInt8], base: String = base, allowingOtherOrigins: Bool = false
    ) async throws -> Walk {
        let script = Script { request, number in
            number == 0
                ? .document(String(decoding: page, as: UTF8.self), of: request)
                : .document(#"{"data":[]}"#, of: request)
        }
        var reliability = ReliabilityOptions()
        let own = try HTTPURL(base)
        reliability.authentication = Authentication(for: own) { _ in .bearer("s3cret-token") }
        reliability.headers = ClientRequest.DefaultHeaders(
            adding: [.apiKey: "s3cret-key"], secretsFor: [own])
        var api = try APIClient(base, transport: script, reliability: reliability)
        api.options.headers = [.cookie: "s3cret-cookie"]
        api.options.allowsOtherOrigins = allowingOtherOrigins
        let articles = DataSource<AnyResource>(.path(target), client: api)
        var marked = HTTPField(name: .custom, value: "s3cret-marked")
        marked.indexingStrategy = .avoid
        let request = articles.fetch().header(.proxyAuthorization, "s3cret-proxy")
        var walk = Walk()
        do {
            for try await _ in with(request, marked).pages {}
        } catch let error as RequestError {
            walk.code = error.code
        }
        walk.second = script.requests.dropFirst().first
        return walk
    }

    private static func with<Request: APIRequest>(
        _ request: Request, _ field: HTTPField
    ) -> Request {
        var request = request
        request.settings.headers.append(field)
        return request
    }

    private static func page(next: String) -> [UInt8] {
        Array(#"{"data":[{"type":"articles","id":"1"}],"links":{"next":\#(next)}}"#.utf8)
    }

    /// Our own links, and those of the shared corpora where they are.
    private static func pages(_ own: [(String, String)], shared: [String]) -> [(String, [UInt8])] {
        own.map { ($0.0, page(next: $0.1)) }
            + shared.compactMap { name in
                Corpora.file("threats/links_next/\(name).json").map { (name, $0) }
            }
    }

    private static func secrets(_ request: ClientRequest?) -> [String] {
        (request?.headers ?? [:]).map(\.value).filter { $0.contains("s3cret") }.sorted()
    }

    @Test("T37 The same origin, however it is spelled, is followed with credentials")
    func sameOrigin() async throws {
        let own = [
            (#""https://api.example.com:443/v1/articles?page=2""#, "/v1/articles?page=2"),
            (#""HTTPS://API.Example.COM/v1/articles?page=2""#, "/v1/articles?page=2"),
            (#""?page[number]=2""#, "/v1/articles?page[number]=2"),
            (#""articles?page%5Bnumber%5D=2""#, "/v1/articles?page%5Bnumber%5D=2"),
            (#""/v2/x""#, "/v2/x"), (#""../x""#, "/x"), (#""//api.example.com/y""#, "/y"),
            (#"{"href":"https://api.example.com/z"}"#, "/z"),
        ]
        for (link, target) in own {
            let walk = try await Self.walk(Self.page(next: link))
            #expect(walk.code == nil, "\(link)")
            #expect(walk.second?.url.text == Self.base + target, "\(link)")
        }
        let all = Self.pages(
            own.map { ($0.0, $0.0) },
            shared: [
                "default_port_explicit", "host_case", "encoded", "relative_path",
                "relative_query", "relative_seg", "object_ok", "same_origin_abs",
            ])
        for (name, page) in all {
            let walk = try await Self.walk(page)
            #expect(walk.code == nil, "\(name)")
            #expect(walk.second?.url.authority == "api.example.com", "\(name)")
            #expect(
                Self.secrets(walk.second) == [
                    "Bearer s3cret-token", "s3cret-cookie", "s3cret-key", "s3cret-marked",
                    "s3cret-proxy",
                ], "\(name)")
        }
    }

    @Test(
        "T36 A link to another origin is refused; where it is allowed, no credential of any kind goes along"
    )
    func otherOrigin() async throws {
        let own = [
            #""https://evil.test/x""#, #""https://api.example.com:8443/x""#,
            #""https://api.example.com.evil.test/x""#, #""https://api.example.com./x""#,
            #"{"href":"//evil.test/x"}"#,
        ]
        let all = Self.pages(
            own.map { ($0, $0) },
            shared: [
                "cross_origin", "other_port", "suffix_host", "trailing_dot_host", "object_cross",
                "protocol_relative",
            ])
        for (name, page) in all {
            let refused = try await Self.walk(page)
            #expect(refused.code == .crossOrigin, "\(name)")
            #expect(refused.second == nil, "\(name)")
            let allowed = try await Self.walk(page, allowingOtherOrigins: true)
            #expect(allowed.code == nil, "\(name)")
            let second = try #require(allowed.second, "\(name)")
            #expect(second.url.authority != "api.example.com", "\(name)")
            #expect(Self.secrets(second) == [], "\(name)")
            #expect(second.headers[.accept] != nil, "\(name)")
        }
        // A host that only looks the same is no host of ours, allowed or not.
        for (name, page) in Self.pages(
            [("idn", "\"https://\u{430}pi.example.com/x\"")], shared: ["idn"])
        {
            for allowing in [false, true] {
                let walk = try await Self.walk(page, allowingOtherOrigins: allowing)
                #expect(walk.code != nil && walk.second == nil, "\(name)")
            }
        }
    }

    @Test("T36 The query items of a client go along a link to its own origin, and to no other")
    func queryItems() async throws {
        for (next, expected) in [
            ("/x", "https://api.example.com/x?key=s3cret"),
            ("https://evil.test/x", "https://evil.test/x"),
        ] {
            let script = Script { request, number in
                let page =
                    number == 0 ? Self.page(next: "\"\(next)\"") : Array(#"{"data":[]}"#.utf8)
                return .document(String(decoding: page, as: UTF8.self), of: request)
            }
            var api = try script.api(Self.base)
            api.options.query = [QueryItem("key", "s3cret")]
            api.options.allowsOtherOrigins = true
            let articles = DataSource<AnyResource>(.path("articles"), client: api)
            for try await _ in articles.fetch().pages {}
            #expect(script.requests.last?.url.text == expected)
        }
    }

    @Test(
        "T38 T39 Confusing authorities and other schemes are refused, also where other origins are allowed"
    )
    func confusion() async throws {
        let own = [
            #""https://api.example.com@evil.test/x""#, #""https://user:pw@api.example.com/""#,
            #""https://api.example.com\\@evil.test/x""#, #""ht\ttps://evil.test/""#,
            #""file:///etc/passwd""#, #""javascript:alert(1)""#, #""data:application/json,{}""#,
            #""https://api.example.com/a b""#, #""https://api.example.com/x\r\nX-Evil: 1""#,
        ]
        let all = Self.pages(
            own.map { ($0, $0) },
            shared: [
                "userinfo", "userinfo_creds", "backslash", "tab_in_scheme", "file", "javascript",
                "data_uri", "space", "crlf", "nul",
            ])
        for (name, page) in all {
            for allowing in [false, true] {
                let walk = try await Self.walk(page, allowingOtherOrigins: allowing)
                #expect(walk.code == .invalidURL, "\(name)")
                #expect(walk.second == nil, "\(name)")
            }
        }
        for (name, page) in Self.pages(
            [("downgrade", #""http://api.example.com/x""#)], shared: ["downgrade_http"])
        {
            for allowing in [false, true] {
                let walk = try await Self.walk(page, allowingOtherOrigins: allowing)
                #expect(walk.code == (allowing ? .insecure : .crossOrigin), "\(name)")
                #expect(walk.second == nil, "\(name)")
            }
        }
    }

    @Test("T40 Addresses of this machine and of its cloud are refused, unless they are the base")
    func internalTargets() async throws {
        let own = [
            #""http://127.0.0.1:80/""#, #""http://169.254.169.254/latest/meta-data/""#,
            #""http://[::1]/""#, #""http://2130706433/""#, #""https://localhost/""#,
            #""//127.1/""#, #""http://0x7f000001/""#,
        ]
        let all = Self.pages(
            own.map { ($0, $0) }, shared: ["loopback", "metadata", "ipv6_loopback", "decimal_ip"])
        for (name, page) in all {
            let walk = try await Self.walk(page)
            #expect(walk.code == .crossOrigin, "\(name)")
            #expect(walk.second == nil, "\(name)")
        }
        for base in ["http://127.0.0.1:8080", "http://[::1]:8080", "https://169.254.169.254"] {
            let walk = try await Self.walk(Self.page(next: "\"\(base)/x\""), base: base)
            #expect(walk.code == nil)
            #expect(walk.second?.url.text == base + "/x")
        }
    }
}
