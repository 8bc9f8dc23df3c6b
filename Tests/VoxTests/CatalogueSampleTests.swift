// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Vox
import VoxTestSupport

private struct CatalogueArtist: ObjectSchema {
    let id = Attribute<String>("id")
    let name = Attribute<String>("name")
    let followerCount = Attribute<Int>(at: "followers.total")
    let page = Attribute<URL>(at: "external_urls.spotify")
    let address = Attribute<URL>("href")
    let images = Attribute<[TypedObject<CatalogueImage>]>("images")
}

private struct CatalogueImage: ObjectSchema {
    let width = Attribute<Int>("width")
    let height = Attribute<Int>("height")
    let url = Attribute<URL>("url")
}

private struct CatalogueSearch: ObjectSchema {
    let artists = Attribute<[TypedObject<CatalogueArtist>]>(at: "artists.items")
}

/// The response of a real catalogue, as the page of a library shows it. It is read where it lies.
@Suite("A real response of a music catalogue")
struct CatalogueSampleTests {
    private static let path = "../predecessors/polymer.txt"
    private static let isThere = (try? Corpora.bytes(path)) != nil

    /// The object on the page that begins with the line `{`, after which the next one is that given, and
    /// ends with the line `}`.
    private static func sample(of member: String) throws -> String {
        let page = String(decoding: try Corpora.bytes(path), as: UTF8.self)
        let start = try #require(page.range(of: "\n{\n  \"\(member)\""))
        let rest = page[start.lowerBound...].dropFirst()
        let end = try #require(rest.range(of: "\n}\n"))
        return rest[..<end.lowerBound] + "\n}"
    }

    @Test(
        "MW-124 The real response is read, and written back as it came",
        .enabled(if: isThere, "no page with a real response beside the corpora"))
    func reading() throws {
        let text = try Self.sample(of: "artists")
        let search = TypedObject<CatalogueSearch>(try JSON(parsing: text))
        let artist = try #require(search.vox.value(\.artists).first)
        #expect(artist.name == "Tania Bowra" && artist.followerCount == 12)
        #expect(artist.id.map { artist.page?.path.hasSuffix($0) } == true)
        #expect(artist.id.map { artist.address?.path.hasSuffix($0) } == true)
        #expect(artist.images?.map(\.width) == [640, 300, 64])
        #expect(artist.images?.map(\.height) == [640, 300, 64])
        #expect(artist.images?.allSatisfy { $0.url?.host != nil } == true)
        #expect(search.vox.failures.isEmpty)
        #expect(try search.vox.json.vox.text() == text)
    }

    @Test(
        "MW-124 An artist of the real response is built anew, with its nested objects",
        .enabled(if: isThere, "no page with a real response beside the corpora"))
    func writing() throws {
        let read = TypedObject<CatalogueArtist>(
            try JSON(parsing: Self.sample(of: "external_urls")))
        let artist = TypedObject<CatalogueArtist>()
        artist.page = read.page
        artist.followerCount = read.followerCount
        artist.images = read.images?.map { image in
            let copy = TypedObject<CatalogueImage>()
            copy.height = image.height
            copy.url = image.url
            copy.width = image.width
            return copy
        }
        for member in ["external_urls", "images"] {
            #expect(
                try artist.vox.json[member].vox.value(as: JSONValue.self)
                    == read.vox.json[member].vox.value(as: JSONValue.self))
        }
        #expect(artist.vox.json.followers.total == 12)
        #expect(artist.vox.failures.isEmpty && read.vox.failures.isEmpty)
    }
}
