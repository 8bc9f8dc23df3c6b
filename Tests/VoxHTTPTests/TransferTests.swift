// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import VoxHTTP
import VoxTestSupport

/// What transports have in common, with events of no HTTP library.
@Suite("Transfers")
struct TransferTests {
    private let clock = TestClock()

    private func transfer(
        _ change: (inout ClientRequest) -> Void = { _ in }
    ) throws -> Transfer {
        var request = ClientRequest(method: .get, url: try HTTPURL("https://a.example/"))
        change(&request)
        return Transfer(request, Timers(Stopwatch(clock)))
    }

    private func failure(of transfer: Transfer) async -> RequestError? {
        do {
            _ = try await transfer.head()
            return nil
        } catch {
            return error as? RequestError
        }
    }

    @Test("A connection has its own time limit, and the error names it")
    func connection() async throws {
        let transfer = try transfer { $0.timeouts = ClientRequest.Timeouts(connect: .seconds(3)) }
        let waiting = Task { await failure(of: transfer) }
        await clock.someoneSleeps()
        clock.advance(by: .seconds(10))
        let error = await waiting.value
        #expect(error?.code == .timeout)
        #expect(error?.message == "no connection was established within 3.0 seconds")
    }

    @Test("Header fields may be as large as their limit, and not one byte larger")
    func headerBytes() async throws {
        let head = HTTPResponse(status: .ok, headerFields: [.server: "vox", .eTag: "\"1\""])
        for (limit, code) in [(16, nil), (15, .responseTooLarge)] as [(Int, RequestError.Code?)] {
            let transfer = try transfer { $0.limits.headerBytes = limit }
            transfer.receive(head)
            #expect(await failure(of: transfer)?.code == code, "\(limit)")
        }
    }

    @Test("The first head of a response counts")
    func heads() async throws {
        let transfer = try transfer()
        transfer.receive(HTTPResponse(status: .ok))
        transfer.receive(HTTPResponse(status: .accepted))
        #expect(try await transfer.head().status == .ok)
    }

    @Test("A failure of the library is one of the connection, and after the head one of the body")
    func failures() async throws {
        struct Lost: Error {}
        let early = try transfer()
        early.fail("the server hung up", cause: Lost())
        let error = await failure(of: early)
        #expect(error?.code == .connection)
        #expect(error?.message == "the server hung up" && error?.cause is Lost)
        let late = try transfer()
        late.receive(HTTPResponse(status: .ok))
        late.fail("the server hung up", cause: Lost())
        let body = ClientResponse.Body(TransferBody(late))
        let cut = await requestError { _ = try await body.bytes() }
        #expect(cut?.code == .truncatedBody)
        #expect(cut?.message == "the response ended early: the server hung up")
    }

    @Test(
        "A reader waits for the next byte as long as the idle limit says", arguments: [true, false])
    func idle(wantsAll: Bool) async throws {
        let transfer = try transfer {
            $0.timeouts = ClientRequest.Timeouts(connect: nil, idle: .seconds(3))
        }
        transfer.receive(HTTPResponse(status: .ok))
        let body = ClientResponse.Body(TransferBody(transfer))
        let reading = Task {
            await requestError {
                if wantsAll { _ = try await body.bytes() } else { for try await _ in body {} }
            }
        }
        await clock.someoneSleeps()
        clock.advance(by: .seconds(3))
        let error = await reading.value
        #expect(error?.code == .timeout)
        #expect(error?.message == "no byte of the response arrived within 3.0 seconds")
    }

    private func push(_ bytes: [UInt8], into transfer: Transfer) -> Bool {
        bytes.withUnsafeBytes(transfer.receive)
    }

    @Test("No limit passes while the program does not wait")
    func resting() async throws {
        let transfer = try transfer {
            $0.timeouts = ClientRequest.Timeouts(
                connect: .seconds(3), idle: .seconds(3), total: nil)
        }
        await clock.someoneSleeps()
        transfer.receive(HTTPResponse(status: .ok))
        clock.advance(by: .seconds(10))
        var chunks = TransferBody(transfer).makeAsyncIterator()
        let first = Task { [chunks] in
            var chunks = chunks
            return try await chunks.next()
        }
        await clock.someoneSleeps()
        #expect(push([1], into: transfer))
        #expect(try await first.value == [1])
        clock.advance(by: .seconds(10))
        #expect(push([2], into: transfer))
        #expect(try await chunks.next() == [2])
        transfer.finish()
        #expect(try await chunks.next() == nil)
    }

    @Test("The end stops the library once, and makes it go on once")
    func once() async throws {
        let transfer = try transfer()
        let stops = Mutex(0)
        let calls = Mutex(0)
        transfer.onCancel { stops.withLock { $0 += 1 } }
        transfer.receive(HTTPResponse(status: .ok))
        #expect(!push([UInt8](repeating: 1, count: 1 << 20), into: transfer))
        transfer.whenWanted { calls.withLock { $0 += 1 } }
        for _ in 0..<3 { transfer.fail(RequestError(code: .connection, message: "lost")) }
        transfer.finish()
        #expect(push([1], into: transfer))
        let body = ClientResponse.Body(TransferBody(transfer))
        let error = await requestError { _ = try await body.bytes() }
        #expect(error?.message == "lost")
        #expect(stops.withLock { $0 } == 1 && calls.withLock { $0 } == 1)
        transfer.onCancel { stops.withLock { $0 += 1 } }
        #expect(stops.withLock { $0 } == 2)
    }

    @Test("What is abandoned is cancelled, and the library is stopped")
    func abandoned() async throws {
        let transfer = try transfer()
        let stops = Mutex(0)
        transfer.onCancel { stops.withLock { $0 += 1 } }
        transfer.receive(HTTPResponse(status: .ok))
        let body = TransferBody(transfer)
        body.makeAsyncIterator().abandon()
        #expect(stops.withLock { $0 } == 1)
        transfer.progressed(sent: 1)
        await #expect(throws: CancellationError.self) {
            _ = try await body.bytes(upTo: .max) { _ in }
        }
    }

    @Test("A head that comes after the end is no response")
    func lateHead() async throws {
        let transfer = try transfer()
        transfer.fail(RequestError(code: .connection, message: "the connection was lost"))
        transfer.receive(HTTPResponse(status: .ok))
        #expect(await failure(of: transfer)?.code == .connection)
    }

    @Test("A library that waits for a reader goes on when the transfer has ended")
    func ended() throws {
        let transfer = try transfer()
        transfer.receive(HTTPResponse(status: .ok))
        let mayGoOn = [UInt8](repeating: 1, count: 1 << 20).withUnsafeBytes(transfer.receive)
        #expect(!mayGoOn)
        let calls = Mutex(0)
        transfer.whenWanted { calls.withLock { $0 += 1 } }
        #expect(calls.withLock { $0 } == 0)
        transfer.fail(RequestError(code: .connection, message: "the connection was lost"))
        #expect(calls.withLock { $0 } == 1)
        transfer.whenWanted { calls.withLock { $0 += 1 } }
        #expect(calls.withLock { $0 } == 2)
    }
}
