// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxServer
import VoxTesting

@Suite("The address of a service")
struct ServiceAddressTests {
    private func url(
        _ address: ResourceService.Address, _ hosts: String..., target: String = "/albums?x=[1]",
        scheme: HTTPURL.Scheme = .http
    ) -> String? {
        do throws(ErrorResponse) {
            return try address.url(hosts: hosts, target: target, scheme: scheme).text
        } catch {
            #expect(error.status == .badRequest)
            return nil
        }
    }

    @Test(
        "T69 A Host that is missing, doubled or malformed is refused, whatever the address",
        arguments: [
            [], ["localhost", "localhost"], ["localhost", "evil.example"], [""], [" "],
            ["localhost, evil.example"], ["localhost@evil.example"], ["user:pw@localhost"],
            ["localhost/path"], ["localhost?x"], ["localhost#x"], ["localhost\\evil.example"],
            ["localhost:0"], ["localhost:65536"], ["localhost:80:80"], ["[::1"],
            ["loc alhost"], ["l\u{F6}calhost"], ["http://localhost"],
        ])
    func malformed(hosts: [String]) throws {
        for address in [
            .loopback, .hosts("localhost"), .base(try HTTPURL("https://music.example")),
        ] as [ResourceService.Address] {
            do throws(ErrorResponse) {
                let url = try address.url(hosts: hosts, target: "/albums")
                Issue.record("\(hosts) became \(url.text)")
            } catch {
                #expect(error.status == .badRequest)
                #expect(error.errors.first?.header == "Host")
            }
        }
        // What a service of one's own checks, which has no address.
        let error = #expect(throws: ErrorResponse.self, "\(hosts)") {
            try ResourceService.Address.check(hosts: hosts, target: "/albums")
        }
        #expect(error?.status == .badRequest)
    }

    @Test("T69 The host of an absolute target counts, and not the one in Host")
    func absoluteForm() throws {
        let base = ResourceService.Address.base(try HTTPURL("https://music.example/api"))
        for (target, path) in [
            ("http://localhost:81/albums?x=1", "/albums?x=1"), ("HTTP://LOCALHOST:81/a", "/a"),
            ("https://localhost:81/a//b", "/a//b"), ("http://localhost:81", "/"),
            ("http://localhost:81?x=1", "/?x=1"),
        ] {
            let expected = "http://localhost:81\(path)"
            #expect(url(.loopback, "evil.example", target: target) == expected)
            #expect(url(.hosts("localhost:81"), "evil.example", target: target) == expected)
            #expect(
                url(base, "localhost:81", target: target) == "https://music.example/api\(path)")
            #expect(url(base, "evil.example", target: target) == nil)
            // A request needs a valid Host in every form.
            for hosts in [[], ["a", "a"], ["a b"]] {
                #expect(throws: ErrorResponse.self) {
                    try ResourceService.Address.loopback.url(hosts: hosts, target: target)
                }
            }
        }
        for target in [
            "http://evil.example/albums", "http:///albums", "http://", "http://u@localhost/a",
            "http://localhost:0/a", "http:/localhost/a", "ftp://localhost/a", "localhost/a", "*",
            "http://localhost@evil.example/a", "http://evil.example?@localhost/a",
        ] {
            #expect(url(.loopback, "localhost", target: target) == nil, "\(target)")
        }
    }

    @Test("A target with a fragment is refused in every form")
    func fragments() throws {
        let base = ResourceService.Address.base(try HTTPURL("https://music.example"))
        for target in ["/albums#x", "/albums#", "/albums?x=1#y", "http://localhost/a#b", "/#"] {
            for address in [base, .loopback, .hosts("localhost")] {
                #expect(url(address, "localhost", target: target) == nil, "\(target)")
            }
        }
        #expect(url(.loopback, "localhost", target: "/a%23b") == "http://localhost/a%23b")
    }

    @Test("T69 Without an address, only this machine is one")
    func loopback() {
        #expect(url(.loopback, "localhost:8080") == "http://localhost:8080/albums?x=[1]")
        #expect(url(.loopback, "127.0.0.1") == "http://127.0.0.1/albums?x=[1]")
        #expect(url(.loopback, "[::1]:81") == "http://[::1]:81/albums?x=[1]")
        #expect(
            url(.loopback, "LOCALHOST:443", scheme: .https) == "https://localhost/albums?x=[1]")
        for other in [
            "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "localhost.",
            "10.0.0.1", "0.0.0.0", "[::2]", "2130706433",
        ] {
            #expect(url(.loopback, other) == nil, "\(other)")
        }
    }

    @Test("T69 Of the hosts that are allowed, each is its own address")
    func hosts() {
        let address = ResourceService.Address.hosts(
            "Music.example", "music.example:8080", "other.example:443")
        #expect(url(address, "music.example") == "http://music.example/albums?x=[1]")
        #expect(url(address, "MUSIC.EXAMPLE:80") == "http://music.example/albums?x=[1]")
        #expect(url(address, "music.example:8080") == "http://music.example:8080/albums?x=[1]")
        #expect(
            url(address, "other.example", scheme: .https) == "https://other.example/albums?x=[1]")
        for other in [
            "music.example:8081", "other.example", "example", "evil.music.example", "localhost",
            "music.example.",
        ] {
            #expect(url(address, other) == nil, "\(other)")
        }
    }

    @Test("T69 A configured address is that of all requests, its path before theirs")
    func base() throws {
        for (base, expected) in [
            ("https://music.example", "https://music.example/albums"),
            ("https://music.example/", "https://music.example/albums"),
            ("https://music.example:444/api/v1/", "https://music.example:444/api/v1/albums"),
            ("https://music.example/api?x=1", "https://music.example/api/albums"),
        ] {
            let address = ResourceService.Address.base(try HTTPURL(base))
            #expect(url(address, "evil.example", target: "/albums") == expected)
        }
        let address = ResourceService.Address.base(try HTTPURL("https://music.example/api"))
        #expect(
            url(address, "localhost", target: "/albums/../../x?y=1")
                == "https://music.example/api/x?y=1")
        for target in ["*", "", "albums", "http://evil.example/", "@evil.example/", ":99/"] {
            #expect(url(address, "localhost", target: target) == nil, "\(target)")
            #expect(url(.loopback, "localhost", target: target) == nil, "\(target)")
        }
    }
}
