// SPDX-License-Identifier: MIT

import Foundation
import GRDB
import Hummingbird

/// A service with the same responses as the one of `StoreJob`, as a program writes it without Vox:
/// routes of Hummingbird, GRDB for the rows, and Codable for the documents.
enum HandService {
    static func responder(path: String) throws -> any HTTPResponder<BasicRequestContext> {
        let pool = try DatabasePool(path: path)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let base = "http://localhost"
        let router = Router()
        @Sendable func response(
            _ document: some Encodable & SendableMetatype, tag: Int? = nil
        ) throws -> Response {
            var headers: HTTPFields = [.contentType: "application/vnd.api+json", .vary: "Accept"]
            if let tag { headers[.eTag] = "\"\(tag)\"" }
            let data = try encoder.encode(document)
            return Response(
                status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: data)))
        }
        router.get("albums/:id") { request, context in
            let id = try context.parameters.require("id", as: Int64.self)
            let album = try await pool.read { try HandAlbum.fetchOne($0, key: id) }
            guard let album else { throw HTTPError(.notFound) }
            let own = "\(base)/albums/\(id)"
            return try response(
                HandDocument(links: ["self": own], data: HandResource(album, base: base)),
                tag: album.version)
        }
        router.get("albums") { request, _ in
            let size = request.uri.queryParameters.get("page%5Bsize%5D", as: Int.self) ?? 20
            let number = request.uri.queryParameters.get("page%5Bnumber%5D", as: Int.self) ?? 1
            let (albums, total) = try await pool.read { database in
                (
                    try HandAlbum.order(Column("id")).limit(size, offset: (number - 1) * size)
                        .fetchAll(database), try HandAlbum.fetchCount(database)
                )
            }
            func link(_ number: Int) -> String {
                "\(base)/albums?page%5Bnumber%5D=\(number)&page%5Bsize%5D=\(size)"
            }
            let last = max((total + size - 1) / size, 1)
            var links: [String: String?] = [
                "self": "\(base)/albums?page%5Bsize%5D=\(size)", "first": link(1),
                "last": link(last), "prev": nil, "next": nil,
            ]
            if number > 1 { links["prev"] = link(number - 1) }
            if number < last { links["next"] = link(number + 1) }
            return try response(
                HandDocument(
                    links: links, data: albums.map { HandResource($0, base: base) },
                    meta: ["total": total]))
        }
        return router.buildResponder()
    }
}

private struct HandAlbum: Codable, FetchableRecord, TableRecord {
    static let databaseTableName = "album"

    let id: Int64
    let title: String?
    let year: Int?
    let rating: Double?
    let live: Bool?
    let artist_id: Int64?
    let version: Int
}

private struct HandDocument<Content: Encodable>: Encodable {
    var jsonapi = ["version": "1.1"]
    let links: [String: String?]
    let data: Content
    var meta: [String: Int]?
}

private struct HandResource: Encodable {
    struct Attributes: Encodable {
        let title: String?
        let year: Int?
        let rating: Double?
        let live: Bool?
    }
    struct Identifier: Encodable {
        let type: String
        let id: String
    }
    struct Relationship: Encodable {
        let links: [String: String]
        let data: Identifier?
    }

    var type = "albums"
    let id: String
    let attributes: Attributes
    let relationships: [String: Relationship]
    let links: [String: String]

    init(_ album: HandAlbum, base: String) {
        let own = "\(base)/albums/\(album.id)"
        id = String(album.id)
        attributes = Attributes(
            title: album.title, year: album.year, rating: album.rating, live: album.live)
        relationships = [
            "artist": Relationship(
                links: ["self": own + "/relationships/artist", "related": own + "/artist"],
                data: album.artist_id.map { Identifier(type: "artists", id: String($0)) })
        ]
        links = ["self": own]
    }
}
