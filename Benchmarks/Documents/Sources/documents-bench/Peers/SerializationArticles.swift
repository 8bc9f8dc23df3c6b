// SPDX-License-Identifier: MIT

import Foundation

/// The Swift jobs on JSONSerialization: dictionaries and casts.
enum SerializationArticles {
    private typealias Object = [String: Any]

    private struct Identity: Hashable {
        let type: String
        let id: String

        init?(_ object: Object?) {
            guard let type = object?["type"] as? String, let id = object?["id"] as? String else {
                return nil
            }
            self.type = type
            self.id = id
        }
    }

    static func read(_ text: Data, every step: Int) throws -> Int64 {
        let root = try parse(text)
        return try figure(of: list("data", of: root), every: step, in: root)
    }

    static func edit(_ text: Data) throws -> (Int64, Data) {
        var root = try parse(text)
        var articles = try list("data", of: root)
        let figure = try figure(of: articles, every: 1, in: root)
        for index in articles.indices {
            guard var attributes = articles[index]["attributes"] as? Object,
                let views = attributes["views"] as? Int
            else { continue }
            attributes["views"] = views + 1
            articles[index]["attributes"] = attributes
        }
        root["data"] = articles
        let output = try JSONSerialization.data(
            withJSONObject: root, options: [.withoutEscapingSlashes])
        return (figure, output)
    }

    private static func figure(of articles: [Object], every step: Int, in root: Object) throws
        -> Int64
    {
        var index: [Identity: Object] = [:]
        for resource in try list("included", of: root) {
            if let identity = Identity(resource) { index[identity] = resource }
        }
        var figure = Figure()
        for position in stride(from: 0, to: articles.count, by: step) {
            let article = articles[position]
            guard let attributes = article["attributes"] as? Object,
                let relationships = article["relationships"] as? Object,
                let author = relationships["author"] as? Object,
                let identity = Identity(author["data"] as? Object)
            else { throw Unexpected.shape }
            figure.add(
                attributes["title"] as? String ?? "", attributes["views"] as? Int ?? 0,
                attributes["published"] as? Bool ?? false)
            let person = index[identity]?["attributes"] as? Object
            figure.add(author: person?["lastName"] as? String ?? "")
        }
        return figure.value
    }

    private static func parse(_ text: Data) throws -> Object {
        guard let root = try JSONSerialization.jsonObject(with: text) as? Object else {
            throw Unexpected.shape
        }
        return root
    }

    private static func list(_ name: String, of root: Object) throws -> [Object] {
        guard let list = root[name] as? [Object] else { throw Unexpected.shape }
        return list
    }
}
