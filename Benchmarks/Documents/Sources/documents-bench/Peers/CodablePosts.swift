// SPDX-License-Identifier: MIT

import Foundation

/// The same on JSONDecoder and JSONEncoder. Dates stay text: to decode them would only take longer.
struct CodablePosts: Sendable {
    /// Sends a request to a path, and gives the body of the response, which must be a success.
    typealias Send =
        @Sendable (_ method: Method, _ path: String, _ body: Data?) async throws -> Data

    enum Method: String {
        case get = "GET"
        case patch = "PATCH"
    }

    private struct Author: Codable {
        let id: Int
        let name: String
        let email: String
    }

    private struct Post: Codable {
        let id: Int
        var title: String
        let body: String
        let createdAt: String
        let updatedAt: String
        let views: Int
        let rating: Double
        let published: Bool
        let subtitle: String?
        let author: Author
        let tags: [String]

        private enum CodingKeys: String, CodingKey {
            case id, title, body, views, rating, published, subtitle, author, tags
            case createdAt = "created_at"
            case updatedAt = "updated_at"
        }
    }

    let send: Send

    /// Three fields of every post; the one in the middle gets another title, and is saved.
    func readAndSave(title: String) async throws -> Int64 {
        let decoder = JSONDecoder()
        var list = try decoder.decode([Post].self, from: await send(.get, "/posts", nil))
        var figure = Figure()
        for post in list { figure.add(post.title, post.views, post.published) }
        let place = list.count / 2
        list[place].title = title
        let body = try JSONEncoder().encode(list[place])
        list[place] = try decoder.decode(
            Post.self, from: await send(.patch, "/posts/\(list[place].id)", body))
        figure.add(list[place].title, list[place].views, list[place].published)
        return figure.value
    }
}
