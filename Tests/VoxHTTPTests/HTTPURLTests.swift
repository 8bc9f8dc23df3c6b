// SPDX-License-Identifier: MIT

import Testing
import Vox

/// Addresses: what decides where a request goes is strict, the rest is kept byte for byte.
@Suite("Addresses")
struct HTTPURLTests {
    @Test("An address is kept byte for byte, brackets and all")
    func faithful() throws {
        let url = try HTTPURL(
            "https://API.example.com:443/v1/articles?page[number]=2&x=%5b1%5D#part")
        #expect(url.text == "https://api.example.com/v1/articles?page[number]=2&x=%5b1%5D")
        #expect(url.host == "api.example.com")
        #expect(url.port == 443)
        #expect(url.path == "/v1/articles")
        #expect(url.query == "page[number]=2&x=%5b1%5D")
    }

    @Test(
        "JA-054 A relative reference resolves against the address of the response",
        arguments: [
            ("?page=2", "https://a.example/v1/articles?page=2"), ("/x", "https://a.example/x"),
            ("//b.example/x", "https://b.example/x"), ("../x", "https://a.example/x"),
            ("x", "https://a.example/v1/x"), ("./x/../y", "https://a.example/v1/y"),
            ("", "https://a.example/v1/articles?page=1"),
            ("#top", "https://a.example/v1/articles?page=1"),
            ("http://c.example:8080", "http://c.example:8080/"), ("..", "https://a.example/"),
            ("../../../z", "https://a.example/z"), ("//b.example:443", "https://b.example/"),
        ])
    func relative(reference: String, expected: String) throws {
        let base = try HTTPURL("https://a.example/v1/articles?page=1")
        #expect(try base.resolve(reference).text == expected)
    }

    @Test("A plain path is what is sent, and what is none is still read")
    func plainPath() throws {
        let base = try HTTPURL("https://a.example/v1/articles?page=1")
        for (reference, expected) in [
            ("/x/y;z=1,2/a%2Fb:c@d", "/x/y;z=1,2/a%2Fb:c@d"), ("/", "/"), ("/x//y", "/x//y"),
            ("/x.json", "/x.json"), ("/x/./y/../z", "/x/z"), ("/x?y=/.", "/x?y=/."),
            ("/x#y", "/x"), ("/ż", "/%C5%BC"), ("/\u{C0}", "/%C3%80"), ("/\u{7E}", "/~"),
        ] {
            #expect(try base.resolve(reference).target == expected, "\(reference)")
        }
        let longest = "/" + String(repeating: "x", count: 65_535)
        #expect(try base.resolve(longest).target == longest)
        for refused in ["/a b", "/a\\b", "/a\u{7F}", "/a\n", longest + "x", "//a b"] {
            #expect(throws: RequestError.self, "\(refused.prefix(20))") {
                try base.resolve(refused)
            }
        }
    }

    @Test(
        "T38 T39 What two parsers could read differently, and what is not http, is refused",
        arguments: [
            "https://api.example.com@evil.test/x", "https://u:p@api.example.com/x",
            "https://api.example.com\\@evil.test/x", "ht\ttps://evil.test/", "https://a b/",
            "https://a.example/a b", "https://a.example/x\r\nX-Evil: 1", "https://a.example/x\0y",
            "https://аpi.example.com/x", "https://a%2eb/", "file:///etc/hostname",
            "javascript:alert(1)", "data:text/html,x", "ftp://a.example/", "https://", "https:///x",
            "https://a.example:0/", "https://a.example:65536/", "https://a.example:8x/",
            "https://[::1/", "https://[x]/", "/only/a/path", "", "https:a.example",
        ])
    func refused(text: String) {
        #expect(throws: RequestError.self) { try HTTPURL(text) }
        do throws(RequestError) {
            _ = try HTTPURL(text)
        } catch {
            #expect(error.code == .invalidURL)
        }
    }

    @Test("Origins: scheme, host and port, however they are spelled")
    func origins() throws {
        let base = try HTTPURL("https://api.example.com/v1")
        for same in ["https://API.EXAMPLE.COM:443/x", "/y", "//api.example.com/"] {
            #expect(try base.resolve(same).hasSameOrigin(as: base), "\(same)")
        }
        for other in [
            "http://api.example.com/", "https://api.example.com:444/", "https://api.example.com./",
            "https://api.example.com.evil.test/", "https://127.0.0.1/", "https://[::1]/",
        ] {
            #expect(try !base.resolve(other).hasSameOrigin(as: base), "\(other)")
        }
        #expect(try HTTPURL("http://[::1]:8080/").port == 8080)
        #expect(try HTTPURL("http://127.0.0.1:8080/").isLoopback)
        #expect(try !HTTPURL("http://127.example.com/").isLoopback)
    }

    @Test("An address is described without its query")
    func described() throws {
        #expect(
            "\(try HTTPURL("https://a.example/x?token=secret"))" == "https://a.example/x?[redacted]"
        )
    }
}
