// SPDX-License-Identifier: MIT

import HTTPTypes
import Vox
import VoxServer

/// Notes on a board, for pages by cursor.
enum CursorPages {
    static let profile = "https://jsonapi.org/profiles/ethanresnick/cursor-pagination"
    static let accept: HTTPFields = [
        .accept: #"application/vnd.api+json; profile="\#(profile)""#
    ]

    static let types: [ServedType] = {
        var notes = ServedType("notes", attributes: ["n", "tags", "other"])
        notes.sortable = ["n", "tags", "id"]
        var others = notes
        others.name = "others"
        var boards = ServedType("boards", toMany: ["notes": "notes"])
        boards.relationships["mixed"] = .init(isMany: true, target: nil)
        return [notes, others, boards]
    }()

    static func note(_ id: String, _ attributes: JSONObject) -> StoredResource {
        StoredResource(type: "notes", id: id, attributes: attributes)
    }

    /// Notes 1 to `count`, whose `n` is their number. Board 1 has five of them, board 2 has none.
    static func store(_ count: Int) -> MemoryStore {
        let notes = (0..<count).map { number in
            note("\(number + 1)", ["n": .number(JSONNumber(number + 1))])
        }
        func names(_ ids: ClosedRange<Int>) -> [StoredResource.Identifier] {
            ids.map { .init(type: "notes", id: "\($0)") }
        }
        let boards = [
            StoredResource(
                type: "boards", id: "1",
                relationships: [
                    "notes": .many(count < 5 ? [] : names(1...5).reversed()),
                    "mixed": .many(
                        count < 5 ? [] : names(1...3) + [.init(type: "boards", id: "1")]),
                ]),
            StoredResource(
                type: "boards", id: "2", relationships: ["notes": .many([]), "mixed": .many([])]),
        ]
        return MemoryStore(notes + boards)
    }

    static func service(_ count: Int) -> ResourceService {
        ResourceService(types, store: store(count))
    }
}

extension Reply {
    /// The cursors of the items.
    var cursors: [String] {
        json.data.vox.elements.compactMap { $0.meta.page.cursor as String? }
    }

    /// The member `page` of the meta information of the document.
    var page: JSON { json.meta.page }

    /// The first error.
    var error: APIError? { JSONValue(json.errors[0]).map { APIError($0) } }

    /// The path and the query of a link; nil for null.
    func target(_ link: String) -> String? {
        // The link `self` is an object, because it has the media type with the profile.
        let text: String? = json.links[link] ?? json.links[link].href
        return text.map { String($0.dropFirst("http://music.example".count)) }
    }
}
