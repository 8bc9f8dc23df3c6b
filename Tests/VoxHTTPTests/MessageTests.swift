// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTestSupport

/// What the errors of requests, addresses and bodies say: the words are the reason.
@Suite("Messages of VoxHTTP")
struct MessageTests {
    @Test("An address that is refused, and why")
    func addresses() {
        let reasons = [
            "/albums": "it has no scheme or no host", "": "it has no scheme or no host",
            "https:///x": "its host is not a valid name", "ftp://a/x": "neither http nor https",
            "https://u:p@a.example/": "it has user information before its host",
            "https://a_b!/x": "its host is not a valid name or IP address",
            "https://a:70000/": "its port is not a number from 1 to 65535",
            "https://a:x/": "its port is not a number from 1 to 65535",
            "https://a/b c": "it has a space, a control character or a backslash",
            "https://a/\\b": "it has a space, a control character or a backslash",
            "https://a/" + String(repeating: "x", count: 1 << 20): "it is longer than",
        ]
        for (text, reason) in reasons {
            let error = #expect(throws: RequestError.self) { try HTTPURL(text) }
            #expect(error?.code == .invalidURL)
            #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
        }
        let relative = #expect(throws: RequestError.self) {
            try HTTPURL("https://a.example/x").resolve("https:y")
        }
        #expect(relative?.message.contains("it has a scheme but no host") == true)
    }

    @Test("A default field that is refused, and why")
    func fields() async throws {
        let server = Scripted { request, _ in request.answer(200) }
        let secret = await requestError {
            _ = try await server.with(
                ClientRequest.DefaultHeaders(adding: [.authorization: "s3cret"])
            )
            .execute(.get("https://a.example/"))
        }
        #expect(
            secret?.message.contains(
                "the default field Authorization is secret; list the origins that may receive it")
                == true)
        #expect(secret?.message.contains("s3cret") == false)
    }

    @Test("A redirect that is not followed, and why")
    func redirects() async throws {
        let cycle = Scripted { request, _ in request.answer(302, [.location: "/a"]) }
        let circle = await requestError {
            _ = try await cycle.with(Redirects()).execute(.get("https://a.example/a"))
        }
        #expect(circle?.message == "the redirects form a cycle")
        let endless = Scripted { request, number in
            request.answer(302, [.location: "/\(number)"])
        }
        let long = await requestError {
            _ = try await endless.with(Redirects(limit: 3)).execute(.get("https://a.example/a"))
        }
        #expect(long?.message == "there are more than 3 redirects")
        for (location, words) in [
            ("http://a.example/b", "it leads from https to http"),
            ("https://b.example/", "it leads to another origin"),
        ] {
            let server = Scripted { request, _ in request.answer(302, [.location: location]) }
            let error = await requestError {
                _ = try await server.with(Redirects()).execute(.get("https://a.example/a"))
            }
            #expect(error?.message == "the redirect to \(location) is not followed: \(words)")
        }
    }

    @Test("A body that is not sent, and why")
    func bodies() async throws {
        func reading(_ body: ClientRequest.Body) async -> String? {
            await requestError { _ = try await body.collected() }?.message
        }
        for (count, found) in [(2, "only 2"), (4, "more")] {
            let chunks = Chunks([UInt8](repeating: 1, count: count), size: 8)
            let message = await reading(ClientRequest.Body(length: 3) { chunks })
            #expect(message == "the body should have 3 bytes, but has \(found)")
        }
        let once = ClientRequest.Body(once: Chunks([1], size: 8))
        #expect(await reading(once) == nil)
        #expect(await reading(once) == "the body was already sent, and can be sent only once")
        let form = #expect(throws: RequestError.self) {
            try MultipartBody([.init("a\u{0}", "1")]).body()
        }
        #expect(form?.message == "the name of a part or of its file has a NUL")
    }

    @Test("A wait that is too long names the wait, and the option that allows it")
    func waits() async throws {
        let clock = TestClock()
        let server = Scripted { request, _ in request.answer(503, [.retryAfter: "90"]) }
        let long = await requestError {
            _ = try await server.with(Retrying(clock: clock)).execute(.get("https://a.example/"))
        }
        #expect(long?.message.contains("the server requires a wait of") == true)
        #expect(long?.message.contains("longestRetryWait is") == true)
        var request = try ClientRequest.get("https://a.example/")
        request.timeouts.total = .seconds(30)
        let short = await requestError { [request] in
            _ = try await server.with(Retrying(longestWait: .seconds(100), clock: clock))
                .execute(request)
        }
        #expect(short?.message.contains("timeouts.total is") == true)
    }

    @Test(
        "A refusal with a wait of zero is tried again as often as any other", arguments: [429, 503])
    func zeroWait(status: Int) async throws {
        let clock = TestClock(jumps: true)
        let server = Scripted { request, _ in request.answer(status, [.retryAfter: "0"]) }
        let client = server.with(Retrying(limit: 2, clock: clock, random: { 0.5 }))
        let response = try await client.execute(.get("https://a.example/"))
        #expect(response.status.code == status && response.attempts == 3)
        #expect(server.requests.count == 3 && clock.sleeps.count == 2)
        #expect(clock.sleeps.allSatisfy { $0 > .zero }, "each repetition has waited")
    }
}
