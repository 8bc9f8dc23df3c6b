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
        func time(_ count: Int) throws -> Double {
            try (0..<3).map { _ in
                let album = try readAlbum(with: #""relationships":{}"#)
                album.tracks = (0..<count).map { track("\($0)") }
                let new = (0..<count).map { track("n\($0)") }
                let place = count / 2 * half
                let time = processorTime { album.tracks.insert(contentsOf: new, at: place) }
                let old = (0..<count).map(String.init)
                let wanted = old[..<place] + (0..<count).map { "n\($0)" } + old[place...]
                #expect(ids(album) == Array(wanted))
                return time
            }.min() ?? 0
        }
        // 16 times as many; were it quadratic, 256 times the cost.
        try expectRatio(below: 64) { try time(16_000) / time(1000) }
    }

    @Test("what is put in is the resource itself, found from the relationship")
    func identity() throws {
        let album = try album()
        let new = makeTrack("new", id: "n")
        album.tracks.insert(new, at: 1)
        #expect(album.tracks[1] == new && album.tracks[1].vox.isResolved)
        new.title = "changed"
        #expect(album.tracks[1].title == "changed")
        let late = makeTrack("late")
        album.tracks[0] = late
        #expect(album.tracks[0] == late)
        late.id = "l"
        #expect(try album.documentText().contains(#"{"type":"tracks","id":"l"}"#))
    }

    @Test("[i] = replaces one; of the resource that stands there already the meta stays")
    func replacing() throws {
        let album = try album()
        album.tracks[1] = track("x")
        album.tracks[2] = track("3")
        #expect(ids(album) == ["1", "x", "3"] && metas(album) == [1, nil, 3])
        album.tracks[0].title = "x"  // of an unresolved one: refused, and the list stays
        #expect(ids(album) == ["1", "x", "3"])
    }

    @Test("the algorithms of collections keep the meta of each identifier")
    func algorithms() throws {
        let album = try album()
        album.tracks.swapAt(0, 2)
        #expect(ids(album) == ["3", "2", "1"] && metas(album) == [3, 2, 1])
        album.tracks.sort { $0.id ?? "" < $1.id ?? "" }
        #expect(ids(album) == ["1", "2", "3"] && metas(album) == [1, 2, 3])
        album.tracks.reverse()
        #expect(ids(album) == ["3", "2", "1"] && metas(album) == [3, 2, 1])
        let middle = album.tracks.partition { $0.id == "3" }
        #expect(middle == 2 && Set(metas(album)) == [1, 2, 3])
        album.tracks.sort { $0.id ?? "" < $1.id ?? "" }
        #expect(try album.vox.changes().isEmpty, "as it was read")
    }

    @Test("random edits are those of an array")
    func random() throws {
        var random = Seeded(18)
        let album = try album()
        var model = ["1", "2", "3"]
        for round in 0..<400 {
            let id = String(Int.random(in: 0..<20, using: &random))
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                let place = Int.random(in: 0...model.count, using: &random)
                album.tracks.insert(track(id), at: place)
                model.insert(id, at: place)
            case 1:
                album.tracks.append(track(id))
                model.append(id)
            case 2 where !model.isEmpty:
                let place = Int.random(in: 0..<model.count, using: &random)
                album.tracks[place] = track(id)
                model[place] = id
            case 3 where !model.isEmpty:
                let place = Int.random(in: 0..<model.count, using: &random)
                album.tracks.remove(at: place)
                model.remove(at: place)
            case 4 where model.count > 1:
                album.tracks.swapAt(0, model.count - 1)
                model.swapAt(0, model.count - 1)
            case 5 where model.count > 30:
                album.tracks.removeAll { ($0.id ?? "") < "3" }
                model.removeAll { $0 < "3" }
            default: break
            }
            #expect(ids(album) == model, "round \(round)")
        }
        #expect(album.vox.failures.isEmpty)
        let sent = try JSON(parsing: album.updateDocument())
        var known: Set<String> = []
        #expect(
            sent.data.relationships.tracks.data.vox.elements.map { $0.id ?? "" }
                == model.filter { known.insert($0).inserted }, "each target is sent once")
    }

    @Test(
        "a relationship without linkage, or with null, becomes a list; one of another kind is refused"
    )
    func states() throws {
        let album = try readAlbum(
            with:
                #""relationships":{"tracks":{"data":null},"attachments":{"data":{"type":"a","id":"1"}}}"#
        )
        album.tracks.insert(track("1"), at: 0)
        #expect(ids(album) == ["1"])
        let fresh = Resource<Album>()
        fresh.tracks.removeAll()
        fresh.tracks.removeAll { _ in true }
        #expect(fresh.vox.state(\.tracks) == .absent)
        fresh.tracks.append(contentsOf: [track("1"), track("2")])
        #expect(ids(fresh) == ["1", "2"])
        album.attachments.append(Resource(type: "b", id: "2"))
        #expect(album.vox.failure?.code == .wrongKind)
        #expect(album.vox.failure?.pointer == "/data/relationships/attachments/data")
    }

    @Test("a resource that was in a place is still itself when another has taken the place")
    func exchangedByHand() throws {
        for mode in [DocumentOptions.Mode.standard, .lenient] {
            let text = #"""
                {"data":{"type":"albums","id":"1","relationships":{"tracks":{"data":[
                  {"type":"tracks","id":"1"},{"type":"ads","id":"x"},{"type":"tracks","id":"2"}]}}}}
                """#.replacing(
                    #"{"type":"ads","id":"x"},"#,
                    with: mode == .lenient ? #"{"type":"ads","id":"x"},"# : "")
            let album = try #require(
                try Document<Album>(parsing: text, options: DocumentOptions(mode: mode)).data)
            let tracks = album.tracks
            let first = tracks[0]
            tracks[0] = tracks[1]
            tracks[1] = first
            #expect(first.id == "1")
            #expect(tracks.map(\.id) == ["2", "1"] && ids(album) == ["2", "1"])
        }
    }

    /// An album with some tracks of no document at hand, and references to them.
    private func referred(
        _ ids: [String], _ mode: DocumentOptions.Mode = .standard
    ) throws -> (album: Resource<Album>, held: [Resource<Track>]) {
        let linkage = ids.map { #"{"type":"tracks","id":"\#($0)","meta":{"n":\#($0)}}"# }
        let text = #"""
            {"data":{"type":"albums","id":"1","relationships":{"tracks":{"data":
              [\#(mode == .lenient ? #"{"type":"ads","id":"x","meta":{"n":0}},"# : "")
               \#(linkage.joined(separator: ","))]}}}}
            """#
        let options = DocumentOptions(mode: mode)
        let album = try #require(try Document<Album>(parsing: text, options: options).data)
        return (album, Array(album.tracks))
    }

    @Test(
        "a held reference stays what it is when places are exchanged, also of no document at hand",
        arguments: [DocumentOptions.Mode.standard, .lenient])
    func exchangedAndHeld(_ mode: DocumentOptions.Mode) throws {
        typealias Edit = (RelatedResources<Track>) -> Void
        let edits: [(String, Edit, [String])] = [
            ("swapAt", { $0.swapAt(0, 2) }, ["3", "2", "1", "4"]),
            ("swapAt back", { $0.swapAt(3, 1) }, ["1", "4", "3", "2"]),
            ("neighbours", { $0.swapAt(1, 2) }, ["1", "3", "2", "4"]),
            ("reverse", { $0.reverse() }, ["4", "3", "2", "1"]),
            (
                "sort",
                {
                    var list = $0; list.sort { $0.id! > $1.id! }
                }, ["4", "3", "2", "1"]
            ),
            ("slice", { $0[0..<3].reverse() }, ["3", "2", "1", "4"]),
            ("of a slice", { $0[1..<4][2..<4].reverse() }, ["1", "2", "4", "3"]),
            (
                "sorted slice",
                {
                    var list = $0; list[1...].sort { $0.id! > $1.id! }
                }, ["1", "4", "3", "2"]
            ),
            ("slice for slice", { $0[0..<2] = $0[2..<4] }, ["3", "4", "3", "4"]),
        ]
        for (name, edit, wanted) in edits {
            let (album, held) = try referred(["1", "2", "3", "4"], mode)
            let list = album.tracks
            edit(list)
            #expect(list.map(\.id) == wanted && ids(album) == wanted, "\(name)")
            #expect(held.map(\.id) == ["1", "2", "3", "4"], "\(name)")
            let numbers = metas(album).filter { $0 != 0 }
            #expect(name == "slice for slice" || numbers == wanted.map { Int($0) }, "\(name)")
            #expect(album.vox.failures.isEmpty)
        }
    }

    @Test("slices of a list keep the meta of each identifier, whether its target is at hand or not")
    func slices() throws {
        let linkage = (1...3).map { #"{"type":"tracks","id":"\#($0)","meta":{"n":\#($0)}}"# }
        let text = #"""
            {"data":{"type":"albums","id":"1","relationships":{"tracks":{"data":
              [\#(linkage.joined(separator: ","))]}}},
             "included":[{"type":"tracks","id":"1"},{"type":"tracks","id":"3"}]}
            """#
        let album = try #require(try Document<Album>(parsing: text).data)
        album.tracks[0..<3].reverse()
        #expect(ids(album) == ["3", "2", "1"] && metas(album) == [3, 2, 1])
        album.tracks[1...].swapAt(1, 2)
        #expect(ids(album) == ["3", "1", "2"] && metas(album) == [3, 1, 2])
        #expect(album.tracks[1...].map(\.id) == ["1", "2"] && album.tracks[1...].startIndex == 1)
    }

    @Test("to reverse a list takes time that grows with it", arguments: [false, true])
    func reversed(isSlice: Bool) throws {
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
