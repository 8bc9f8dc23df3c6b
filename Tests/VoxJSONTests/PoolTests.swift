// SPDX-License-Identifier: MIT

import Foundation
import Testing
import VoxJSON
import VoxTestSupport

@Suite("Pools")
struct PoolTests {
    private static func text(_ seed: Int) -> String {
        let records = (0..<300).map {
            #"{"id": \#($0), "text": "n \#(seed * $0)", "list": [1, 2]}"#
        }
        return "[" + records.joined(separator: ", ") + "]"
    }

    /// Reads, looks up, edits and frees; what stays in the pool.
    private static func use(_ options: JSON.Options, _ text: String) throws -> Int {
        let json = try JSON(parsing: text, options: options)
        for index in 0..<300 {
            try #require(json[index].id as Int? == index)
        }
        json[7].id = 4
        try #require(json[7].id == 4 && json[7]["list"][1] == 2)
        return options.pool?.unusedBytes ?? 0
    }

    @Test(
        "a document takes its memory from the pool and gives it back",
        arguments: JSON.Options.Parsing.all)
    func recycling(parsing: JSON.Options.Parsing) throws {
        let pool = JSON.Pool()
        var options = JSON.Options(parsing: parsing)
        options.pool = pool
        options.listDepth = 1
        #expect(pool.unusedBytes == 0)
        _ = try Self.use(options, Self.text(1))
        let kept = pool.unusedBytes
        #expect(kept > Self.text(1).utf8.count)
        for seed in 2..<6 {
            let during = try Self.use(options, Self.text(seed))
            #expect(during < kept / 2)
            #expect(pool.unusedBytes >= kept)
        }
        let settled = pool.unusedBytes
        for _ in 0..<20 { _ = try Self.use(options, Self.text(5)) }
        #expect(pool.unusedBytes == settled)
    }

    @Test("documents, copies and frozen ones keep their pool alive")
    func ownership() throws {
        weak var gone: JSON.Pool?
        var copy: JSON?
        do {
            let pool = JSON.Pool()
            gone = pool
            var options = JSON.Options()
            options.pool = pool
            copy = try JSON(parsing: #"{"a": {"b": "text"}}"#, options: options)["a"].vox.copy()
        }
        #expect(gone != nil && copy?.b == "text")
        let frozen = try copy?.vox.frozen()
        copy = nil
        #expect(gone != nil && frozen?.json.b == "text")
        let thawed = try frozen?.json.vox.copy()
        #expect(gone != nil && thawed?.b == "text")
    }

    @Test("what is beyond the maximum is not kept")
    func maximum() throws {
        let pool = JSON.Pool(keeping: 4096)
        var options = JSON.Options()
        options.pool = pool
        for seed in 0..<3 { _ = try Self.use(options, Self.text(seed)) }
        #expect(pool.unusedBytes <= 4096)
        let none = JSON.Pool(keeping: -1)
        options.pool = none
        _ = try Self.use(options, Self.text(1))
        #expect(none.unusedBytes == 0)
        #expect(pool != none && pool == pool && Set([pool, none, pool]).count == 2)
    }

    @Test("many threads share a pool")
    func threads() async throws {
        let pool = JSON.Pool()
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 0..<4 {
                group.addTask {
                    var options = JSON.Options(parsing: .lazy)
                    options.pool = pool
                    options.listDepth = 1
                    for seed in 0..<20 { _ = try Self.use(options, Self.text(seed + task)) }
                    return 1
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(sum == 4 && pool.unusedBytes > 0)
    }

    @Test(
        "after the warm-up a document takes two Swift objects, however large it is",
        .enabled(if: Heap.canBeMeasured, "malloc does not tell what is in use here"))
    func allocations() async {
        await #expect(processExitsWith: .success) {
            for parsing in JSON.Options.Parsing.all {
                var options = JSON.Options(parsing: parsing)
                options.pool = JSON.Pool()
                options.listDepth = 1
                let texts = [Array("[{}]".utf8), Array(Self.text(3).utf8)]
                func held(_ bytes: [UInt8]) throws -> Int {
                    let before = try #require(Heap.bytesInUse())
                    let json = try JSON(parsing: bytes, options: options)
                    try #require(json[0].vox.count != 1)
                    let after = try #require(Heap.bytesInUse())
                    return withExtendedLifetime(json) { after - before }
                }
                for bytes in texts + texts + texts { _ = try held(bytes) }
                for bytes in texts { #expect(try held(bytes) <= 512) }
            }
        }
    }
}
