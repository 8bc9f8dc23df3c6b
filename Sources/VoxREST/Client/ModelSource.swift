// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// Reads and writes the models of one schema on a REST service.
///
/// ```swift
/// import VoxREST
///
/// struct Post: RESTSchema, CRUD {
///     static let path = "posts/<id>"
///     let title = Attribute<String>("title")
/// }
/// func rename(_ posts: ModelSource<Post>) async throws {
///     let post = try await posts.fetch(id: "7").result()
///     post.title = "Harbour lights"
///     try await posts.save(post).result()  // PATCH posts/7 {"title":"Harbour lights"}
/// }
/// ```
///
/// The available methods depend on the protocols that the schema adopts: ``Creatable``,
/// ``Readable``, ``Updatable``, ``Deletable``, ``Enumerable``. Each method creates a request.
/// Methods of the request, such as ``RESTRequest/result()``, send the request, once for each call.
public struct ModelSource<Schema: RESTSchema>: Sendable {
    /// The client, with the options for the models of this schema.
    public var client: RESTClient { context.client }

    private let context: CallContext

    /// The values of placeholders that are not filled from models.
    let places: [String: String]

    init(client: RESTClient, places: [String: String]) {
        context = CallContext(client)
        self.places = places
    }

    /// Returns a call to a path. The placeholders of the path are filled from the id, from the
    /// model, and from the values of the source.
    private func call(
        _ method: HTTPRequest.Method, _ path: String, id: String? = nil,
        model: TypedObject<Schema>? = nil
    ) -> Call {
        Call(
            context, method,
            Result { () throws(RequestError) in
                let template = PathTemplate(places: path)
                if let id, !template.has(String(describing: Schema.idName)) {
                    throw RequestError(
                        code: .invalidPath,
                        message:
                            "the path \"\(path)\" has no placeholder for the id \(id.prefix(200))")
                }
                // Such an id is an error even if the path does not contain it. The service would
                // create a model that no path leads to.
                if let id = id ?? model?.serverID {
                    _ = try PathTemplate.segment(id, named: "id")
                }
                let filled = try template.filled { name throws(RequestError) in
                    let text =
                        name == String(describing: Schema.idName)
                        ? id ?? model?.id
                        : model?.vox.json.vox.member(at: name).flatMap(\.placeText)
                            ?? places[name]
                    return text.flatMap { isLocalID($0) ? nil : $0 }
                }
                return try context.server.url(of: filled)
            })
    }
}

extension JSON {
    /// A string, a number or a boolean as it is written in a path; nil for other values.
    var placeText: String? {
        guard let node else { return nil }
        return node.string ?? node.numberText ?? node.boolean.map { "\($0)" }
    }
}

extension ModelSource where Schema: Enumerable {
    /// Returns a request that reads the list of models.
    public func fetch() -> RESTRequest<ModelList<Schema>> {
        RESTRequest(call(.get, Schema.listPath)) { [lists = context.client.options.lists] in
            try $1.content($0, at: Schema.envelope.list) { json throws(JSONError) in
                try ModelList(json, options: lists)
            }
        }
    }
}

extension ModelSource where Schema: Readable {
    /// Returns a request that reads one model. If the model in the response has an id other than
    /// `id`, the request throws `RequestError` with code `unexpectedResponse`.
    ///
    /// To read a model from a path that does not contain its id, such as `users/me`, use the
    /// client: `client.get("users/me", as: TypedObject<User>.self)`.
    public func fetch(id: String) -> RESTRequest<TypedObject<Schema>> {
        RESTRequest(call(.get, Schema.readPath, id: id)) { json, exchange in
            let model = try exchange.content(json, at: Schema.envelope.response) {
                json throws(JSONError) in try TypedObject<Schema>.decode(json)
            }
            try exchange.check(model, against: id)
            return model
        }
    }

    /// Returns a request that reads the model at a path without an id, such as `user/settings`.
    public func fetchOne() -> RESTRequest<TypedObject<Schema>> {
        .reading(call(.get, Schema.readPath), at: Schema.envelope.response)
    }

    /// Returns a request that reads a model again and merges the response into the model. Local
    /// changes of the model are kept. In contrast, ``fetch(id:)`` returns a new model and does not
    /// change an existing model.
    public func refresh(_ model: TypedObject<Schema>) -> ModelRequest<Schema> {
        ModelRequest(
            call: call(.get, Schema.readPath(for: model), model: model), model: model,
            verb: .refresh)
    }
}

extension ModelSource where Schema: Creatable {
    /// Returns a request that creates a model: a POST with all members except read-only members.
    /// The response is merged into the model.
    public func create(_ model: TypedObject<Schema>) -> ModelRequest<Schema> {
        ModelRequest(
            call: call(.post, Schema.createPath(for: model), model: model), model: model,
            verb: .create)
    }
}

extension ModelSource where Schema: Updatable {
    /// Returns a request that updates a model. The request is a PATCH with the changes since the
    /// model was read, or since the last save. If `full` is true or the schema declares
    /// ``UpdateMethod/put``, the request is a PUT with all members except read-only and write-once
    /// members.
    public func update(_ model: TypedObject<Schema>, full: Bool = false) -> ModelRequest<Schema> {
        let method: HTTPRequest.Method = full || Schema.updateMethod == .put ? .put : .patch
        return ModelRequest(
            call: call(method, Schema.updatePath(for: model), model: model), model: model,
            verb: .update(full: full))
    }
}

extension ModelSource where Schema: Creatable & Updatable {
    /// Returns a request that creates or updates the model. If the model has an id from the server,
    /// the request updates the model. Otherwise, the request creates the model.
    public func save(_ model: TypedObject<Schema>) -> ModelRequest<Schema> {
        model.vox.isNew ? create(model) : update(model)
    }
}

extension ModelSource where Schema: Deletable {
    /// Returns a request that deletes a model by its id.
    public func delete(id: String) -> RESTRequest<Void> {
        .ignoringResponse(call(.delete, Schema.deletePath, id: id))
    }

    /// Returns a request that deletes a model.
    public func delete(_ model: TypedObject<Schema>) -> RESTRequest<Void> {
        .ignoringResponse(call(.delete, Schema.deletePath(for: model), model: model))
    }
}
