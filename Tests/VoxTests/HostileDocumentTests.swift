// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import Testing
import Vox
import VoxTestSupport

/// Documents whose resources refer to one another in unkind ways.
@Suite("Hostile documents")
struct HostileDocumentTests {
    struct Link: ResourceSchema {
        static let type = "n"
        let next = ToOne<Link>("next")
        let own = ToOne<Link>("self")
        let other = ToOne<AnyResource>("r")
    }

    private static func resource(_ id: Int, next: Int) -> String {
        #"{"type":"n","id":"\#(id)","attributes":{},"relationships":{"#
            + #""next":{"data":{"type":"n","id":"\#(next)"}}}}"#
    }

    /// Resources 0 to `count`, each with the next one, the last with the first.
    private static func ring(_ count: Int) -> String {
        let included = (1..<max(count, 1)).map { resource($0, next: ($0 + 1) % count) }
        return #"{"data":\#(resource(0, next: 1 % count)),"included":["#
            + included.joined(separator: ",") + "]}"
    }

    /// Runs on a stack that a recursion over the resources would not fit.
    private func onSmallStack(_ body: @escaping @Sendable () throws -> Void) throws {
        let box = Box()
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            box.result.withLock { $0 = Result { try body() } }
            done.signal()
        }
        thread.stackSize = 256 * 1024
        thread.start()
        done.wait()
        try box.result.withLock { $0 }?.get()
    }

    private final class Box: Sendable {
        let result = Mutex<Result<Void, any Error>?>(nil)
    }

    @Test(
        "T27 JA-044 Cycles resolve to the same object, and are walked and written in constant stack",
        arguments: [1, 2, 3, 20_000])
    func rings(count: Int) throws {
        try onSmallStack {
            let text = Self.ring(count)
            let document = try Document<Link>(parsing: text)
            let first = try #require(document.data)
            var link = first
            for position in 1...(2 * count) {
                let next = try #require(link.next)
                #expect(next.vox.isResolved)
                if next.id != String(position % count) { Issue.record("\(position)") }
                link = next
            }
            #expect(link == first)
            #expect(first.debugDescription.utf8.count < 100)
            #expect(String(describing: first.json).utf8.count < text.utf8.count + 1000)
            #expect(try document.documentText() == text)
            let data = try first.documentData()
            #expect(data.count < 300)
            #expect(try Validator().findings(in: document.json) == [])
        }
    }

    @Test(
        "T27 JA-044 The bombs of cycles and chains",
        .enabled(if: Corpora.arePresent, Corpora.missing))
    func bombs() throws {
        try onSmallStack {
            let cycle = try Document<Link>(parsing: Corpora.bytes("bombs/ja_cycle_2.json"))
            #expect(cycle.data?.next?.next == cycle.data)
            #expect(cycle.data?.next != cycle.data)
            let own = try Document<Link>(parsing: Corpora.bytes("bombs/ja_self_cycle.json"))
            #expect(own.data?.own == own.data)
            let chain = try Document<Link>(parsing: Corpora.bytes("bombs/ja_chain_20k.json"))
            var link = chain.data
            var length = 0
            while let next = link?.next, next.vox.isResolved, length < 30_000 {
                link = next
                length += 1
            }
            #expect(length >= 19_999 && length <= 20_001)
        }
    }

    @Test(
        "T28 The target of dangling linkage is unresolved",
        .enabled(if: Corpora.arePresent, Corpora.missing))
    func dangling() throws {
        let document = try Document<Link>(parsing: Corpora.bytes("bombs/ja_dangling.json"))
        let other = try #require(document.data?.other)
        #expect(other.type == "zz" && other.id == "404" && !other.vox.isResolved)
        #expect(other.attributes.n.vox.state == .absent)
        #expect(document.json.vox.failure == nil)
    }

    @Test(
        "T29 A resource that is there 50,000 times",
        .enabled(if: Corpora.arePresent, Corpora.missing))
    func repeated() throws {
        let bytes = try Corpora.bytes("bombs/ja_dup_included_50k.json")
        let error = try #require(throws: DocumentError.self) {
            try Document<[AnyResource]>(parsing: bytes, options: DocumentOptions(mode: .strict))
        }
        #expect(error.pointer == "/included/1" && error.otherPointer == "/included/0")
        let document = try Document<[AnyResource]>(
            parsing: bytes, options: DocumentOptions(mode: .lenient))
        #expect(document.included.count == 50_000)
        #expect(document.resource(type: "a", id: "1")?.attributes.n == 0)
    }
}
