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
        let transfer = try transfer { $0.timeouts = Timeouts(connect: .seconds(3)) }
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
