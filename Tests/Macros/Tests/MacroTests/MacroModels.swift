// SPDX-License-Identifier: MIT

import Foundation
public import VoxMacros

@Resource("albums")
struct Album {
    var title: String
    @Attribute("release-year") var year: Int?
    @ToOne var artist: Artist
    @ToMany var tracks: [Track] = []

    /// Computed and static: no fields.
    var isOld: Bool { (year ?? 0) < 2000 }
    static let empty = 0
}

@Resource("artists")
struct Artist: Equatable {
    var name: String
}

@Resource("tracks")
struct Track: Identifiable {
    let id: String
    var title: String
    var seconds: Int?
}

/// What a property can say.
@Resource("releases", keys: .kebabCase)
struct Release: Equatable, Sendable {
    enum Medium: String, JSONConvertible { case vinyl, tape }

    var id: String?
    var media: [Medium] = []
    var catalogNumber: String
    @Attribute(exactly: "isrcCode", .writeOnce) var code: String?
    @Attribute(at: "chart.peak") var peak: Int?
    @Attribute(.readOnly) var createdAt: Date?
    @Attribute(.required) var price: Double
    var plays: Int = 0
    var `default`: Bool = false { didSet { changes += 1 } }
    @Transient var changes = 0
    @ToOne("album", to: Album.self) var albumID: String?
    @ToMany(to: Track.self) var bonusTracks: [String]?
}

/// Related to themselves, by models.
@Resource("people")
struct Person {
    var name: String
    @ToMany var friends: [Person] = []
}

/// Related by views: nothing is copied, and circles do no harm.
@Resource("nodes")
struct Node {
    var name: String
    @ToOne var next: Resource<Node.Schema>?
    @ToMany var owners: [Resource<AnyResource>] = []
}

/// A model with an initializer of its own, of which the id is computed, and which is Codable as well.
@Resource("books")
struct Book: Codable {
    var id: String { isbn }
    var isbn: String
    private var notes: String?

    init(isbn: String, notes: String?) {
        self.isbn = isbn
        self.notes = notes
    }

    var hasNotes: Bool { notes != nil }
}

/// What a library would show to other modules.
public struct Library {
    /// One shelf.
    @Resource("shelves")
    public struct Shelf {
        /// The id.
        public let id: String
        /// The name.
        public var name: String
        package var room: String?
        private var count: Int = 0
        /// What stands on it, of any type.
        @ToMany public var books: [Resource<AnyResource>]?

        var isEmpty: Bool { count == 0 }
    }
}

/// A name that Vox has, too, changes nothing.
struct VoxNames {
    struct Resource {}
    struct Attribute<Value> {}

    @VoxMacros.Resource("names")
    struct Name {
        @VoxMacros.Attribute("text") var value: String
    }
}
