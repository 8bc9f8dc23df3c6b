// SPDX-License-Identifier: MIT

import Testing
import Vox

extension Resource {
    /// The document of the resource as text.
    func documentText() throws -> String { String(decoding: try documentData(), as: UTF8.self) }

    /// The same resource, its type left open.
    func erased() throws -> Resource<AnyResource> { try #require(self.as(AnyResource.self)) }
}

extension Document {
    /// The document as text.
    func documentText(style: JSON.Style = .preserve) throws -> String {
        String(decoding: try documentData(style: style), as: UTF8.self)
    }
}

/// An artist in a document of its own.
func makeArtist(_ name: String, id: String? = nil) -> Resource<Artist> {
    let artist = Resource<Artist>()
    artist.name = name
    artist.id = id
    return artist
}

/// A track in a document of its own.
func makeTrack(_ title: String, id: String? = nil) -> Resource<Track> {
    let track = Resource<Track>()
    track.title = title
    track.id = id
    return track
}

/// An album in a document of its own.
func makeAlbum(_ title: String, id: String? = nil) -> Resource<Album> {
    let album = Resource<Album>()
    album.title = title
    album.id = id
    return album
}

/// The album of a document with nothing else in it.
func readAlbum(with members: String) throws -> Resource<Album> {
    let text = #"{"data":{"type":"albums","id":"1","# + members + "}}"
    return try #require(try Document<Album>(parsing: text).data)
}
