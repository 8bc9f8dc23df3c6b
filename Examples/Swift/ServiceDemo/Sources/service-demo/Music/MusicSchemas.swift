// SPDX-License-Identifier: MIT

import Vox

struct Album: ResourceSchema {
    static let type = "albums"
    let title = Attribute<String>("title")
    let year = Attribute<Int>("release-year")
    let rating = Attribute<Double>("rating")
    let genres = Attribute<[String]>("genres")
    let artist = ToOne<Artist>("artist")
    let tracks = ToMany<Track>("tracks")
}

struct Artist: ResourceSchema {
    static let type = "artists"
    let name = Attribute<String>("name")
    let members = Attribute<Int>("members")
    let debut = ToOne<Album>("debut")
}

struct Track: ResourceSchema {
    static let type = "tracks"
    let title = Attribute<String>("title")
    let seconds = Attribute<Int>("seconds")
}
