// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Vox

/// Who keeps what alive.
@Suite("Lifetime")
struct DocumentLifetimeTests {
    @Test("MW-021 T22 a kept resource still reads after its document is gone, included ones too")
    func documentGone() throws {
        func kept() throws -> Resource<Album> {
            try Document<[Album]>(parsing: AlbumDocument.list).data[0]
        }
        let album = try kept()
        #expect(album.title == "Blue Lines")
        #expect(album.genres == ["trip hop"])
        #expect(album.artist?.name == "Massive Attack")
        #expect(album.tracks.map(\.seconds) == [318, 288])
        #expect(album.attachments.first?.as(Track.self)?.title == "One Love")
        album.title = "still written"
        #expect(try album.documentText().contains("still written"))

        func keptTrack() throws -> Resource<Track> { try #require(try kept().tracks.first) }
        func keptView() throws -> JSON { try kept().attributes.title }
        func keptList() throws -> RelatedResources<Track> { try kept().tracks }
        #expect(try keptTrack().title == "Safe")
        #expect(try String(keptView()) == "Blue Lines")
        #expect(try keptList().map(\.title) == ["Safe", "One Love"])
    }

    @Test("MW-021 views of a linked document come and go, and each sees what the others wrote")
    func handlesComeAndGo() throws {
        let album = Resource<Album>()
        let other = Resource<Album>()
        var artist: Resource<Artist>?
        (album.artist, other.artist) = {
            let made = Resource<Artist>()
            made.id = "7"
            return (made, made)
        }()
        for round in 0..<50 {
            album.artist?.name = "name \(round)"
            let held = other.artist
            #expect(held?.name == "name \(round)")
            #expect(held == album.artist)
            if round % 3 == 0 { artist = held }
            if round % 3 == 2 { artist = nil }
            #expect(artist == nil || artist == other.artist)
        }
        #expect(album.artist?.name == "name 49")
        #expect(album.artist?.vox.failures.isEmpty == true)
    }

    /// The pages of this process that are in memory, in bytes. Linux only.
    private static func residentBytes() -> Int? {
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(
            separator: " ")
        guard let fields, fields.count > 1 else { return nil }
        return Int(fields[1]).map { $0 * sysconf(Int32(_SC_PAGESIZE)) }
    }

    /// Three documents of a quarter MiB each, in a cycle, with links both ways.
    private static func makeCycle(_ text: String) -> Resource<Album> {
        let album = makeAlbum(text)
        let artist = makeArtist(text)
        let other = makeAlbum(text)
        album.artist = artist
        artist.debut = other
        other.artist = artist
        other.attachments = [album, other].compactMap { $0.as(AnyResource.self) }
        album.attachments = [other].compactMap { $0.as(AnyResource.self) }
        return album
    }

    /// Measured as growth of resident memory, in a process of its own: 600 MiB if no cycle were freed,
    /// nothing if all are.
    @Test(
        "MW-020 a hand-built cycle is freed with the last outside reference",
        .enabled(if: Self.residentBytes() != nil, "resident memory is read from /proc"))
    func cyclesAreFreed() async {
        await #expect(processExitsWith: .success) {
            let text = String(repeating: "x", count: 1 << 18)
            for _ in 1...20 {
                try #require(Self.makeCycle(text).artist?.debut?.attachments.count == 2)
            }
            let before = try #require(Self.residentBytes())
            for _ in 1...800 {
                let kept = Self.makeCycle(text).artist
                try #require(kept?.debut?.artist == kept)
            }
            let after = try #require(Self.residentBytes())
            try #require(after - before < 50 << 20)
        }
    }

    @Test(
        "MW-020 cycles through documents that were read are freed as well",
        .enabled(if: Self.residentBytes() != nil, "resident memory is read from /proc"))
    func readCyclesAreFreed() async {
        await #expect(processExitsWith: .success) {
            let padding = String(repeating: "y", count: 1 << 18)
            let text = AlbumDocument.single.replacing("Portishead", with: padding)
            let before = try #require(Self.residentBytes())
            for _ in 1...400 {
                let first = try #require(try Document<Album>(parsing: text).data)
                let second = try #require(try Document<Album>(parsing: text).data)
                first.artist?.debut = second
                second.artist?.debut = first
                try #require(first.artist?.debut?.artist?.debut == first)
            }
            let after = try #require(Self.residentBytes())
            try #require(after - before < 50 << 20)
        }
    }
}
