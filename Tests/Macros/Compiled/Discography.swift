// SPDX-License-Identifier: MIT

// What becomes of a struct; Discography.expanded has it.

import Foundation
import VoxMacros

/// Everything that a property can say.
@Resource("albums", keys: .kebabCase)
public struct Album {
    /// The title.
    public var title: String
    /// Another name, and an optional.
    @Attribute("released", .writeOnce) public var year: Int?
    /// The server's.
    @Attribute(.readOnly) public var createdAt: Date?
    /// A default.
    public var plays: Int = 0
    /// A model.
    @ToOne public var artist: Artist
    /// An id.
    @ToOne("label", to: Artist.self) public var labelID: String?
    /// Views.
    @ToMany public var notes: [Resource<AnyResource>]?
    /// Not for others.
    private var rank: Double?
    /// No field.
    @Transient var isSelected = false
}

/// The least.
@Resource("artists")
public struct Artist {
    /// The id.
    public let id: String
}
