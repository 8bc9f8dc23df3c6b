// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Vox
import VoxTestSupport

/// What is written is JSON to another parser too: Foundation's.
@Suite("Escaping")
struct EscapingTests {
    private func foundation(_ data: Data) throws -> [String: Any] {
        let document = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        return try #require(document["data"] as? [String: Any])
    }

    /// Foundation drops U+FEFF where it stands first in a text, so here it does not.
    static let texts: [String] = [
        "", "\"", "\\", "/", "</script>", "\u{8}\u{9}\u{A}\u{C}\u{D}", "\u{B}", "\u{0}", "a\u{0}b",
        "\u{1F}",
        "\u{7F}\u{80}\u{9F}", "\u{2028}\u{2029}", "é e\u{301}", "日本語", "عربى", "😀👩‍👩‍👧‍👦🇪🇺",
        "\u{FFFE}\u{FFFF}\u{10FFFF}", "not first: \u{FEFF}", "\\u0041", "\\\"", "'",
        "%00 ${x} {{y}}",
    ]

    @Test(
        "MW-053 values and names that need escapes are read the same by Foundation",
        arguments: texts)
    func escapes(text: String) throws {
        let album = makeAlbum(text, id: text)
        album.genres = [text, text]
        album[text] = ["value": .string(text)] as JSONValue
        album.meta[text] = .init(stringLiteral: text)
        album.relationships[text].data = ["type": "x", "id": .init(stringLiteral: text)]
        let data = try foundation(album.documentData())
        let attributes = try #require(data["attributes"] as? [String: Any])
        func isSame(_ value: Any?) -> Bool {
            (value as? String).map { Array($0.utf8) } == Array(text.utf8)
        }
        #expect(isSame(data["id"]))
        #expect(isSame(attributes["title"]))
        let genres = try #require(attributes["genres"] as? [String])
        #expect(genres.allSatisfy { isSame($0) })
        let named = try #require(attributes[text] as? [String: Any])
        #expect(isSame(named["value"]))
        let relationships = try #require(data["relationships"] as? [String: Any])
        #expect(relationships.keys.allSatisfy { isSame($0) })
        for style in JSON.Style.allCases {
            let document = try Document<Album>(parsing: album.documentData())
            document.data?.title = text
            let again = try foundation(document.documentData(style: style))
            #expect(isSame((again["attributes"] as? [String: Any])?["title"]))
        }
    }

    /// All scalar values, in texts of 4,096.
    @Test("MW-053 any Unicode survives, and is the same to Foundation")
    func allOfUnicode() throws {
        let album = Resource<Album>()
        for start in stride(from: UInt32(0), to: 0x110000, by: 4096) {
            var text = ""
            text.unicodeScalars.append(
                contentsOf: (start..<start + 4096).compactMap(Unicode.Scalar.init))
            album.title = text
            let data = try album.documentData()
            let attributes = try #require(foundation(data)["attributes"] as? [String: Any])
            let title = try #require(attributes["title"] as? String)
            #expect(title.utf8.elementsEqual(text.utf8), "from \(start)")
            #expect(
                try Document<Album>(parsing: data).data?.title?.utf8.elementsEqual(text.utf8)
                    == true)
        }
    }

    @Test("MW-053 numbers, booleans, null and structure are the same to Foundation")
    func otherValues() throws {
        let album = makeAlbum("x", id: "1")
        album.year = Int.min
        album.extras = ["a": [1.5, -0.001, true, false, .null, [], [:]], "b": ["c": ["d": 1e300]]]
        album.tracks = [makeTrack("t", id: "1"), makeTrack("u", id: "2")]
        let ours = try JSONSerialization.jsonObject(with: album.documentData()) as? NSDictionary
        let expected: NSDictionary = [
            "data": [
                "type": "albums", "id": "1",
                "attributes": [
                    "title": "x", "release-year": Int.min,
                    "extras": [
                        "a": [1.5, -0.001, true, false, NSNull(), [Any](), [String: Any]()]
                            as [Any],
                        "b": ["c": ["d": 1e300]],
                    ] as [String: Any],
                ] as [String: Any],
                "relationships": [
                    "tracks": [
                        "data": [["type": "tracks", "id": "1"], ["type": "tracks", "id": "2"]]
                    ]
                ],
            ] as [String: Any]
        ]
        #expect(ours == expected)
    }

    @Test("MW-053 what Foundation writes reads back here")
    func fromFoundation() throws {
        for text in Self.texts {
            let object: [String: Any] = [
                "data": ["type": "albums", "id": "1", "attributes": ["title": text, text: 1]]
            ]
            let data = try JSONSerialization.data(withJSONObject: object)
            let album = try #require(try Document<Album>(parsing: data).data)
            #expect(album.title.map { Array($0.utf8) } == Array(text.utf8))
            #expect(album[text] == 1)
        }
    }
}
