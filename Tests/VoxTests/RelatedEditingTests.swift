// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Vox
import VoxTestSupport

@Suite("To-many relationships as collections")
struct RelatedEditingTests {
    /// An album with the tracks 1, 2 and 3, each identifier with meta information of its own.
    private func album() throws -> Resource<Album> {
        try readAlbum(
            with: #""relationships":{"tracks":{"links":{"self":"/t"},"data":["#
                + ["1", "2", "3"].map {
                    #"{"type":"tracks","id":"\#($0)","meta":{"n":\#($0)}}"#
                }.joined(separator: ",") + "]}}")
    }

    private func ids(_ album: Resource<Album>) -> [String] { album.tracks.map { $0.id ?? "" } }

    private func metas(_ album: Resource<Album>) -> [Int?] {
        album.vox.relationship(\.tracks).linkage.identifiers.map { $0.meta.n as Int? }
    }

    private func track(_ id: String) -> Resource<Track> { Resource<Track>(id: id) }

    @Test(
        "insert, append(contentsOf:), remove(at:) and removeAll edit where they say, and nothing else"
    )
    func editing() throws {
        let album = try album()
        album.tracks.insert(track("0"), at: 0)
        album.tracks.insert(track("9"), at: 4)
        album.tracks.insert(contentsOf: [track("a"), track("b")], at: 2)
        #expect(ids(album) == ["0", "1", "a", "b", "2", "3", "9"])
        #expect(metas(album) == [nil, 1, nil, nil, 2, 3, nil])
        #expect(album.tracks.remove(at: 1).id == "1")
        album.tracks.removeAll { ["a", "b", "9"].contains($0.id) }
        #expect(ids(album) == ["0", "2", "3"] && metas(album) == [nil, 2, 3])
        album.tracks.append(contentsOf: album.tracks)
        #expect(ids(album) == ["0", "2", "3", "0", "2", "3"])
        album.tracks.removeAll()
        #expect(album.vox.state(\.tracks) == .value && album.tracks.isEmpty)
        #expect(
            try album.relationships.vox.text(style: .compact)
                == #"{"tracks":{"links":{"self":"/t"},"data":[]}}"#)
        #expect(album.vox.failures.isEmpty)
    }

    @Test("many at once are put in in time that grows with their number", arguments: [0, 1, 2])
    func manyAtOnce(half: Int) throws {
        func cost(_ count: Int) throws -> Double {
            let (album, held) = try referred((0..<count).map { String($0) })
            let cost = processorTime {
                if isSlice { album.tracks[0...].reverse() } else { album.tracks.reverse() }
            }
            #expect(album.tracks.last == held.first && album.tracks.first?.id == "\(count - 1)")
            return cost
        }
        // 16 times as many; squared it were 256.
        try expectRatio(below: 64) { try cost(16_000) / cost(1000) }
    }

    @Test(
        "in a document read leniently, positions are those of what is left; what is skipped stays")
    func lenient() throws {
        let text = #"""
            {"data":{"type":"albums","id":"1","relationships":{"tracks":{"data":[
              {"type":"tracks","id":"1"},{"type":"ads","id":"x"},{"type":"tracks","id":"2"}]}}}}
            """#
        let album = try #require(
            try Document<Album>(parsing: text, options: DocumentOptions(mode: .lenient)).data)
        album.tracks.insert(track("n"), at: 1)
        album.tracks.swapAt(0, 2)
        album.tracks.sort { $0.id ?? "" > $1.id ?? "" }
        #expect(ids(album) == ["n", "2", "1"])
        album.tracks.removeAll()
        #expect(album.tracks.isEmpty && album.tracks.skipped.map(\.type) == ["ads"])
    }

    @Test("a list that is no relationship is edited, too")
    func detached() {
        let list: RelatedResources<Track> = [track("1"), track("2")]
        list.append(track("3"))
        list.insert(track("0"), at: 0)
        list[1] = track("x")
        list.swapAt(0, 3)
        list.remove(at: 2)
        #expect(list.map(\.id) == ["3", "x", "0"])
        let album = makeAlbum("x", id: "1")
        album.tracks = list
        #expect(ids(album) == ["3", "x", "0"])
    }

    @Test("positions outside trap, as those of arrays do")
    func outside() async {
        await #expect(processExitsWith: .failure) {
            Resource<Album>().tracks.insert(Resource<Track>(id: "1"), at: 1)
        }
        await #expect(processExitsWith: .failure) {
            Resource<Album>().tracks[0] = Resource<Track>(id: "1")
        }
        await #expect(processExitsWith: .failure) { Resource<Album>().tracks.remove(at: 0) }
    }
}
