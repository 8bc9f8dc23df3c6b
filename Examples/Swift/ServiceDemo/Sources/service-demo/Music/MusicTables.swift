// SPDX-License-Identifier: MIT

import VoxSQL

extension Album {
    static let table = SQLType(
        type, table: "album",
        attributes: [
            "title": .text("title").required(), "release-year": .integer("release_year"),
            "rating": .real("rating"), "genres": .json("genres"),
        ],
        relationships: [
            "artist": .toOne(Artist.type, column: "artist_id"),
            "tracks": .toMany(
                Track.type, through: "album_track", owner: "album_id", target: "track_id"),
        ], version: "version")
}

extension Artist {
    static let table = SQLType(
        type, table: "artist",
        attributes: ["name": .text("name"), "members": .integer("members")],
        relationships: ["debut": .toOne(Album.type, column: "debut_id")], version: "version")
}

extension Track {
    static let table = SQLType(
        type, table: "track",
        attributes: ["title": .text("title"), "seconds": .integer("seconds")], version: "version")
}
