// SPDX-License-Identifier: MIT

import VoxMacros

@Resource("albums")
struct Album {
    var title: String
    @Attribute("release-year") var year: Int?
    @ToOne var artist: Artist
    @ToMany var tracks: [Track]
}

@Resource("artists")
struct Artist {
    var name: String
}

@Resource("tracks")
struct Track {
    let id: String
    var title: String
    var seconds: Int?
}
