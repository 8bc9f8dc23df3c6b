// SPDX-License-Identifier: MIT

import Synchronization
import Testing
import Vox
import VoxTestSupport

/// What an observer of a body is told, whether the body is read whole or in chunks.
@Suite("Observers of bodies")
struct BodyTapTests {
    private struct Failure: Error {}

    private struct Tap: BodyTap {
        let limit: Int?
        let tell: @Sendable (String) -> Void

        func take(_ bytes: [UInt8]) { tell("\(bytes.count)") }
        func end(received: Int) { tell("end \(received)") }
        func fail(_ error: any Error, received: Int) {
            tell("\((error as? RequestError)?.message ?? "failure") \(received)")
        }
    }

    private func chunks(_ sizes: [Int], fails: Bool = false) -> ClientResponse.Body {
        ClientResponse.Body(
            AsyncThrowingStream { stream in
                for size in sizes { stream.yield([UInt8](repeating: 1, count: size)) }
                stream.finish(throwing: fails ? Failure() : nil)
            })
    }

    @Test("Chunks are told one by one, and the end once, however often it is asked for")
    func chunks() async throws {
        for (limit, told) in [
            (nil, ["2", "1", "end 3"]), (3, ["2", "1", "end 3"]),
            (2, ["2", "the body is too large 3"]),
        ] as [(Int?, [String])] {
            let lines = Lines()
            var chunks = chunks([2, 1]).tapped(by: Tap(limit: limit, tell: lines.add))
                .makeAsyncIterator()
            do {
                while try await chunks.next() != nil {}
                #expect(try await chunks.next() == nil)
            } catch {
                #expect((error as? RequestError)?.code == .responseTooLarge)
            }
            #expect(lines.all == told)
        }
    }

    @Test("A whole body is told at once, and a failure with what came before it")
    func whole() async throws {
        for (limit, upTo, told) in [
            (nil, 3, ["3", "end 3"]), (3, 9, ["3", "end 3"]),
            (2, 9, ["the body is too large"]), (2, 2, ["the body is larger than 2 bytes"]),
            (9, 2, ["the body is larger than 2 bytes"]),
        ] as [(Int?, Int, [String])] {
            let lines = Lines()
            let body = chunks([2, 1]).tapped(by: Tap(limit: limit, tell: lines.add))
            _ = try? await body.bytes(upTo: upTo)
            #expect(lines.all.count == told.count, "\(lines.all)")
            for (line, start) in zip(lines.all, told) { #expect(line.hasPrefix(start), "\(line)") }
        }
        let lines = Lines()
        let failing = chunks([2, 1], fails: true).tapped(by: Tap(limit: nil, tell: lines.add))
        await #expect(throws: Failure.self) { try await failing.bytes() }
        #expect(lines.all == ["failure 3"])
    }

    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }
}
