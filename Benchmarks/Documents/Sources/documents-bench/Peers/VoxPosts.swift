// SPDX-License-Identifier: MIT

import Foundation
import VoxREST

private struct Author: ObjectSchema {
    let name = Attribute<String>("name")
    let email = Attribute<String>("email")
}

private struct Post: RESTSchema, CRUD {
    static let path = "posts/<id>"
    let title = Attribute<String>("title")
    let subtitle = Attribute<String>("subtitle")
    let body = Attribute<String>("body")
    let createdAt = Attribute<Date>("created_at").readOnly()
    let updatedAt = Attribute<Date>("updated_at").readOnly()
    let views = Attribute<Int>("views")
    let rating = Attribute<Double>("rating")
    let published = Attribute<Bool>("published")
    let author = Attribute<TypedObject<Author>>("author")
    let tags = Attribute<[String]>("tags")
}

/// The job of a client of posts, on VoxREST.
struct VoxPosts: Sendable {
    private let posts: ModelSource<Post>

    init(_ client: RESTClient) { posts = client.models(Post.self) }

    /// Three fields of every post; the one in the middle gets another title, and is saved.
    func readAndSave(title: String) async throws -> Int64 {
        let list = try await posts.fetch().result()
        var figure = Figure()
        for post in list {
            figure.add(post.title ?? "", post.views ?? 0, post.published ?? false)
        }
        let post = list[list.count / 2]
        post.title = title
        try await posts.save(post).result()
        figure.add(post.title ?? "", post.views ?? 0, post.published ?? false)
        return figure.value
    }
}
