// SPDX-License-Identifier: MIT

import Foundation
import Vox

/// Attributes in dictionaries of Swift's own, of which a value is read with a cast.
struct NativeDictionaries {
    private let articles: [[String: Any]]
    private let people: [[String: Any]]

    init(_ text: Data, resources count: Int) throws {
        let document = try JSON(parsing: text)
        articles = document["data"].vox.elements.prefix(count).map(Self.attributes)
        people = document["included"].vox.elements.filter { $0["type"] == "people" }
            .prefix(count).map(Self.attributes)
    }

    func numbers() -> Int64 {
        articles.indices.reduce(0) { $0 &+ Int64(articles[$1]["views"] as? Int ?? 0) }
    }

    func texts() -> Int64 {
        people.indices.reduce(0) {
            $0 &+ Int64((people[$1]["lastName"] as? String ?? "").utf8.count)
        }
    }

    private static func attributes(_ resource: JSON) -> [String: Any] {
        var values: [String: Any] = [:]
        for (name, value) in resource["attributes"].vox.members {
            if let number = try? value.vox.value(as: Int.self) {
                values[name] = number
            } else if let real = try? value.vox.value(as: Double.self) {
                values[name] = real
            } else if let boolean = try? value.vox.value(as: Bool.self) {
                values[name] = boolean
            } else if let text = try? value.vox.value(as: String.self) {
                values[name] = text
            } else {
                values[name] = value.vox.elements.compactMap { try? $0.vox.value(as: String.self) }
            }
        }
        return values
    }
}
