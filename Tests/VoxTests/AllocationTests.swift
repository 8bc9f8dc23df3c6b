// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Vox
import VoxTestSupport

/// Reading makes views of a tree that stands in the core's memory: nothing is made in Swift for a
/// resource until it is touched.
///
/// Measured are the bytes that `malloc` has handed out, in a process of its own (an exit test) so
/// that no other test disturbs the count, less the bytes the core's tree says it holds. What is
/// made and given back at once is not seen.
@Suite("Allocations")
struct AllocationTests {
    /// Albums of six attributes and two relationships, their artists and tracks included; with a
    /// pseudo-random part, so that no two are alike.
    private static func generate(_ count: Int) -> [UInt8] {
        var seed: UInt64 = 42
        func random() -> UInt64 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return seed >> 33
        }
        var data: [String] = []
        var included: [String] = []
        for id in 0..<count {
            data.append(
                """
                {"type":"albums","id":"\(id)","attributes":{"title":"Album \(random())",
                "release-year":\(random()),
                "genres":["a","b\(random())"],"extras":{"label":{"name":"x"},"n":[1,2.5,null,true]},
                "long":"\(String(repeating: "text ", count: 20))","rating":\(random() % 10).25},
                "relationships":{"artist":{"data":{"type":"artists","id":"\(id)"}},
                "tracks":{"data":[{"type":"tracks","id":"\(id)-1"},{"type":"tracks",
                "id":"\(id)-2"}]}}}
                """)
            included.append(
                #"{"type":"artists","id":"\#(id)","attributes":{"name":"Artist \#(random())"}}"#)
            for track in 1...2 {
                included.append(
                    #"{"type":"tracks","id":"\#(id)-\#(track)","#
                        + #""attributes":{"seconds":\#(random())}}"#
                )
            }
        }
        let text =
            #"{"data":["# + data.joined(separator: ",") + #"],"included":["#
            + included.joined(separator: ",") + "]}"
        return Array(text.utf8)
    }

    private static let small = generate(10)
    private static let large = generate(10_000)

    /// What reading a document holds beyond the bytes of the core's tree, which reports its own.
    private static func excess(of bytes: [UInt8]) throws -> Int {
        let before = try #require(Heap.bytesInUse())
        let document = try Document<[Album]>(parsing: bytes)
        let data = document.data
        let included = document.included
        try #require(data.count * 3 == included.count)
        let after = try #require(Heap.bytesInUse())
        return after - before - document.json.vox.memory.reserved
    }

    @Test(
        "MW-045 reading 40,000 resources holds no Swift memory for each",
        .enabled(if: Heap.canBeMeasured, "malloc does not tell what is in use here"))
    func reading() async {
        await #expect(processExitsWith: .success) {
            for _ in 1...3 {  // what is made once and for all
                _ = try Self.excess(of: Self.small)
                _ = try Self.excess(of: Self.large)
            }
            let small = try Self.excess(of: Self.small)
            let large = try Self.excess(of: Self.large)
            // An object takes 16 bytes at least: 640,000 for one each.
            #expect(large - small < 4_096)
        }
    }

    @Test(
        "MW-045 touching every resource leaves nothing behind",
        .enabled(if: Heap.canBeMeasured, "malloc does not tell what is in use here"))
    func touching() async {
        await #expect(processExitsWith: .success) {
            let document = try Document<[Album]>(parsing: Self.large)
            func touch() -> Int {
                var sum = 0
                for position in document.data.indices {
                    let album = document.data[position]
                    sum += (album.title?.count ?? 0) + (album.artist?.name?.count ?? 0)
                    sum += album.tracks.count
                }
                return sum
            }
            let first = touch()  // builds the indexes of the tree
            let before = try #require(Heap.bytesInUse())
            try #require(touch() == first)
            let after = try #require(Heap.bytesInUse())
            #expect(after - before < 40_000)
        }
    }

    /// What stays in Swift after primary data was read, and then after every included resource was
    /// found by its identity.
    private static func excessOfReading(_ count: Int) throws -> (untouched: Int, found: Int) {
        let bytes = count == 10 ? small : large
        let before = try #require(Heap.bytesInUse())
        let document = try Document<[Album]>(parsing: bytes)
        for position in document.data.indices {
            try #require(document.data[position].title != nil)
        }
        let untouched =
            try #require(Heap.bytesInUse()) - before - document.json.vox.memory.reserved
        for id in 0..<count {
            let artist = try #require(document.resource(Artist.self, id: String(id)))
            try #require(artist.name?.hasPrefix("Artist ") == true)
            for track in 1...2 {
                let track = try #require(document.resource(type: "tracks", id: "\(id)-\(track)"))
                try #require((track.attributes.seconds as Int? ?? -1) >= 0)
            }
        }
        try #require(document.resource(type: "artists", id: "0-1") == nil)
        let found = try #require(Heap.bytesInUse()) - before - document.json.vox.memory.reserved
        return (untouched, found)
    }

    @Test(
        "MW-044 30,000 included resources take no Swift memory until read, nor after; each is found",
        .enabled(if: Heap.canBeMeasured, "malloc does not tell what is in use here"))
    func included() async {
        await #expect(processExitsWith: .success) {
            for _ in 1...2 {  // what is made once and for all
                _ = try Self.excessOfReading(10)
                _ = try Self.excessOfReading(10_000)
            }
            let small = try Self.excessOfReading(10)
            let large = try Self.excessOfReading(10_000)
            // An object takes 16 bytes at least: 480,000 for one each.
            #expect(large.untouched - small.untouched < 4_096)
            #expect(large.found - small.found < 4_096)
        }
    }

    private static func errorDocument(_ count: Int) -> [UInt8] {
        let errors = (0..<count).map { #"{"status":"422","title":"No such year \#($0)"}"# }
        return Array(#"{"errors":[\#(errors.joined(separator: ","))]}"#.utf8)
    }

    /// What an error document holds beyond the bytes of the core's tree, before an error of it is read.
    private static func excessOfErrors(_ bytes: [UInt8]) throws -> Int {
        let before = try #require(Heap.bytesInUse())
        let document = try Document<Album>(
            parsing: bytes, options: DocumentOptions(keepsErrors: true))
        try #require(document.hasErrors)
        let after = try #require(Heap.bytesInUse())
        return after - before - document.json.vox.memory.reserved
    }

    @Test(
        "T33 100,000 errors hold no Swift memory until they are read",
        .enabled(if: Heap.canBeMeasured, "malloc does not tell what is in use here"))
    func errors() async {
        await #expect(processExitsWith: .success) {
            let texts = (Self.errorDocument(10), Self.errorDocument(100_000))
            for _ in 1...3 {  // what is made once and for all
                _ = try Self.excessOfErrors(texts.0)
                _ = try Self.excessOfErrors(texts.1)
            }
            let small = try Self.excessOfErrors(texts.0)
            let large = try Self.excessOfErrors(texts.1)
            // An object takes 16 bytes at least: 1,600,000 for one each.
            #expect(large - small < 4_096)
        }
    }

    /// The same of a document that others made.
    @Test(
        "MW-044 MW-045 articles_10000, 26,229 included, holds no Swift memory for each",
        .enabled(if: Heap.canBeMeasured, "malloc does not tell what is in use here"),
        .enabled(if: Corpora.arePresent, Corpora.missing))
    func articles() async {
        await #expect(processExitsWith: .success) {
            func excess(_ file: String, _ included: Int) throws -> Int {
                let bytes = try Corpora.bytes("synthetic/" + file)
                let before = try #require(Heap.bytesInUse())
                let document = try Document<[AnyResource]>(parsing: bytes)
                try #require(document.included.count == included)
                let last = try #require(document.included.last)
                let found = document.resource(type: last.type, id: last.id ?? "")
                try #require(found == last)
                let after = try #require(Heap.bytesInUse())
                return after - before - document.json.vox.memory.reserved
            }
            let few = try Document<[AnyResource]>(
                parsing: Corpora.bytes("synthetic/articles_10.json")
            ).included.count
            for _ in 1...2 {
                _ = try excess("articles_10.json", few)
                _ = try excess("articles_10000.json", 26_229)
            }
            let small = try excess("articles_10.json", few)
            let large = try excess("articles_10000.json", 26_229)
            #expect(large - small < 4_096)
        }
    }

    /// Runs everywhere. A view is a reference and a pointer, and no more is kept for one resource
    /// than for another.
    @Test("MW-045 a generated document reads at every place, by views of two words")
    func everyPlace() throws {
        let document = try Document<[Album]>(parsing: Self.large)
        #expect(MemoryLayout<Resource<Album>>.size <= 3 * MemoryLayout<Int>.size)
        #expect(MemoryLayout<Document<[Album]>>.size == MemoryLayout<Int>.size)
        for (id, album) in document.data.enumerated() where id % 97 == 0 {
            #expect(album.id == String(id))
            #expect(album.artist?.name?.hasPrefix("Artist ") == true)
            #expect(album.tracks.allSatisfy { ($0.seconds ?? -1) >= 0 })
        }
        #expect(Array(try document.documentData()) == Self.large)
    }
}
