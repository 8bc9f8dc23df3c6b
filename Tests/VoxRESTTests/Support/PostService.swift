// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import VoxREST
import VoxTesting

/// A service in the style of Rails: posts under `/posts`, in envelopes or without, with validation
/// errors, written against no code of the library but JSON.
final class PostService: HTTPTransport {
    struct Shape: Sendable {
        /// The members that one post, and the list, stand in.
        var one: String?
        var many: String?
        /// The member that a request must have around a post.
        var request: String?
    }

    private struct State {
        var posts: [(id: Int, members: JSONValue)] = []
        var last = 0
        var lines: [String] = []
        var bodies: [String] = []
    }

    private let state = Mutex(State())
    private let shape: Shape

    init(_ shape: Shape = Shape(), posts: [JSONValue] = []) {
        self.shape = shape
        for post in posts { _ = add(post) }
    }

    /// The requests so far: method and target.
    var lines: [String] { state.withLock { $0.lines } }

    /// The bodies of the requests that had one.
    var bodies: [String] { state.withLock { $0.bodies } }

    private func add(_ members: JSONValue) -> JSONValue {
        state.withLock { state in
            state.last += 1
            let post = Self.merged(["id": .number(JSONNumber(state.last))], members)
            state.posts.append((state.last, post))
            return post
        }
    }

    private static func merged(_ old: JSONValue, _ new: JSONValue) -> JSONValue {
        guard case .object(var object) = old, case .object(let members) = new else { return old }
        for (name, value) in members where name != "id" { object[name] = value }
        return .object(object)
    }

    func execute(_ request: ClientRequest) async throws -> ClientResponse {
        let body = request.body ?? []
        state.withLock { state in
            state.lines.append("\(request.method) \(request.url.target)")
            if !body.isEmpty { state.bodies.append(String(decoding: body, as: UTF8.self)) }
        }
        let path = request.url.path.split(separator: "/").map(String.init)
        let id = path.last.flatMap { Int($0) }
        switch (request.method, id) {
        case (.get, nil):
            let posts = state.withLock { $0.posts.map(\.members) }
            return try answer(request, .ok, .array(posts), in: shape.many)
        case (.post, nil): return try write(request, body) { (.created, self.add($0)) }
        case (.get, let id?): return try answer(request, .ok, id)
        case (.patch, let id?), (.put, let id?):
            guard post(id) != nil else { return request.answer(.notFound, "{}") }
            return try write(request, body) { members in
                let merged = self.state.withLock { state -> JSONValue in
                    guard let place = state.posts.firstIndex(where: { $0.id == id }) else {
                        return .null
                    }
                    let old: JSONValue =
                        request.method == .put
                        ? ["id": .number(JSONNumber(id))] : state.posts[place].members
                    state.posts[place].members = Self.merged(old, members)
                    return state.posts[place].members
                }
                return (.ok, merged)
            }
        case (.delete, let id?):
            state.withLock { $0.posts.removeAll { $0.id == id } }
            return request.answer(.noContent)
        default: return request.answer(.methodNotAllowed)
        }
    }

    private func post(_ id: Int) -> JSONValue? {
        state.withLock { $0.posts.first { $0.id == id }?.members }
    }

    private func write(
        _ request: ClientRequest, _ body: [UInt8],
        _ store: (JSONValue) -> (HTTPResponse.Status, JSONValue)
    ) throws -> ClientResponse {
        var members = try JSON(parsing: body).vox.value(as: JSONValue.self)
        if let name = shape.request {
            guard case .object(let object) = members, let inner = object[name] else {
                return request.answer(.badRequest, #"{"error": "no \#(name)"}"#)
            }
            members = inner
        }
        if case .object(let object) = members, object["title"] == .string("") {
            return request.answer(
                .unprocessableContent, #"{"errors": {"title": ["can't be blank"]}}"#)
        }
        let (status, post) = store(members)
        return try answer(request, status, post, in: shape.one)
    }

    private func answer(
        _ request: ClientRequest, _ status: HTTPResponse.Status, _ id: Int
    ) throws -> ClientResponse {
        guard let post = post(id) else {
            return request.answer(.notFound, #"{"error": "not found"}"#)
        }
        return try answer(request, status, post, in: shape.one)
    }

    private func answer(
        _ request: ClientRequest, _ status: HTTPResponse.Status, _ value: JSONValue,
        in path: String?
    ) throws -> ClientResponse {
        var value = value
        for name in path?.split(separator: ".").reversed() ?? [] {
            var object = JSONObject()
            object[String(name)] = value
            value = .object(object)
        }
        return request.answer(status, try value.text())
    }
}

/// A post, as the tests describe it.
struct BlogPost: RESTSchema, CRUD {
    static let path = "posts/<id>"
    let title = Attribute<String>("title")
    let contents = Attribute<String>("contents")
    let views = Attribute<Int>("views")
    let createdAt = Attribute<String>("created_at").readOnly()
    let slug = Attribute<String>("slug").writeOnce()
}
