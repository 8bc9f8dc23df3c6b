// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxTestSupport

/// Everything together, in its order.
@Suite("Reliable clients")
struct ReliabilityTests {
    /// One thing that a server can do.
    private enum Deed: CaseIterable {
        case fine, missing, broken, busy, reset, slow, redirect, see, away, circle, unauthorized
        case unchanged, huge, later, muchLater, damaged
    }

    /// A server that does anything, by a seed.
    private static func server(_ seed: UInt64) -> Scripted {
        let seeded = Mutex(Seeded(seed))
        return Scripted { request, number in
            switch seeded.withLock({ $0.pick(Deed.allCases) }) {
            case .fine: return request.answer(200, [.eTag: "\"\(number)\""], "fine")
            case .missing: return request.answer(404)
            case .broken: return request.answer(500)
            case .busy: return request.answer(503)
            case .reset: throw RequestError(code: .connection, message: "reset")
            case .slow: throw RequestError(code: .timeout, message: "slow")
            case .redirect: return request.answer(307, [.location: "/\(number)"])
            case .see: return request.answer(303, [.location: "/\(number)"])
            case .away: return request.answer(302, [.location: "https://b.example/\(number)"])
            case .circle: return request.answer(308, [.location: request.url.text])
            case .unauthorized: return request.answer(401)
            case .unchanged: return request.answer(304)
            case .huge:
                return request.answer(200, [:], String(repeating: "x", count: 2000))
            case .later: return request.answer(429, [.retryAfter: "1"])
            case .muchLater: return request.answer(503, [.retryAfter: "9999"])
            case .damaged:
                var response = request.answer(200, [.eTag: "\"x\""])
                response.body = ClientResponse.Body(
                    AsyncThrowingStream {
                        $0.yield([1])
                        $0.finish(throwing: RequestError(code: .truncatedBody, message: ""))
                    })
                return response
            }
        }
    }

    @Test("T56 Whatever the server does, a call ends, and within its bounds")
    func anything() async throws {
        for seed in 0..<500 as Range<UInt64> {
            let server = Self.server(seed)
            var options = ReliabilityOptions()
            options.clock = TestClock(jumps: true)
            options.authentication = Authentication(for: try HTTPURL("https://a.example")) { _ in
                .bearer("t")
            }
            let client = server.reliable(options)
            var seeded = Seeded(seed ^ 0xABCD)
            for _ in 0..<5 {
                let method = seeded.pick([HTTPRequest.Method.get, .post, .patch, .put, .delete])
                let before = server.requests.count
                var request = try ClientRequest(
                    method, "https://a.example/x", body: method == .get ? nil : "{}")
                // A clock that jumps would reach the limit at once.
                request.timeouts.total = nil
                request.timeouts.idle = nil
                do {
                    let response = try await client.execute(request)
                    #expect(![302, 303, 307, 308].contains(response.status.code), "\(seed)")
                    #expect(try await response.body.bytes(upTo: 1000).count <= 1000)
                } catch {
                    #expect(error is RequestError, "\(seed): \(error)")
                }
                let sent = server.requests[before...]
                // Two rounds of authentication, eleven steps, three times each, each refetched.
                #expect(sent.count <= 2 * 11 * 3 * 2, "\(seed)")
                #expect(sent.allSatisfy { $0.url.host == "a.example" }, "\(seed)")
                // More than once at one address only when the first was turned away by 401 or 429.
                let writes = sent.filter { $0.method == .post || $0.method == .patch }
                for (_, same) in Dictionary(grouping: writes, by: { $0.url }) {
                    #expect(same.count <= 2 * 3, "\(seed)")
                }
                #expect(sent.allSatisfy { $0.method == method || $0.method == .get }, "\(seed)")
            }
        }
    }

    @Test("T56 A POST that may have arrived is never sent again")
    func neverTwice() async throws {
        for seed in 0..<300 as Range<UInt64> {
            let seeded = Mutex(Seeded(seed))
            let server = Scripted { request, _ in
                switch seeded.withLock({ $0.below(6) }) {
                case 0: throw RequestError(code: .connection, message: "reset")
                case 1: throw RequestError(code: .timeout, message: "slow")
                case 2: return request.answer(503, [.retryAfter: "0"])
                case 3: return request.answer(504)
                case 4: return request.answer(303, [.location: "/seen"])
                default: return request.answer(201)
                }
            }
            var options = ReliabilityOptions()
            options.clock = TestClock(jumps: true)
            let client = server.reliable(options)
            for method in [HTTPRequest.Method.post, .patch] {
                var request = try ClientRequest(method, "https://a.example/x", body: "{}")
                request.timeouts = ClientRequest.Timeouts()
                request.timeouts.total = nil
                let before = server.requests.count
                _ = try? await client.execute(request)
                #expect(server.requests[before...].filter { $0.method == method }.count == 1)
            }
        }
    }

    @Test("What happens more often stands further down")
    func order() async throws {
        let calls = Tally()
        let sends = Tally()
        var options = ReliabilityOptions()
        options.clock = TestClock(jumps: true)
        options.eachCall = [ClientRequest.Hooks(before: { _ in calls.add() })]
        options.eachSend = [ClientRequest.Hooks(before: { _ in sends.add() })]
        let server = Scripted { request, number in
            switch number {
            case 0: request.answer(503)
            case 1: request.answer(303, [.location: "/seen"])
            case 2: request.answer(503)
            default: request.answer(200)
            }
        }
        var request = try ClientRequest(.put, "https://a.example/x", body: "{}")
        request.timeouts.total = nil
        let response = try await server.reliable(options).execute(request)
        #expect(response.status == .ok)
        #expect(response.url.path == "/seen")
        #expect(response.attempts == 2)
        #expect(calls.count == 1)
        #expect(sends.count == 4)
    }

    @Test("A secret that a hook adds last is checked too")
    func lateSecret() async throws {
        var options = ReliabilityOptions()
        options.clock = TestClock()
        options.eachSend = [ClientRequest.Hooks(before: { $0.headers[.apiKey] = "s3cret" })]
        let server = Scripted(200)
        let client = server.reliable(options)
        #expect(
            await failure { _ = try await client.execute(.get("http://a.example/")) } == .insecure)
        #expect(server.requests.isEmpty)
    }

    @Test("A body that is too large ends as soon as that shows")
    func sizes() async throws {
        let chunks = Tally()
        let server = Scripted { request, _ in
            var response = request.answer(200)
            response.head.headerFields[.contentLength] = request.headers[.custom]
            response.body = ClientResponse.Body(
                AsyncThrowingStream<[UInt8], any Error>(unfolding: {
                    chunks.add()
                    return chunks.count <= 1000 ? [0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : nil
                }))
            return response
        }
        let client = server.with(SizeLimit())
        func request(_ limit: Int, length: String? = nil) throws -> ClientRequest {
            var request = try ClientRequest.get("https://a.example/")
            request.headers[.custom] = length
            request.limits.body = limit
            return request
        }
        let response = try await client.execute(request(95))
        #expect(await failure { _ = try await response.body.bytes() } == .responseTooLarge)
        #expect(chunks.count == 10)
        #expect(
            await failure {
                _ = try await client.execute(request(95, length: "96"))
            } == .responseTooLarge)
        var head = try request(95, length: "96")
        head.method = .head
        #expect(try await client.execute(head).status == .ok)
        for limit in [99, 100] {
            let exact = Scripted { request, _ in
                request.answer(200, [:], String(repeating: "x", count: 100))
            }
            let response = try await exact.with(SizeLimit()).execute(request(limit))
            #expect(
                await failure { _ = try await response.body.bytes() }
                    == (limit < 100 ? .responseTooLarge : nil))
        }
    }

    @Test("Two clients of the same options share nothing")
    func separate() async throws {
        var options = ReliabilityOptions()
        options.clock = TestClock()
        let first = Scripted { request, _ in request.answer(200, [.eTag: "\"1\""], "first") }
        let second = Scripted { request, _ in request.answer(200, [.eTag: "\"1\""], "second") }
        #expect(
            try await first.reliable(options).execute(.get("https://a.example/")).text() == "first")
        #expect(
            try await second.reliable(options).execute(.get("https://a.example/")).text()
                == "second")
        #expect(second.requests.first?.headers[.ifNoneMatch] == nil)
    }
}
