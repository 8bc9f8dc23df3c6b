// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import Testing
import Vox

/// Documents in several threads. `make sanitize-thread` runs this under the thread sanitizer.
///
/// A document that is not frozen cannot be in two threads: it is not `Sendable`, and the compiler
/// refuses. What is left to test is what can be shared, and that handing over compiles.
@Suite("Threads", .timeLimit(.minutes(5)))
struct ThreadTests {
    /// The version of the moment, as a server or an app keeps it.
    final class Shelf: Sendable {
        let current: Mutex<FrozenDocument<[Album]>>
        let faults = Mutex<[String]>([])

        init(_ document: FrozenDocument<[Album]>) { current = Mutex(document) }

        func note(_ fault: String) { faults.withLock { $0.append(fault) } }
    }

    static let albumCount = 30
    static let lastVersion = 12

    /// Albums with one artist and one track each, all of a version; that of a further track in a
    /// document of its own, too.
    static func firstVersion() throws -> FrozenDocument<[Album]> {
        let albums = (1...albumCount).map {
            """
            {"type": "albums", "id": "\($0)", "attributes": {"title": "0", "release-year": 0},
             "relationships": {"artist": {"data": {"type": "artists", "id": "\($0)"}},
             "tracks": {"data": [{"type": "tracks", "id": "\($0)"}]}}}
            """
        }
        let included = (1...albumCount).map {
            """
            {"type": "artists", "id": "\($0)", "attributes": {"name": "0"},
             "relationships": {"debut": {"data": {"type": "albums", "id": "\($0)"}}}},
            {"type": "tracks", "id": "\($0)", "attributes": {"seconds": 0}}
            """
        }
        let document = try Document<[Album]>(
            parsing: #"{"data": [\#(albums.joined(separator: ","))], "#
                + #""included": [\#(included.joined(separator: ","))]}"#)
        let track = makeTrack("elsewhere", id: "elsewhere")
        track.seconds = 0
        document.data[0].tracks.append(track)
        return try document.frozen()
    }

    /// Moves a free document on to a version.
    static func write(_ document: Document<[Album]>, version: Int) {
        for album in document.data {
            album.title = "\(version)"
            album.year = version
            album.artist?.name = "\(version)"
            for track in album.tracks { track.seconds = version }
        }
    }

    /// Reads all there is in all ways there are; the version, or nil when not everything is of one.
    static func read(_ document: Document<[Album]>) throws -> Int? {
        let version = document.data[0].year
        let text = version.map(String.init)
        guard document.data.count == albumCount, document.included.count == 2 * albumCount else {
            return nil
        }
        for (position, album) in document.data.enumerated() {
            let id = "\(position + 1)"
            guard album.id == id, album.title == text, album.year == version,
                album.artist?.name == text, album.artist?.debut == album,
                album.tracks.count == (position == 0 ? 2 : 1),
                album.tracks.allSatisfy({ $0.seconds == version }),
                document.resource(Album.self, id: id) == album,
                document.resource(Artist.self, id: id)?.name == text
            else { return nil }
        }
        guard document.resource(type: "albums", id: "none") == nil,
            document.json["data"][albumCount - 1]["attributes"]["title"].vox.pointer
                == "/data/\(albumCount - 1)/attributes/title",
            try Validator(profile: .response).findings(in: document.json).allSatisfy({
                $0.severity == .warning
            })
        else { return nil }
        // What is written out is of the same version as well.
        let again = try Document<[Album]>(parsing: document.documentData())
        let years = Set(again.data.map(\.year))
        return years == [version] ? version : nil
    }

    /// One reader: snapshot after snapshot, until the last version is out.
    @Sendable static func readVersions(of shelf: Shelf) {
        var last = 0
        while last < lastVersion {
            do {
                let document = shelf.current.withLock { $0 }.document
                guard let version = try read(document) else {
                    return shelf.note("not everything is of one version")
                }
                guard version >= last else { return shelf.note("\(version) came after \(last)") }
                last = version
                document.data[0].title = "mine"
                let code = document.json.vox.failure?.code
                if code != .frozen { shelf.note("a write was not refused: \(code as Any)") }
                if document.data[0].title != "\(version)" { shelf.note("a write showed") }
            } catch {
                return shelf.note("\(error)")
            }
        }
    }

    /// The one writer: each version is made from a thawed copy of the one before.
    @Sendable static func writeVersions(to shelf: Shelf) {
        for version in 1...lastVersion {
            do {
                let document = try shelf.current.withLock { $0 }.thawed()
                write(document, version: version)
                let frozen = try document.frozen()
                shelf.current.withLock { $0 = frozen }
            } catch {
                return shelf.note("\(error)")
            }
        }
    }

    @Test("MW-026 T25 many threads read what one thread writes anew: no hang, no tear, no race")
    func manyReaders() throws {
        let shelf = Shelf(try Self.firstVersion())
        let done = DispatchSemaphore(value: 0)
        let readers = 8
        for _ in 0..<readers {
            Thread.detachNewThread {
                Self.readVersions(of: shelf)
                done.signal()
            }
        }
        Thread.detachNewThread {
            Self.writeVersions(to: shelf)
            done.signal()
        }
        // Shared deadline: a few seconds' work, under the sanitizer a minute's.
        let deadline = DispatchTime.now() + 240
        for _ in 0...readers {
            try #require(done.wait(timeout: deadline) == .success, "a thread hangs")
        }
        #expect(shelf.faults.withLock { $0 } == [])
        #expect(try Self.read(shelf.current.withLock { $0 }.document) == Self.lastVersion)
    }

    @Test("the last reader frees, in whichever thread it is")
    func lastReaderFrees() async throws {
        for _ in 0..<20 {
            let frozen = try Self.firstVersion()
            let versions = try await withThrowingTaskGroup { group in
                for _ in 0..<4 {
                    group.addTask { [frozen] in try Self.read(frozen.document) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(versions == [0, 0, 0, 0])
        }
    }

    // MARK: Handing over

    /// Owns a document that somebody else made.
    private actor Keeper {
        private var document: Document<[Album]>?

        func take(_ document: sending Document<[Album]>) { self.document = document }

        func rename(_ title: String) -> String? {
            document?.data[0].title = title
            return document?.data[0].artist?.name
        }

        func text() throws -> String { try document?.documentText() ?? "" }

        /// Gives a copy away, which nobody else holds.
        func copy() throws -> sending Document<[Album]>? { try document?.copy() }
    }

    private static func make() throws -> sending Document<[Album]> {
        let document = try Document<[Album]>(parsing: AlbumDocument.list)
        document.data[1].title = "made elsewhere"
        return document
    }

    @Test("a document is handed over to an actor or a task with `sending`, without a copy")
    func handingOver() async throws {
        let keeper = Keeper()
        let document = try Self.make()
        await keeper.take(document)
        #expect(await keeper.rename("Mezzanine") == "Massive Attack")
        #expect(try await keeper.text().contains("Mezzanine"))
        #expect(try await keeper.text().contains("made elsewhere"))

        let other = try Self.make()
        let task = Task {
            other.data[0].title = "in a task"
            return other.data[0].title
        }
        #expect(await task.value == "in a task")
    }
}
