// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTestSupport

/// What takes too long ends, whatever the other side does.
@Suite("Deadlines")
struct DeadlineTests {
    private let clock = TestClock()

    private func request(total: Duration?, idle: Duration? = nil) throws -> ClientRequest {
        var request = try ClientRequest.get("https://a.example/?token=s3cret")
        request.timeouts.total = total
        request.timeouts.idle = idle
        return request
    }

    /// A body of chunks, each behind a gate.
    private func body(_ gates: Gate...) -> ClientResponse.Body {
        ClientResponse.Body(
            AsyncThrowingStream { [gates] continuation in
                let task = Task {
                    do {
                        for gate in gates {
                            try await gate.pass()
                            continuation.yield([1])
                        }
                        continuation.finish()
                    } catch {
                        continuation.finish(throwing: error)
                    }
                }
                continuation.onTermination = { _ in task.cancel() }
            })
    }

    @Test("The total limit ends a request that gets no response, even where nobody listens")
    func total() async throws {
        let isStuck = Gate()
        let client = Scripted { request, _ in
            // Deaf to cancellation.
            while (try? await isStuck.pass()) == nil { await Task.yield() }
            return request.answer(200)
        }
        let sending = client.with(Deadlines(clock: clock))
        let request = try request(total: .seconds(5))
        let task = Task { try await sending.execute(request) }
        await clock.someoneSleeps()
        clock.advance(by: .seconds(4))
        await Task.yield()
        clock.advance(by: .seconds(1))
        do {
            _ = try await task.value
            Issue.record("it did not end")
        } catch {
            let error = try #require(error as? RequestError)
            #expect(error.code == .timeout)
            #expect("\(error)".contains("5.0 seconds"))
            #expect(!"\(error)".contains("s3cret"))
        }
        isStuck.open()
    }

    @Test("The total limit covers the reading of the body")
    func totalOfBody() async throws {
        let first = Gate()
        let second = Gate()
        let body = body(first, second)
        let client = Scripted { request, _ in
            var response = request.answer(200)
            response.body = body
            return response
        }
        let response = try await client.with(Deadlines(clock: clock)).execute(
            request(total: .seconds(5), idle: .seconds(3)))
        first.open()
        var chunks = response.body.makeAsyncIterator()
        #expect(try await chunks.next() == [1])
        clock.advance(by: .seconds(4))
        let task = Task { try await response.body.bytes() }
        await clock.someoneSleeps()
        clock.advance(by: .seconds(1))
        #expect(await failure { _ = try await task.value } == .timeout)
        #expect(await failure { _ = try await chunks.next() } == .timeout)
    }

    @Test("The idle limit is for each chunk anew")
    func idle() async throws {
        let gates = [Gate(), Gate(), Gate()]
        let body = body(gates[0], gates[1], gates[2])
        let client = Scripted { request, _ in
            var response = request.answer(200)
            response.body = body
            return response
        }
        let response = try await client.with(Deadlines(clock: clock)).execute(
            request(total: nil, idle: .seconds(3)))
        var chunks = response.body.makeAsyncIterator()
        for gate in gates.prefix(2) {
            clock.advance(by: .seconds(2))
            gate.open()
            #expect(try await chunks.next() == [1])
        }
        let end = await clock.pass(by: .seconds(1)) {
            await failure { _ = try await chunks.next() }
        }
        #expect(end == .timeout)
        // What was read so far is not the whole, whoever asks again.
        #expect(await failure { _ = try await chunks.next() } == .truncatedBody)
    }

    @Test("Requests in time, and without limits, are left alone")
    func inTime() async throws {
        let client = Scripted(200).with(Deadlines(clock: clock))
        for total in [nil, Duration.seconds(1)] {
            let request = try request(total: total)
            for _ in 0..<100 { #expect(try await client.execute(request).status == .ok) }
        }
        #expect(clock.sleeps.count <= 1, "one timer is enough for requests with equal limits")
        #expect(
            await failure { _ = try await client.execute(try request(total: .zero)) } == .timeout)
    }

    @Test("What answers from memory needs no timer, and its body is there whenever it is read")
    func memory() async throws {
        let client = Scripted(200).with(Deadlines(clock: clock))
        let response = try await client.execute(
            request(total: .seconds(1), idle: .seconds(1)))
        clock.advance(by: .seconds(2))
        _ = try await response.body.bytes()
        #expect(clock.sleeps.isEmpty)
    }

    @Test("A shorter limit is not late because a longer one came first")
    func shorter() async throws {
        let gate = Gate()
        let client = Scripted { request, _ in
            try await gate.pass()
            return request.answer(200)
        }
        let sending = client.with(Deadlines(clock: clock))
        let long = try request(total: .seconds(60))
        let short = try request(total: .seconds(1))
        let patient = Task { try await sending.execute(long) }
        await clock.someoneSleeps()
        let hasty = Task { try await sending.execute(short) }
        await eventually { clock.sleeps.count == 2 }
        clock.advance(by: .seconds(1))
        #expect(await failure { _ = try await hasty.value } == .timeout)
        gate.open()
        #expect(try await patient.value.status == .ok)
    }

    @Test("Cancelling ends the call at once, and the transfer")
    func cancelled() async throws {
        let wasCancelled = Tally()
        let client = Scripted { _, _ in
            defer { wasCancelled.add() }
            try await forever()
        }
        let sending = client.with(Deadlines(clock: clock))
        let request = try request(total: .seconds(5))
        let task = Task { try await sending.execute(request) }
        await eventually { client.requests.count == 1 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await eventually { wasCancelled.count == 1 }
    }
}
