// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxTestSupport

/// Requests are repeated where it does no harm, and not so often that it does.
@Suite("Repetitions")
struct RetryTests {
    private let clock = TestClock(jumps: true)

    private func retrying(
        jitter: Double = 0,
        budget: ReliabilityOptions.RetryBudget = ReliabilityOptions.RetryBudget()
    ) -> Retrying {
        Retrying(budget: budget, clock: clock, random: { jitter })
    }

    private static let broken = RequestError(code: .connection, message: "reset")
    private static let late = RequestError(code: .timeout, message: "no bytes")

    @Test("T56 Methods that do no harm twice are sent at most three times")
    func repeated() async throws {
        for method in [HTTPRequest.Method.get, .head, .put, .delete, .options] {
            for status in [408, 425, 429, 502, 503, 504] {
                let client = Scripted(status)
                let response = try await client.with(retrying()).execute(
                    ClientRequest(method, "https://a.example/"))
                #expect(client.requests.count == 3, "\(method) \(status)")
                #expect(response.attempts == 3)
                #expect(response.status.code == status)
            }
            for error in [Self.broken, Self.late] {
                let client = Scripted { request, number in
                    if number < 2 { throw error }
                    return request.answer(200)
                }
                let response = try await client.with(retrying()).execute(
                    ClientRequest(method, "https://a.example/"))
                #expect(response.attempts == 3)
            }
        }
    }

    @Test("The error about a wait that is too long has a body of up to 64 KiB")
    func refusedBody() async throws {
        for (size, kept) in [(65_536, 65_536), (65_537, 0)] {
            let body = String(repeating: "x", count: size)
            let client = Scripted { request, _ in
                request.answer(429, [.retryAfter: "61"], body)
            }
            let error = await #expect(throws: RequestError.self) {
                _ = try await client.with(retrying()).execute(.get("https://a.example/"))
            }
            #expect(error?.code == .retryAfter && error?.body.count == kept)
        }
    }

    @Test("T56 POST and PATCH are sent once, unless they say that twice does no harm")
    func writes() async throws {
        for method in [HTTPRequest.Method.post, .patch] {
            var request = try ClientRequest(method, "https://a.example/", body: "{}")
            for error in [Self.broken, Self.late] {
                let client = Scripted { _, _ in throw error }
                let sending = client.with(retrying())
                #expect(await failure { _ = try await sending.execute(request) } == error.code)
                #expect(client.requests.count == 1)
            }
            let busy = Scripted { request, _ in request.answer(503, [.retryAfter: "1"]) }
            #expect(try await busy.with(retrying()).execute(request).attempts == 1)
            #expect(busy.requests.count == 1)

            request.headers[.idempotencyKey] = "k"
            let keyed = Scripted(503, 200)
            #expect(try await keyed.with(retrying()).execute(request).attempts == 2)
            #expect(keyed.requests.allSatisfy { $0.headers[.idempotencyKey] == "k" })
            request.headers = [:]
            request.repeatability = .always
            #expect(try await Scripted(503, 200).with(retrying()).execute(request).attempts == 2)
        }
        var request = try ClientRequest.get("https://a.example/")
        request.repeatability = .never
        #expect(try await Scripted(503).with(retrying()).execute(request).attempts == 1)
    }

    @Test("T57 A wait of a fraction of a second is honoured")
    func fraction() async throws {
        let client = Scripted { request, number in
            number == 0 ? request.answer(503, [.retryAfter: "0.25"]) : request.answer(200)
        }
        let response = try await client.with(retrying()).execute(.get("https://a.example/"))
        #expect(response.status == .ok)
        #expect(clock.sleeps == [.milliseconds(250)])
    }

    @Test("T56 After a 429 requests with every method are sent again, but only after a 429")
    func limited() async throws {
        for method in [HTTPRequest.Method.post, .patch, .put, .get] {
            var request = try ClientRequest(method, "https://a.example/", body: "{}")
            let limited = Scripted(429)
            #expect(try await limited.with(retrying()).execute(request).attempts == 3)
            #expect(limited.requests.count == 3)
            let passing = Scripted { request, number in
                number == 0 ? request.answer(429, [.retryAfter: "1"]) : request.answer(201)
            }
            #expect(try await passing.with(retrying()).execute(request).status == .created)
            #expect(passing.requests.count == 2)
            #expect(passing.requests.allSatisfy { $0.method == method && $0.text == "{}" })
            let broken = Scripted(429, 500, 201)
            #expect(try await broken.with(retrying()).execute(request).status.code == 500)
            #expect(broken.requests.count == 2)
            request.repeatability = .never
            #expect(try await Scripted(429).with(retrying()).execute(request).attempts == 1)
        }
        let post = try ClientRequest(.post, "https://a.example/", body: "{}")
        for status in [500, 503] {
            let client = Scripted(429, status, 201)
            #expect(try await client.with(retrying()).execute(post).status.code == status)
            #expect(client.requests.count == 2)
        }
    }

    @Test("What will not pass is not repeated")
    func lasting() async throws {
        for status in [200, 304, 400, 401, 403, 404, 409, 412, 422, 500, 501, 505] {
            let client = Scripted(status)
            _ = try await client.with(retrying()).execute(.get("https://a.example/"))
            #expect(client.requests.count == 1, "\(status)")
        }
        for code in [RequestError.Code.insecure, .invalidURL, .responseTooLarge, .crossOrigin] {
            let client = Scripted { _, _ in throw RequestError(code: code, message: "") }
            let sending = client.with(retrying())
            #expect(
                await failure { _ = try await sending.execute(.get("https://a.example/")) } == code)
            #expect(client.requests.count == 1)
        }
        let client = Scripted { _, _ in throw CancellationError() }
        await #expect(throws: CancellationError.self) {
            try await client.with(retrying()).execute(.get("https://a.example/"))
        }
        #expect(client.requests.count == 1)
    }

    @Test("A response says how often its request was sent")
    func attempts() async throws {
        // 404 may be the echo of a DELETE that worked, 409 of a create.
        let deleting = Scripted(503, 404)
        let gone = try await deleting.with(retrying()).execute(
            ClientRequest(.delete, "https://a.example/1"))
        #expect(gone.status == .notFound && gone.attempts == 2)
        let behindRedirect = Scripted { request, number in
            number == 0
                ? request.answer(503)
                : number == 1 ? request.answer(308, [.location: "/2"]) : request.answer(404)
        }
        let moved = try await behindRedirect.with(Redirects(), retrying()).execute(
            ClientRequest(.delete, "https://a.example/1"))
        #expect(moved.attempts == 2)
    }

    @Test("T57 Retry-After is honoured, in seconds and as a date")
    func retryAfter() async throws {
        for (fields, seconds): (HTTPFields, Int) in [
            ([.retryAfter: "5"], 5), ([.retryAfter: "0"], 0), ([.retryAfter: "60"], 60),
            ([.retryAfter: "5.000"], 5),
            (
                [
                    .date: "Sun, 06 Nov 1994 08:49:37 GMT",
                    .retryAfter: "Sun, 06 Nov 1994 08:49:50 GMT",
                ], 13
            ),
            (
                [
                    .date: "Sun Nov  6 08:49:37 1994",
                    .retryAfter: "Sunday, 06-Nov-94 08:50:37 GMT",
                ], 60
            ), ([.retryAfter: "Sun, 06 Nov 1994 08:49:37 GMT"], 0),
        ] {
            let clock = TestClock(jumps: true)
            let client = Scripted { request, number in
                number == 0 ? request.answer(503, fields) : request.answer(200)
            }
            let response = try await client.with(Retrying(clock: clock, random: { 0 })).execute(
                .get("https://a.example/"))
            #expect(response.status == .ok)
            #expect(clock.sleeps == [.seconds(seconds)], "\(fields)")
        }
    }

    @Test("T57 A random part of the first waits is added to Retry-After", arguments: [0, 0.5, 1])
    func randomWait(random: Double) async throws {
        let clock = TestClock(jumps: true)
        let client = Scripted { request, number in
            number < 2 ? request.answer(503, [.retryAfter: "5"]) : request.answer(200)
        }
        let retrying = Retrying(
            firstWait: .milliseconds(200), clock: clock, random: { random })
        let response = try await client.with(retrying).execute(.get("https://a.example/"))
        #expect(response.status == .ok)
        let added = [200 * random, 400 * random].map { Duration.milliseconds($0) }
        #expect(clock.sleeps == added.map { .seconds(5) + $0 })
    }

    @Test(
        "T57 Over the cap the request fails at once",
        arguments: ["61", "1000000000", "99999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"])
    func tooLong(value: String) async throws {
        let client = Scripted { request, _ in request.answer(429, [.retryAfter: value]) }
        let sending = client.with(retrying())
        #expect(
            await failure { _ = try await sending.execute(.get("https://a.example/")) }
                == .retryAfter)
        #expect(client.requests.count == 1)
        #expect(clock.sleeps.isEmpty)
    }

    @Test("Of a refusal to wait so long, what the server said is kept")
    func saidWithIt() async throws {
        let client = Scripted { request, _ in request.answer(503, [.retryAfter: "3600"], "closed") }
        let error = await #expect(throws: RequestError.self) {
            try await client.with(retrying()).execute(.get("https://a.example/"))
        }
        #expect(error?.body == Array("closed".utf8))
        #expect(error?.status?.code == 503)
    }

    @Test(
        "T57 What is no time is ignored",
        arguments: [
            "-1", "x", "", "1.", ".5", "1e3", "1.5.5", "NaN", " 5x",
            "Sun, 99 Nov 1994 08:49:37 GMT", "5,5", "+5",
        ])
    func noTime(value: String) async throws {
        let client = Scripted { request, number in
            number == 0 ? request.answer(503, [.retryAfter: value]) : request.answer(200)
        }
        let response = try await client.with(retrying(jitter: 1)).execute(
            .get("https://a.example/"))
        #expect(response.retryAfter == nil)
        #expect(response.attempts == 2)
        #expect(clock.sleeps == [.milliseconds(250)])
    }

    @Test("Waits are random, and twice as long at most each time")
    func jitter() async throws {
        let request = try ClientRequest.get("https://a.example/")
        _ = try await Scripted(503).with(retrying(jitter: 1)).execute(request)
        #expect(clock.sleeps == [.milliseconds(250), .milliseconds(500)])
        // A generator that leaves its range makes no wait longer, and none shorter than nothing.
        for (random, most) in [(2.0, 250), (-1, 0)] {
            let clock = TestClock(jumps: true)
            let client = Scripted(503).with(Retrying(limit: 1, clock: clock, random: { random }))
            _ = try await client.execute(request)
            #expect(clock.sleeps.allSatisfy { $0 == .milliseconds(most) }, "\(random)")
        }
        let many = TestClock(jumps: true)
        let budget = ReliabilityOptions.RetryBudget(share: 3)
        let client = Scripted(503).with(Retrying(budget: budget, clock: many))
        for _ in 0..<100 { _ = try await client.execute(request) }
        #expect(many.sleeps.count == 200)
        #expect(many.sleeps.allSatisfy { $0 <= .milliseconds(500) })
        #expect(Set(many.sleeps).count > 100)
    }

    @Test("A wait doubles twenty times")
    func doubling() async throws {
        let clock = TestClock(jumps: true)
        let retrying = Retrying(
            limit: 23, firstWait: .nanoseconds(1), longestWait: .seconds(1),
            budget: ReliabilityOptions.RetryBudget(reserve: 100), clock: clock, random: { 1 })
        _ = try await Scripted(503).with(retrying).execute(.get("https://a.example/"))
        #expect(clock.sleeps == (0..<23).map { .nanoseconds(1 << min($0, 20)) })
    }

    @Test("Nothing is repeated past the total limit")
    func totalLimit() async throws {
        var request = try ClientRequest.get("https://a.example/")
        request.timeouts.total = .milliseconds(250)
        let client = Scripted(503)
        #expect(try await client.with(retrying(jitter: 1)).execute(request).attempts == 1)
        request.timeouts.total = .seconds(2)
        let asking = Scripted { request, _ in request.answer(503, [.retryAfter: "2"]) }
        let sending = asking.with(retrying())
        #expect(await failure { _ = try await sending.execute(request) } == .retryAfter)
        #expect(asking.requests.count == 1)
    }

    @Test("T56 T58 Under total failure 100 clients together send at most 1.2 times as much")
    func storm() async throws {
        let clock = clock
        let server = Scripted(503)
        let client = server.with(Retrying(clock: clock))
        try await withThrowingTaskGroup { group in
            for _ in 0..<100 {
                group.addTask {
                    for _ in 0..<60 { _ = try await client.execute(.get("https://a.example/")) }
                }
            }
            try await group.waitForAll()
        }
        #expect(server.requests.count <= 7200)
        #expect(server.requests.count > 7000)
    }

    @Test("T58 So do 100 clients that know nothing of one another")
    func separateStorm() async throws {
        let server = Scripted { _, _ in throw Self.broken }
        for _ in 0..<100 {
            let client = server.with(Retrying(clock: clock))
            for _ in 0..<60 {
                #expect(
                    await failure { _ = try await client.execute(.get("https://a.example/")) }
                        == .connection)
            }
        }
        #expect(server.requests.count <= 7200)
    }

    @Test("A long quiet time does not pay for a storm")
    func burst() async throws {
        let server = Scripted { request, number in request.answer(number < 500 ? 200 : 503) }
        let client = server.with(
            Retrying(budget: ReliabilityOptions.RetryBudget(burst: 10), clock: clock))
        for _ in 0..<500 { _ = try await client.execute(.get("https://a.example/")) }
        for _ in 0..<50 { _ = try await client.execute(.get("https://a.example/")) }
        #expect(server.requests.count - 550 <= 20)
    }

    @Test("A request that a kept connection lost is sent again at once, and once")
    func keptConnections() async throws {
        let lost = RequestError(
            code: .connection, message: "closed", cause: KeptConnectionLoss(cause: Self.broken))
        let spent = ReliabilityOptions.RetryBudget(share: 0, reserve: 0, burst: 0)
        for (losses, attempts, sleeps) in [(0, 1, 0), (1, 2, 0), (2, 3, 1), (3, 4, 2)] {
            let clock = TestClock(jumps: true)
            let client = Scripted { request, number in
                if number < losses { throw lost }
                return request.answer(200)
            }
            let response = try await client.with(Retrying(clock: clock, random: { 1 })).execute(
                .get("https://a.example/"))
            #expect(response.attempts == attempts && clock.sleeps.count == sleeps, "\(losses)")
        }
        let once = Scripted { request, number in
            if number < 1 { throw lost }
            return request.answer(200)
        }
        #expect(
            try await once.with(Retrying(budget: spent, clock: clock)).execute(
                .get("https://a.example/")
            ).attempts == 2)
        // Another error is not sent again at once, and neither is a POST.
        let broken = Scripted { request, number in
            if number < 1 { throw Self.broken }
            return request.answer(200)
        }
        let sending = broken.with(Retrying(budget: spent, clock: clock))
        #expect(
            await failure { _ = try await sending.execute(.get("https://a.example/")) }
                == .connection)
        let writing = Scripted { _, _ in throw lost }
        let request = try ClientRequest(.post, "https://a.example/", body: "{}")
        #expect(
            await failure { _ = try await writing.with(Retrying(clock: clock)).execute(request) }
                == .connection)
        #expect(broken.requests.count == 1 && writing.requests.count == 1 && clock.sleeps.isEmpty)
    }

    @Test("Cancelling ends the wait")
    func cancelled() async throws {
        let standing = TestClock()
        let client = Scripted(503)
        let sending = client.with(Retrying(clock: standing))
        let task = Task { try await sending.execute(.get("https://a.example/")) }
        await standing.someoneSleeps()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(client.requests.count == 1)
    }
}
