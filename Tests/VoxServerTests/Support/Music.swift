// SPDX-License-Identifier: MIT

import HTTPTypes
import Vox
import VoxTesting

/// A small collection of music, and a service over it.
enum Music {
    /// Albums 1 to `count` of two artists; artist 1 has a rival, who has artist 1 as hers.
    static func store(albums count: Int = 7) -> MemoryStore {
        let albums = (1...max(1, count)).prefix(count).map { number in
            StoredResource(
                type: "albums", id: String(number),
                attributes: attributes(
                    ("title", .string("Album \(number)")),
                    ("year", .number(JSONNumber(2000 - number))),
                    ("label", number % 3 == 0 ? .null : .string("L\(number % 2)"))),
                relationships: [
                    "artist": .one(number == 5 ? nil : artist(1 + number % 2)),
                    "tracks": .many(
                        (0..<number % 4).map { .init(type: "tracks", id: "\(number).\($0)") }),
                ])
        }
        let tracks = albums.flatMap { album in
            (album.relationships["tracks"]?.identifiers ?? []).map {
                StoredResource(
                    type: $0.type, id: $0.id, attributes: attributes(("length", 100)),
                    relationships: ["album": .one(album.identifier)])
            }
        }
        let artists = [1, 2].map { number in
            StoredResource(
                type: "artists", id: String(number),
                attributes: attributes(("name", .string("Artist \(number)"))),
                relationships: ["rival": .one(artist(3 - number))])
        }
        return MemoryStore(albums + tracks + artists)
    }

    static let types: [ServedType] = {
        var albums = ServedType(
            "albums", attributes: ["title", "year", "label"], toOne: ["artist": "artists"],
            toMany: ["tracks": "tracks"])
        albums.validate = { write in
            guard let title: String = write.new.attributes.title, !title.isEmpty else {
                return [
                    APIError(
                        status: 422, title: "Missing", detail: "an album has a title",
                        source: .pointer("/data/attributes/title"))
                ]
            }
            return []
        }
        return [
            albums, ServedType("artists", attributes: ["name"], toOne: ["rival": "artists"]),
            ServedType("tracks", attributes: ["length"], toOne: ["album": "albums"]),
        ]
    }()

    static func service(albums count: Int = 7) -> ResourceService {
        ResourceService(types, store: store(albums: count))
    }

    private static func artist(_ number: Int) -> StoredResource.Identifier {
        .init(type: "artists", id: String(number))
    }

    private static func attributes(_ members: (String, JSONValue)...) -> JSONObject {
        var object = JSONObject()
        for (name, value) in members {
            object[name] = value
        }
        return object
    }
}

/// What came back.
struct Reply {
    let status: Int
    let headers: HTTPFields
    let bytes: [UInt8]

    /// The document; absent when there is none.
    var json: JSON { (try? JSON(parsing: bytes)) ?? .null }

    var ids: [String] { json.data.vox.elements.map { $0.id ?? "" } }

    var includedIDs: [String] {
        json.included.vox.elements.map { "\($0.type ?? "")/\($0.id ?? "")" }
    }
}

extension HTTPTransport {
    func send(
        _ method: HTTPRequest.Method, _ target: String, _ document: String? = nil,
        _ headers: HTTPFields = [:]
    ) async throws -> Reply {
        var request = ClientRequest(
            method: method, url: try HTTPURL("http://music.example\(target)"), headers: headers,
            body: document.map { Array($0.utf8) })
        if document != nil, headers[.contentType] == nil {
            request.headers[.contentType] = "application/vnd.api+json"
        }
        let response = try await execute(request)
        return Reply(
            status: response.status.code, headers: response.headers,
            bytes: try await response.body.bytes())
    }
}
