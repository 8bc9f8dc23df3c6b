// SPDX-License-Identifier: MIT

import Testing
import Vox
import VoxTestSupport

/// Damaged documents: refused with a position, or readable; never a trap.
@Suite("Damaged documents")
struct FuzzTests {
    private static let pieces = [
        "null", "7", "\"x\"", "[]", "{}", "[7]", "{\"type\":7}", "\"data\":", "\"id\":",
        "\"type\":",
        "\"albums\"", ",", ":", "}", "]", "\\ud800", "\"\\u0000\"", "1e999", "\u{FEFF}",
        "\"included\":",
        "\"errors\":[],", "\"attributes\":null,", "\"relationships\":[],", "[[[[[[[[[[[[",
    ]

    private static func damage(_ bytes: [UInt8], _ random: inout Seeded) -> [UInt8] {
        var bytes = bytes
        for _ in 0...Int.random(in: 0...2, using: &random) where !bytes.isEmpty {
            let start = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, start + Int.random(in: 1...12, using: &random))
            switch Int.random(in: 0...5, using: &random) {
            case 0: bytes.removeSubrange(start..<end)
            case 1: bytes[start] = UInt8.random(in: 0...255, using: &random)
            case 2: bytes.insert(contentsOf: bytes[start..<end], at: start)
            case 3: bytes.removeSubrange(end...)
            default:
                let piece = pieces.randomElement(using: &random) ?? ""
                bytes.replaceSubrange(
                    start..<(Bool.random(using: &random) ? start : end), with: piece.utf8)
            }
        }
        return bytes
    }

    /// Replaces whole values, so that most results are JSON of a wrong shape.
    private static func misshape(_ random: inout Seeded) throws -> [UInt8] {
        let json = try JSON(parsing: AlbumDocument.list)
        for _ in 0...Int.random(in: 0...3, using: &random) {
            var view = json
            while let child = view.vox.elements.randomElement(using: &random),
                view.vox.pointer.isEmpty || Int.random(in: 0...3, using: &random) > 0
            {
                view = child
            }
            let piece = ["null", "7", "\"albums\"", "[]", "{}", "[null]", "[{}]", "true"]
                .randomElement(using: &random)
            if Int.random(in: 0...4, using: &random) == 0 {
                view.vox.remove()
            } else {
                try view.vox.set(parsing: piece ?? "")
            }
        }
        return try json.vox.bytes()
    }

    private func touch(_ album: Resource<Album>) {
        _ = (album.title, album.year, album.genres, album.id, album.lid, album.type)
        _ = (album.extras.a[0].b.vox.state, album.links.next.state, album.meta.vox.kind)
        _ = (album.artist?.name, album.artist?.debut?.title, album.artist?.debut?.artist?.id)
        _ = album.tracks.map { ($0.title, $0.seconds, $0.id) }
        _ = album.attachments.map { ($0.as(Track.self)?.seconds, $0.type) }
    }

    private func check(_ bytes: [UInt8], _ mode: DocumentOptions.Mode) {
        do {
            let document = try Document<[Album]>(
                parsing: bytes, options: DocumentOptions(mode: mode))
            for album in document.data { touch(album) }
            for resource in document.included {
                _ = (resource.id, document.resource(type: resource.type, id: "1"))
            }
            document.json.vox.failure = nil
            #expect(Array(try document.documentData()) == bytes)
            document.data.first?.title = "edited"
            document.data.first?.artist = makeArtist("a", id: "1")
            document.data.first?.tracks = [makeTrack("t", id: "1")]
            document.json.vox.failure = nil
            _ = try JSON(parsing: try document.documentData())
        } catch let error as DocumentError {
            #expect(error.code == .api || error.position != nil, "\(error)")
        } catch {
            Issue.record("\(error): \(String(decoding: bytes, as: UTF8.self))")
        }
    }

    @Test(
        "MW-042 damaged text is refused with a position, or reads",
        arguments: [
            DocumentOptions.Mode.strict, .standard, .lenient,
        ])
    func damagedText(mode: DocumentOptions.Mode) {
        var random = Seeded(42)
        let whole = Array(AlbumDocument.list.utf8)
        for _ in 1...3_000 { check(Self.damage(whole, &random), mode) }
    }

    @Test(
        "MW-042 well-formed documents of wrong shapes are refused with a position, or read",
        arguments: [
            DocumentOptions.Mode.strict, .standard, .lenient,
        ])
    func wrongShapes(mode: DocumentOptions.Mode) throws {
        var random = Seeded(7)
        for _ in 1...2_000 { check(try Self.misshape(&random), mode) }
    }

    @Test("MW-042 every beginning of a document is refused at its end")
    func truncated() throws {
        let whole = Array(AlbumDocument.list.utf8)
        for length in 0..<whole.count {
            let error = #expect(throws: DocumentError.self) {
                try Document<[Album]>(parsing: whole.prefix(length))
            }
            #expect(error?.code == .json)
            #expect(error?.position?.offset == length)
        }
    }
}
