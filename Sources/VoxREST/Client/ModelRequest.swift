// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// A request that creates, updates or refreshes a model, and merges the response into the model.
///
/// If the request fails, the model keeps its values and its changes. If the request succeeds, the
/// model takes the values of the response. A member that the program changed while the request was
/// running keeps the value of the program.
///
/// An update by PATCH is not sent if the model has no changes (``RESTResponse/isUnchanged``).
public struct ModelRequest<Schema: RESTSchema>: QueriedRequest {
    enum Verb {
        case create
        case refresh
        case update(full: Bool)
    }

    var call: Call
    let model: TypedObject<Schema>
    let verb: Verb
    private var parts: [MultipartBody.Part] = []

    init(call: Call, model: TypedObject<Schema>, verb: Verb) {
        self.call = call
        self.model = model
        self.verb = verb
    }

    /// The header fields and the other settings of the request.
    public var settings: ClientRequest.Settings {
        get { call.settings }
        set { call.settings = newValue }
    }

    /// The query items, in order.
    public var query: [QueryItem] {
        get { call.query }
        set { call.query = newValue }
    }

    /// Returns a request that also sends files. The body of the request is a multipart form. The
    /// members of the model are fields of this form, with the names that
    /// ``RESTOptions/formEncoding`` creates.
    ///
    /// This method has no effect on a request that only reads.
    public func attaching(_ parts: MultipartBody.Part...) -> ModelRequest {
        var copy = self
        copy.parts += parts
        return copy
    }

    /// Returns the address of the request.
    /// - Throws: `RequestError`.
    public func url() throws(RequestError) -> HTTPURL { try call.url() }

    /// Sends the request, and merges the response into the model.
    /// - Returns: the model itself.
    /// - Throws: `RequestError` with code `unexpectedResponse` if the response is about a model
    ///   with another id (this response is not merged); `unsendable` if a write to a property of
    ///   the model failed; `CancellationError`.
    @discardableResult nonisolated(nonsending) public func result() async throws -> TypedObject<
        Schema
    > { try await response().content }

    /// Sends the request, merges the response into the model, and returns the response.
    /// - Throws: the errors of ``result()``.
    @discardableResult
    nonisolated(nonsending) public func response() async throws -> RESTResponse<TypedObject<Schema>>
    {
        try await perform(unchanged: model) { call, sent in
            try await call.perform { json, exchange in
                try takeOver(json, exchange, sent: sent)
                return model
            }
        }
    }

    /// Sends the request, and accepts every successful response, with any body or none (200, 201,
    /// 204). The sent values count as saved. The response is not merged.
    /// - Throws: `RequestError` for every other status; `CancellationError`.
    @discardableResult
    nonisolated(nonsending) public func success() async throws -> RESTResponse<Void> {
        try await perform(unchanged: ()) { call, sent in
            let response = try await call.succeed()
            if let sent {
                takeID(from: response.headers, at: response.url, sent: sent)
                try model.settle(sent)
            }
            return response
        }
    }

    /// Creates the body from the current model, sends it, and stores the error if the request
    /// fails. If there is nothing to send, the method returns a response with the content
    /// `unchanged`.
    nonisolated(nonsending) private func perform<Content>(
        unchanged: Content,
        _ send: nonisolated(nonsending) (Call, _ sent: Tree?) async throws -> RESTResponse<Content>
    ) async throws -> RESTResponse<Content> {
        guard let node = model.vox.json.node else {
            throw RequestError.unsendable(model.vox.json.missing)
        }
        try checkNew(node)
        do {
            var call = call
            if case .create = verb { call.settings.refusesMethodChange = true }
            var sent: Tree?
            if let carried = carried {
                guard
                    let body = try model.body(
                        carried, call.context.client.options, with: parts)
                else {
                    node.tree.modelNotes?.failures[node.raw] = nil
                    return RESTResponse(unchanged: unchanged, at: try call.url())
                }
                call.body = .success(body)
                do { sent = try node.copied() } catch { throw RequestError.unsendable(error) }
            }
            let response = try await send(call, sent)
            noteCreation(of: node)
            if carried != nil { node.tree.modelNotes?.failures[node.raw] = nil }
            return response
        } catch {
            if (error as? RequestError)?.status?.kind == .successful { noteCreation(of: node) }
            if carried != nil {
                node.tree.madeModelNotes.failures[node.raw] = error as? RequestError
            }
            throw error
        }
    }

    private var carried: ModelBody.Carried? {
        switch verb {
        case .create: .new
        case .refresh: nil
        case .update(let full): full || Schema.updateMethod == .put ? .whole : .changes
        }
    }

    private func takeOver(_ json: JSON?, _ exchange: Exchange, sent: Tree?) throws {
        var returned: TypedObject<Schema>?
        if let json {
            returned = try exchange.content(json, at: Schema.envelope.response) {
                json throws(JSONError) in try TypedObject<Schema>.decode(json)
            }
        } else if sent == nil {
            throw exchange.error(.unexpectedResponse, "the response has no body")
        }
        if let returned { try exchange.check(returned, against: model.serverID) }
        if returned?.id == nil {
            // An empty id is a missing one, and must not replace the id of the model.
            if let id = returned?.vox.json.node?.member(Schema.idName), id.string == "" {
                id.remove()
            }
            if let sent { takeID(from: exchange.headers, at: exchange.url, sent: sent) }
        }
        do {
            switch (returned, sent) {
            case (let returned?, let sent?): try model.vox.merge(returned, sent: sent)
            case (let returned?, nil): try model.vox.merge(returned)
            case (nil, let sent?): try model.settle(sent)
            case (nil, nil): break
            }
            if let node = model.vox.json.node {
                node.tree.madeModelNotes.origins[node.raw] = ClientResponse.Head(exchange)
            }
        } catch {
            throw exchange.error(
                .document, "the response could not be merged: \(error)", cause: error)
        }
    }
}

// Makes sure that a model is created only once, even if the service does not send its id.
extension ModelRequest {
    private var isCreation: Bool { if case .create = verb { true } else { false } }

    private func checkNew(_ node: Node) throws(RequestError) {
        guard isCreation, model.serverID == nil,
            node.tree.modelNotes?.created.contains(node.raw) ?? false
        else { return }
        throw RequestError(
            code: .unsendable,
            message:
                "the model was already created, but the service did not return its id: set the id, or use a new model to create another one"
        )
    }

    private func noteCreation(of node: Node) {
        if isCreation, model.serverID == nil {
            node.tree.madeModelNotes.created.insert(node.raw)
        }
    }

    /// Sets the id of the model to the last segment of `Location`, if `Location` is one segment
    /// below the address of the request (RFC 9110, section 10.2.2).
    private func takeID(from headers: HTTPFields, at url: HTTPURL, sent: Tree) {
        guard isCreation, model.serverID == nil, let location = headers[.location],
            let place = try? url.resolve(location), let id = url.segment(of: place),
            id.faultAsID == nil,
            (try? sent.root.setMember(Schema.idName, to: id)) != nil
        else { return }
        model.id = id
    }
}

extension TypedObject where Schema: RESTSchema {
    /// Makes the sent values the baseline, so that they no longer count as changes.
    fileprivate func settle(_ sent: Tree) throws(JSONError) {
        try vox.json.node?.setBaseline(sent.root)
    }
}

extension Exchange {
    /// Throws if a response is about a model with another id. A response without an id is about the
    /// model of the request.
    /// - Throws: `RequestError` with code `unexpectedResponse`.
    func check<Schema: RESTSchema>(
        _ returned: TypedObject<Schema>, against known: String?
    ) throws(RequestError) {
        guard let known, let member = returned.vox.json.node?.member(Schema.idName),
            member.string != "", returned.id.map(ExactText.init) != ExactText(known)
        else { return }
        let other = returned.id ?? "one without an id"
        throw error(
            .unexpectedResponse,
            "the response contains another model: \(other.prefix(200)) instead of \(known.prefix(200))"
        )
    }
}

extension RequestError {
    static func unsendable(_ cause: any Error) -> RequestError {
        RequestError(
            code: .unsendable, message: "the model cannot be sent: \(cause)", cause: cause)
    }
}
