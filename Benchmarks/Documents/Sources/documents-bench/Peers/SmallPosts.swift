// SPDX-License-Identifier: MIT

import Foundation
import VoxREST

// Requests with small responses, where what a client does at every call counts.

/// What is asked for, over and over.
enum SmallRequest: String, CaseIterable, Sendable {
    case emptyList = "empty lists fetched"
    case model = "small models fetched"
    case save = "small models changed and saved"
}

private struct Post: RESTSchema, CRUD {
    static let path = "posts/<id>"
    let title = Attribute<String>("title")
    let likes = Attribute<Int>("likes")
}

/// On VoxREST.
struct VoxSmallPosts: Sendable {
    private let posts: ModelSource<Post>

    init(_ client: RESTClient) { posts = client.models(Post.self) }

    func perform(_ request: SmallRequest) async throws -> Int64 {
        switch request {
        case .emptyList:
            return Int64(try await posts.fetch().result().count)
        case .model:
            let post = try await posts.fetch(id: "7").result()
            return Int64((post.title ?? "").utf8.count + (post.likes ?? 0))
        case .save:
            let post = TypedObject<Post>(try JSON(parsing: SmallResponses.model))
            post.likes = 4
            try await posts.save(post).result()
            return Int64(post.likes ?? 0)
        }
    }
}

/// By hand, on JSONDecoder and JSONEncoder, which are made once.
struct CodableSmallPosts: Sendable {
    private struct Post: Codable {
        let id: Int
        var title: String
        var likes: Int
    }

    private struct Change: Encodable {
        let likes: Int
    }

    private let base: HTTPURL
    private let transport: any HTTPTransport
    private let decoder = JSONDecoder()
    private let encoder = JSONEncoder()

    init(_ base: String, transport: any HTTPTransport) throws {
        self.base = try HTTPURL(base)
        self.transport = transport
    }

    func perform(_ request: SmallRequest) async throws -> Int64 {
        switch request {
        case .emptyList:
            return Int64(try decoder.decode([Post].self, from: await send("/posts")).count)
        case .model:
            let post = try decoder.decode(Post.self, from: await send("/posts/7"))
            return Int64(post.title.utf8.count + post.likes)
        case .save:
            var post = try decoder.decode(Post.self, from: Data(SmallResponses.model.utf8))
            let body = try encoder.encode(Change(likes: 4))
            post = try decoder.decode(
                Post.self, from: await send("/posts/\(post.id)", change: Array(body)))
            return Int64(post.likes)
        }
    }

    private func send(_ path: String, change: [UInt8]? = nil) async throws -> Data {
        var request = ClientRequest(
            method: change == nil ? .get : .patch, url: base.with(target: path),
            headers: [.accept: "application/json"], body: change)
        if change != nil { request.headers[.contentType] = "application/json" }
        let response = try await transport.execute(request)
        guard response.status.kind == .successful else { throw Unexpected.shape }
        return Data(try await response.body.bytes())
    }
}

/// What the service says.
enum SmallResponses {
    static let model = #"{"id":7,"title":"Harbour lights","likes":3}"#
    static let saved = #"{"id":7,"title":"Harbour lights","likes":4}"#

    static func respond(to request: ClientRequest) -> ClientResponse {
        let text =
            request.method == .patch ? saved : request.url.target == "/posts" ? "[]" : model
        return ClientResponse(
            head: .init(
                status: .ok, headerFields: [.contentType: "application/json; charset=utf-8"]),
            url: request.url, body: ClientResponse.Body(Array(text.utf8)))
    }
}
