// SPDX-License-Identifier: MIT
#if Hummingbird

import HTTPTypes
import Hummingbird
import Synchronization
import Testing
import Vox
import VoxHummingbird
import VoxTestSupport
import VoxTesting

/// Each in a process of its own, whose memory is measured.
@Suite(
    "Memory of requests", .serialized,
    .enabled(
        if: Heap.canBeMeasured,
        "malloc does not tell what is in use here: a sanitizer has its own, or it is not glibc"))
struct RequestMemoryTests {
    private static let limit = 64 << 20

    /// The most that was in use from malloc, above what was at the beginning.
    private final class Peak: Sendable {
        private let start = Heap.bytesInUse() ?? 0
        private let most = Mutex(0)

        var bytes: Int { most.withLock { $0 } }

        func measure() {
            let bytes = (Heap.bytesInUse() ?? 0) - start
            most.withLock { $0 = max($0, bytes) }
        }
    }

    /// A body in pieces of 64 KiB, which measures while it is read.
    private func body(_ size: Int, _ peak: Peak) -> RequestBody {
        let piece = 1 << 16
        let left = Mutex(size)
        return RequestBody(
            asyncSequence: AsyncStream<ByteBuffer>(unfolding: {
                let count = left.withLock { left in
                    defer { left -= min(piece, left) }
                    if left % (16 * piece) < piece { peak.measure() }
                    return min(piece, left)
                }
                return count == 0 ? nil : ByteBuffer(repeating: 0x20, count: count)
            }))
    }

    private func send(_ size: Int, isAnnounced: Bool, _ peak: Peak) async throws -> Int {
        var head = HTTPRequest(
            method: .post, scheme: "http", authority: "localhost", path: "/notes",
            headerFields: [.contentType: "application/vnd.api+json"])
        head.headerFields[.contentLength] = isAnnounced ? "\(size)" : nil
        let notes = ResourceService(serving: MemoryStore([StoredResource(type: "notes", id: "1")]))
        let service = Handler { request in
            peak.measure()
            return try await notes.execute(request)
        }
        let responder = TransportResponder<Int>(service, maximumBodySize: Self.limit)
        let response = try await responder.respond(
            to: Request(head: head, body: body(size, peak)), context: 0)
        peak.measure()
        return response.status.code
    }

    @Test(
        "A body of 64 MiB that is refused takes no more memory than the limit and a tenth",
        arguments: [(limit, false), (limit, true), (limit + 1, false), (limit + 1, true)])
    func refused(size: Int, isAnnounced: Bool) async throws {
        await #expect(processExitsWith: .success) {
            [size = size as Int, isAnnounced = isAnnounced as Bool] in
            let tests = RequestMemoryTests()
            let limit = RequestMemoryTests.limit
            let peak = Peak()
            let status = try await tests.send(size, isAnnounced: isAnnounced, peak)
            #expect(status == 413)
            #expect(peak.bytes <= limit + limit / 10)
            // What is announced to be too large is not read.
            #expect((peak.bytes < 1 << 20) == (size > limit && isAnnounced))
        }
    }

    @Test("What is announced and does not come takes no memory")
    func announced() async throws {
        await #expect(processExitsWith: .success) { try await RequestMemoryTests().announce() }
    }

    private func announce() async throws {
        let peak = Peak()
        var head = HTTPRequest(
            method: .post, scheme: "http", authority: "localhost", path: "/notes",
            headerFields: [.contentLength: "\(Self.limit)"])
        head.headerFields[.contentType] = "application/vnd.api+json"
        let responder = TransportResponder<Int>(
            Handler { request in
                peak.measure()
                return request.answer("done")
            }, maximumBodySize: Self.limit)
        _ = try await responder.respond(
            to: Request(head: head, body: body(100, peak)), context: 0)
        #expect(peak.bytes < 1 << 20)
    }
}

#endif
