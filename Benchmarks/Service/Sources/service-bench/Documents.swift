// SPDX-License-Identifier: MIT

import Vox

/// The document that both services read and write: an album with its artist and tracks, some 40 kB.
func sampleDocument() -> String {
    let count = 145
    let tracks = (1...count).map { number in
        """
        {"type": "tracks", "id": "\(number)", "attributes": {"title": "Track number \(number)", \
        "length": \(100 + number), "explicit": \(number % 7 == 0), "rating": \(number % 5).5, \
        "note": "Recorded at night, in one take, with the window open."}, \
        "relationships": {"album": {"data": {"type": "albums", "id": "1"}}}}
        """
    }
    let linkage = (1...count).map { #"{"type": "tracks", "id": "\#($0)"}"# }
    return """
        {"data": {"type": "albums", "id": "1", "attributes": {"title": "Night Trains", "year": 1994, \
        "label": "Slow Records"}, "relationships": {"artist": {"data": {"type": "artists", "id": "7"}}, \
        "tracks": {"data": [\(linkage.joined(separator: ", "))]}}}, "included": [{"type": "artists", \
        "id": "7", "attributes": {"name": "The Cartographers"}}, \(tracks.joined(separator: ", "))]}
        """
}

struct Album: ResourceSchema {
    static let type = "albums"
    let title = Attribute<String>("title")
    let year = Attribute<Int>("year")
    let artist = ToOne<Artist>("artist")
}

struct Artist: ResourceSchema {
    static let type = "artists"
    let name = Attribute<String>("name")
}

/// The same document for `JSONDecoder` and `JSONEncoder`, as one would write it by hand.
struct CodableDocument: Codable {
    struct Identifier: Codable {
        var type: String
        var id: String
    }

    struct ToOne: Codable { var data: Identifier }

    struct ToMany: Codable { var data: [Identifier] }

    struct Album: Codable {
        struct Attributes: Codable {
            var title: String
            var year: Int
            var label: String
        }

        struct Relationships: Codable {
            var artist: ToOne
            var tracks: ToMany
        }

        var type: String
        var id: String
        var attributes: Attributes
        var relationships: Relationships
    }

    struct Included: Codable {
        struct Attributes: Codable {
            var name: String?
            var title: String?
            var length: Int?
            var explicit: Bool?
            var rating: Double?
            var note: String?
        }

        struct Relationships: Codable { var album: ToOne }

        var type: String
        var id: String
        var attributes: Attributes
        var relationships: Relationships?
    }

    var data: Album
    var included: [Included]
}
