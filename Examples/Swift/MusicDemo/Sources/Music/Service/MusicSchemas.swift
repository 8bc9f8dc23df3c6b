// SPDX-License-Identifier: MIT
// The names say it all.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Vox

public struct Album: ResourceSchema {
    public static let type = "albums"
    public let title = Attribute<String>("title")
    public let year = Attribute<Int>("release-year")
    public let rating = Attribute<Double>("rating")
    public let genres = Attribute<[String]>("genres")
    public let artist = ToOne<Artist>("artist")
    public let tracks = ToMany<Track>("tracks")

    public init() {}
}

public struct Artist: ResourceSchema {
    public static let type = "artists"
    public let name = Attribute<String>("name")
    public let members = Attribute<Int>("members")
    public let debut = ToOne<Album>("debut")

    public init() {}
}

public struct Track: ResourceSchema {
    public static let type = "tracks"
    public let title = Attribute<String>("title")
    public let seconds = Attribute<Int>("seconds")

    public init() {}
}
