// SPDX-License-Identifier: MIT

import Vox

package struct Album: ResourceSchema {
    package static let type = "albums"
    package let title = Attribute<String>("title")
    package let year = Attribute<Int>("release-year")
    package let rating = Attribute<Double>("rating")
    package let genres = Attribute<[String]>("genres")
    package let artist = ToOne<Artist>("artist")
    package let tracks = ToMany<Track>("tracks")

    package init() {}
}

package struct Artist: ResourceSchema {
    package static let type = "artists"
    package let name = Attribute<String>("name")
    package let members = Attribute<Int>("members")
    package let debut = ToOne<Album>("debut")

    package init() {}
}

package struct Track: ResourceSchema {
    package static let type = "tracks"
    package let title = Attribute<String>("title")
    package let seconds = Attribute<Int>("seconds")

    package init() {}
}
