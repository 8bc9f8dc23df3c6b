// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox

/// Redirects are followed where that is safe, and nowhere else.
@Suite("Redirects")
struct RedirectTests {
    private static let secrets: HTTPFields = {
        var fields: HTTPFields = [
            .authorization: "Bearer s3cret", .cookie: "sid=s3cret", .proxyAuthorization: "s3cret",
            .apiKey: "s3cret", .accept: "application/vnd.api+json",
        ]
        var marked = HTTPField(name: .custom, value: "s3cret")
        marked.indexingStrategy = .disallow
        fields.append(marked)
        return fields
    }()

    /// A server that sends everything from `/a` on to an address.
    private func leading(to location: String, status: Int = 302) -> Scripted {
        Scripted { request, _ in
            request.url.path == "/a"
                ? request.answer(status, [.location: location]) : request.answer(200, [:], "there")
        }
    }

    @Test(
        "T47 A redirect to another origin gets no secret: it is refused, or goes without",
        arguments: [301, 302, 303, 307, 308],
        ["https://b.example/x", "https://a.example:8443/x", "//b.example/x"])
    func otherOrigin(status: Int, location: String) async throws {
        let request = try ClientRequest.get("https://a.example/a", headers: Self.secrets)
        let refusing = leading(to: location, status: status)
        #expect(
            await failure { _ = try await refusing.with(Redirects()).execute(request) }
                == .crossOrigin)
        #expect(refusing.requests.count == 1)

        let allowing = leading(to: location, status: status)
        let response = try await allowing.with(Redirects(allowsOtherOrigins: true)).execute(request)
        #expect(response.status == .ok)
        #expect(response.url == (try request.url.resolve(location)))
        let second = try #require(allowing.requests.last)
        #expect(second.headers == [.accept: "application/vnd.api+json"])
        #expect(!"\(second.headers)".contains("s3cret"))
    }

    @Test(
        "T47 A field whose name has a word for a secret does not go to another origin",
        arguments: SecretNameTests.ofHeaders)
    func secretNames(name: String) async throws {
        let field = HTTPField(name: try #require(HTTPField.Name(name)), value: "s3cret")
        let request = try ClientRequest.get(
            "https://a.example/a",
            headers: HTTPFields([field, HTTPField(name: .accept, value: "*/*")]))
        let server = leading(to: "https://b.example/x")
        let response = try await server.with(Redirects(allowsOtherOrigins: true)).execute(request)
        #expect(response.status == .ok)
        #expect(server.requests.map(\.headers) == [request.headers, [.accept: "*/*"]])
    }

    @Test("T47 A body does not go to another origin, whatever the method", arguments: [301, 302])
    func bodies(status: Int) async throws {
        for method in [HTTPRequest.Method.get, .head, .put] {
            var request = ClientRequest(method: method, url: try HTTPURL("https://a.example/a"))
            request.body = Array("s3cret".utf8)
            let server = leading(to: "https://b.example/x", status: status)
            let client = server.with(Redirects(allowsOtherOrigins: true))
            #expect(await failure { _ = try await client.execute(request) } == .crossOrigin)
            #expect(server.requests.count == 1, "\(method)")
        }
    }

    @Test("T47 What was taken off stays off, also on the way back")
    func backAgain() async throws {
        let client = Scripted { request, number in
            switch number {
            case 0: request.answer(302, [.location: "https://b.example/"])
            case 1: request.answer(302, [.location: "https://a.example/back"])
            default: request.answer(200)
            }
        }
        _ = try await client.with(Redirects(allowsOtherOrigins: true)).execute(
            .get("https://a.example/a", headers: Self.secrets))
        #expect(client.requests.count == 3)
        #expect(client.requests[2].headers[.authorization] == nil)
    }

    @Test("T48 Circles and endless redirects end")
    func circles() async throws {
        let request = try ClientRequest.get("https://a.example/a")
        let itself = leading(to: "/a")
        #expect(
            await failure { _ = try await itself.with(Redirects()).execute(request) } == .redirects)
        #expect(itself.requests.count == 1)

        let two = Scripted { request, _ in
            request.answer(302, [.location: request.url.path == "/a" ? "/b" : "/a#x"])
        }
        #expect(
            await failure { _ = try await two.with(Redirects()).execute(request) } == .redirects)
        #expect(two.requests.count == 2)

        let endless = Scripted { request, number in
            request.answer(307, [.location: "/\(number)"])
        }
        #expect(
            await failure { _ = try await endless.with(Redirects()).execute(request) } == .redirects
        )
        #expect(endless.requests.count == 11)

        let ten = Scripted { request, number in
            number < 10 ? request.answer(307, [.location: "/\(number)"]) : request.answer(200)
        }
        #expect(try await ten.with(Redirects()).execute(request).status == .ok)
        let none = leading(to: "/b")
        #expect(
            await failure { _ = try await none.with(Redirects(limit: 0)).execute(request) }
                == .redirects)
    }

    @Test(
        "T48 301, 302 and 303 turn a POST into a GET without what belonged to it",
        arguments: [301, 302, 303])
    func postBecomesGet(status: Int) async throws {
        let client = leading(to: "/b", status: status)
        var request = try ClientRequest(
            .post, "https://a.example/a",
            headers: [
                .contentType: "application/vnd.api+json", .contentLength: "2", .ifMatch: "\"1\"",
                .authorization: "Bearer t", .accept: "*/*",
            ], body: "{}")
        request.repeatability = .always
        _ = try await client.with(Redirects()).execute(request)
        let second = try #require(client.requests.last)
        #expect(second.method == .get)
        #expect(second.body == nil)
        #expect(second.headers == [.authorization: "Bearer t", .accept: "*/*"])
        #expect(second.repeatability == .byMethod)
        #expect(second.url.text == "https://a.example/b")
    }

    @Test("A PATCH that goes as a POST is kept as a PATCH would be", arguments: [301, 302, 303])
    func disguised(status: Int) async throws {
        let client = leading(to: "/b", status: status)
        let override = try #require(HTTPField.Name("X-HTTP-Method-Override"))
        let request = try ClientRequest(
            .post, "https://a.example/a", headers: [override: "PATCH"], body: "{}")
        _ = try await client.with(Redirects()).execute(request)
        let second = try #require(client.requests.last)
        #expect(second.method == (status == 303 ? .get : .post))
        #expect(second.headers[override] == (status == 303 ? nil : "PATCH"))
        #expect(second.body == (status == 303 ? nil : request.body))
    }

    @Test("T48 307 and 308 keep method and body, on the same origin only", arguments: [307, 308])
    func kept(status: Int) async throws {
        let request = try ClientRequest(
            .post, "https://a.example/a", headers: [.contentType: "text/plain"], body: "x")
        let same = leading(to: "https://A.example:443/b", status: status)
        _ = try await same.with(Redirects()).execute(request)
        let second = try #require(same.requests.last)
        #expect(second.method == .post)
        #expect(second.body == request.body)
        #expect(second.headers == request.headers)

        let other = leading(to: "https://b.example/", status: status)
        for method in [HTTPRequest.Method.post, .patch, .delete, .put] {
            let writing = try ClientRequest(method, "https://a.example/a")
            #expect(
                await failure {
                    _ = try await other.with(Redirects(allowsOtherOrigins: true)).execute(writing)
                } == .crossOrigin)
        }
        #expect(other.requests.allSatisfy { $0.url.host == "a.example" })
    }

    @Test(
        "T49 Redirects to what is not http, and from https to http, are refused",
        arguments: [
            ("file:///etc/hostname", RequestError.Code.invalidURL),
            ("javascript:alert(1)", .invalidURL),
            ("data:text/html,x", .invalidURL), ("ftp://a.example/", .invalidURL),
            ("https://a.example@b.example/", .invalidURL), ("http://a.example/b", .insecure),
            ("http://b.example/", .insecure), ("http://127.0.0.1/", .insecure),
        ])
    func refused(location: String, code: RequestError.Code) async throws {
        for allows in [false, true] {
            let client = leading(to: location)
            let following = client.with(Redirects(allowsOtherOrigins: allows))
            #expect(
                await failure { _ = try await following.execute(.get("https://a.example/a")) }
                    == code)
            #expect(client.requests.count == 1)
        }
    }

    @Test("A request can keep its redirects, and not every 3xx is one")
    func notFollowed() async throws {
        let client = leading(to: "/b", status: 303)
        var request = try ClientRequest.get("https://a.example/a")
        request.followsRedirects = false
        let response = try await client.with(Redirects()).execute(request)
        #expect(response.status == .seeOther)
        #expect(response.headers[.location] == "/b")
        for status in [300, 304, 305, 200, 201] {
            let client = leading(to: "/b", status: status)
            let response = try await client.with(Redirects()).execute(.get("https://a.example/a"))
            #expect(response.status.code == status)
        }
        let nowhere = Scripted(302)
        #expect(
            try await nowhere.with(Redirects()).execute(.get("https://a.example/a")).status
                == .found)
    }
}
