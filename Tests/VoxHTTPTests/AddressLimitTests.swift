// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox

/// The first and the last character, byte and number that an address may have.
@Suite("Limits of addresses")
struct AddressLimitTests {
    private func fault(_ text: String) -> String? {
        do throws(RequestError) {
            _ = try HTTPURL(text)
            return nil
        } catch {
            return error.reason.split(separator: ": ").last.map(String.init)
        }
    }

    @Test("An address has at most 65,536 bytes, and so has one with its query")
    func length() throws {
        let start = "https://a.example/"
        let longest = start + String(repeating: "x", count: 65_536 - start.count)
        #expect(try HTTPURL(longest).text == longest)
        #expect(fault(longest + "x") == "it is longer than 65536 bytes")
        let base = try HTTPURL("https://a.example/x")
        let path = "/" + String(repeating: "x", count: 65_535)
        #expect(try base.resolve(path).target == path)
        #expect(throws: RequestError.self) { try base.resolve(path + "x") }
        for (count, isSent) in [(0, true), (1, false)] {
            let target = "/" + String(repeating: "x", count: 65_536 - start.count + count)
            let request = ClientRequest(method: .get, url: base.with(target: target))
            do throws(RequestError) {
                try request.check()
                #expect(isSent)
            } catch {
                #expect(!isSent && error.code == .invalidURL)
            }
        }
    }

    @Test(
        "Hosts: names of letters, digits and marks, and addresses in brackets",
        arguments: [
            "https://a", "https://A-z.0_9", "https://[::1]", "https://[1:2]", "https://[fe80::1]",
            "https://[::1]:65535", "https://a:1", "https://a:65535", "https://a:", "http://a:443",
        ])
    func hosts(text: String) { #expect(fault(text) == nil) }

    @Test("Hosts and ports that are none")
    func noHosts() {
        let host = "its host is not a valid name or IP address"
        let port = "its port is not a number from 1 to 65535"
        for text in [
            "https://", "https://:80", "https://[]", "https://[:]", "https://[::]", "https://[1]",
            "https://[g::1]", "https://[::1", "https://a~b", "https://a!c",
            "https://[/", "https://é",
        ] { #expect(fault(text) == host, "\(text)") }
        for text in [
            "https://a:0", "https://a:65536", "https://a:99999999999999999999", "https://a:-1",
            "https://a:8a", "https://[::1]8", "https://a::",
        ] { #expect(fault(text) == port, "\(text)") }
        #expect(fault("https://a@b/") == "it has user information before its host")
        #expect(fault("ftp://a/") == "its scheme is neither http nor https")
        #expect(fault("a/b:c") == "it has no scheme or no host")
    }

    @Test("Ports that a scheme has anyway are left out, others are kept")
    func ports() throws {
        for (text, authority, port) in [
            ("https://a:443/", "a", 443), ("http://a:80/", "a", 80),
            ("http://a:443/", "a:443", 443),
            ("https://a:80/", "a:80", 80), ("https://[::1]:443/", "[::1]", 443),
            ("https://[::1]:444/", "[::1]:444", 444), ("https://a:/", "a", 443),
            ("http://A.Example:8080/", "a.example:8080", 8080),
        ] {
            let url = try HTTPURL(text)
            #expect(url.authority == authority && url.port == port, "\(text)")
        }
        #expect(try HTTPURL("https://[::1]:444/").host == "::1")
    }

    @Test("Of all ASCII characters those that are unreserved are not encoded")
    func encoding() throws {
        let unreserved = "-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~"
        for byte in UInt8(0)..<128 {
            let text = String(Unicode.Scalar(byte))
            let hex = String(byte, radix: 16, uppercase: true)
            let encoded = byte < 16 ? "%0\(hex)" : "%\(hex)"
            let item = QueryItem.Encoding().encode([QueryItem("n", "a" + text + "b")])
            #expect(
                item == (unreserved.contains(text) ? "n=a\(text)b" : "n=a\(encoded)b"), "\(byte)")
            #expect(try QueryItem.Encoding.decode(item) == [QueryItem("n", "a" + text + "b")])
        }
        #expect(QueryItem.Encoding().encode([QueryItem("é", "€")]) == "%C3%A9=%E2%82%AC")
    }

    @Test("Digits of an encoding are hexadecimal, in both cases")
    func decoding() throws {
        let decode = { (text: String) in try QueryItem.Encoding.decode("n=" + text).first?.value }
        for (text, value) in [
            ("%41", "A"), ("%4a%4A", "JJ"), ("%2f%2F", "//"), ("%7e", "~"), ("%39%30", "90"),
            ("a+b", "a b"), ("a%2Bb", "a+b"), ("%C3%A9", "é"), ("", ""), ("a=b", "a=b"),
        ] { #expect(try decode(text) == value, "\(text)") }
        for text in ["%", "%4", "%4g", "%g4", "%/1", "%:1", "%@1", "%G1", "%`1", "%FF", "%C3"] {
            #expect(throws: RequestError.self, "\(text)") { try decode(text) }
        }
        #expect(
            try QueryItem.Encoding.decode("a&b=&=c&&d=1,2,,") == [
                QueryItem("a", nil), QueryItem("b", ""), QueryItem("", "c"),
                QueryItem("d", list: ["1", "2", "", ""]),
            ])
    }

    @Test("The value of a parameter is all behind its first equals sign")
    func values() throws {
        let url = try HTTPURL("https://a.example/x?a=1=2&b&c=&d+e=f+g%3D&a%3D=3")
        for (name, value) in [
            ("a", "1=2"), ("b", nil), ("c", ""), ("d e", "f g="), ("a=", "3"), ("x", nil),
        ] as [(String, String?)] {
            #expect(url.value(of: name) == value, "\(name)")
            #expect(url.hasParameter(name) == (name != "x"), "\(name)")
        }
        #expect(url.separating("a").rest.query == "b&c=&d+e=f+g%3D&a%3D=3")
        #expect(try HTTPURL("https://a.example/x?a=1").separating("a").rest.target == "/x")
        #expect(try HTTPURL("https://a.example/x?a=+").separating("a").value == " ")
        let encoding = QueryItem.Encoding()
        #expect(try url.appending([], encoding: encoding) == url)
        #expect(
            try HTTPURL("https://a.example/x").appending([.init("a", "b")], encoding: encoding)
                .target == "/x?a=b")
        #expect(
            try HTTPURL("https://a.example/x?").appending([.init("a", nil)], encoding: encoding)
                .target == "/x?&a")
        let room = 65_536 - "/x?a=".count
        let base = try HTTPURL("https://a.example/x")
        for (count, isAllowed) in [(room, true), (room + 1, false)] {
            let items = [QueryItem("a", String(repeating: "b", count: count))]
            let whole = try? base.appending(items, encoding: encoding)
            #expect((whole != nil) == isAllowed)
        }
    }

    @Test("Brackets in names are encoded unless they shall not be")
    func brackets() {
        var encoding = QueryItem.Encoding()
        #expect(encoding.encode([QueryItem("a[b]", "[c]")]) == "a%5Bb%5D=%5Bc%5D")
        encoding.encodesBrackets = false
        #expect(encoding.encode([QueryItem("a[b]", "[c]")]) == "a[b]=%5Bc%5D")
        #expect(encoding.encode([QueryItem("a", nil), QueryItem("b\\^", "")]) == "a&b%5C%5E=")
    }

    @Test("Loopback is localhost, ::1, and all that begins with 127")
    func loopback() throws {
        for (host, isLoopback) in [
            ("localhost", true), ("LOCALHOST", true), ("[::1]", true), ("127.0.0.1", true),
            ("127.255.255.255", true), ("128.0.0.1", false), ("127.0.0.256", false),
            ("a.localhost", false), ("[::2]", false), ("127.a", false),
        ] {
            #expect(try HTTPURL("http://\(host)/").isLoopback == isLoopback, "\(host)")
        }
    }

    @Test("A header field of a request has no control character, but may have tabs and spaces")
    func fields() throws {
        for byte in UInt8(0)..<128 {
            let value = "a" + String(Unicode.Scalar(byte)) + "b"
            let isSendable = byte == 9 || byte >= 32 && byte < 127
            let field = try? HTTPField(checking: "X-Custom", value: value)
            #expect((field != nil) == isSendable, "\(byte)")
        }
        #expect(throws: RequestError.self) { try HTTPField(checking: "X-Custom", value: "é") }
        let error = #expect(throws: RequestError.self) {
            try HTTPField(checking: String(repeating: "n", count: 100) + " x", value: "")
        }
        #expect(error?.message.contains("\"" + String(repeating: "n", count: 100) + "\"") == true)
        #expect(error?.code == .invalidHeader)
        var request = try ClientRequest.get("https://a.example/", headers: [.custom: "a\tb c~"])
        try request.check()
        request.headers[.custom] = "é"
        #expect(throws: RequestError.self) { try request.check() }
    }

    @Test("A request is sent only to an address in the form that is sent")
    func sent() throws {
        for (authority, target, isSent) in [
            ("a.example", "/x", true), ("a.example:444", "/x?y", true),
            ("a.example:443", "/", false),
            ("A.example", "/", false), ("a.example", "x", false), ("a.example", "", false),
            ("a.example", "*", false), ("a@b", "/", false), ("", "/", false),
            ("a.example", "/a b", false), ("[::1]", "/", true),
        ] {
            var request = try ClientRequest.get("https://a.example/")
            request.head.authority = authority
            request.head.path = target
            do throws(RequestError) {
                try request.check()
                #expect(isSent, "\(authority)\(target)")
            } catch {
                #expect(!isSent && error.code == .invalidURL, "\(authority)\(target)")
            }
        }
    }

    @Test("The message of an address that is none shows 200 characters, and no secret")
    func messages() {
        for (count, shown) in [(200, 200), (201, 200)] {
            let path = "x:" + String(repeating: "y", count: count - 2)
            let error = #expect(throws: RequestError.self) { try HTTPURL(path + "?s3cret") }
            #expect(
                error?.message.hasPrefix("\"\(path.prefix(shown))?[redacted]\" is not") == true)
        }
        let error = #expect(throws: RequestError.self) {
            try HTTPURL("https://s3cret@" + String(repeating: "h", count: 300))
        }
        let host = String(repeating: "h", count: 199)
        #expect(error?.message.hasPrefix("\"[redacted]@\(host)\" is not") == true)
    }
}
