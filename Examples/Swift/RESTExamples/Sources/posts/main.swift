// SPDX-License-Identifier: MIT

// Writes posts to a service that checks them: validation errors by field, a save that then succeeds,
// an update of what was changed alone.

import Foundation
import HTTPTypes
import VoxREST
import VoxTesting

struct Post: RESTSchema, CRUD {
    static let path = "posts/<id>"
    static let envelope = Envelope.named("post", plural: true)
    static let keyStrategy = KeyStrategy.snakeCase
    let title = Attribute<String>("title")
    let contents = Attribute<String>("contents")
    let createdAt = Attribute<Date>("createdAt").readOnly()
}

/// A service that wants posts to have contents, and knows one post.
let service = TransportFunction { request in
    let sent = try JSON(parsing: request.body ?? [])
    let length = (sent.post.contents as String? ?? "").count
    func respond(_ status: HTTPResponse.Status, _ text: String) -> ClientResponse {
        ClientResponse(
            head: HTTPResponse(
                status: status, headerFields: [.contentType: "application/json"]),
            url: request.url, body: ClientResponse.Body(Array(text.utf8)))
    }
    switch request.method {
    case .post where length < 20:
        return respond(
            .unprocessableContent,
            #"{"errors": {"contents": ["is too short (20 characters or more)"]}}"#)
    case .post:
        return respond(
            .created, #"{"post": {"id": 1, "created_at": "2015-03-08T14:19:31-01:00"}}"#)
    default:
        print("\(request.method) \(request.url.path) \(try sent.vox.text())")
        return respond(.ok, #"{"post": {"id": 1}}"#)
    }
}

let posts = try RESTClient("https://blog.example/", transport: service).models(Post.self)
let post = TypedObject<Post>()
post.title = "A prologue"
post.contents = "Hello!"
do {
    try await posts.save(post).result()
} catch let error as RequestError {
    for message in error.validation?.messages ?? [] { print("not saved:", message) }
}

post.contents = "Hello from the harbour, where it all began."
try await posts.save(post).result()
print("saved as", post.id ?? "?", "at", post.createdAt.map { "\($0)" } ?? "?")

post.title = "A beginning"
try await posts.save(post).result()

// prints: not saved: Contents is too short (20 characters or more)
// prints: saved as 1 at 2015-03-08 15:19:31 +0000
// prints: PATCH /posts/1 {"post":{"title":"A beginning"}}
