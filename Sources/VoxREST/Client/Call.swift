// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// A request of any kind, before it is sent.
struct Call: Sendable {
    var context: CallContext
    let method: HTTPRequest.Method
    /// The address without the query items of the program.
    var target: Result<HTTPURL, RequestError>
    /// The body.
    var body: Result<ClientRequest.Body?, RequestError>
    var query: [QueryItem] = []
    var settings: ClientRequest.Settings
    /// True if the response is not parsed.
    var ignoresBody = false

    init(
        _ context: CallContext, _ method: HTTPRequest.Method,
        _ target: Result<HTTPURL, RequestError>,
        body: Result<ClientRequest.Body?, RequestError> = .success(nil)
    ) {
        self.context = context
        self.method = method
        self.target = target
        self.body = body
        settings = ClientRequest.Settings(timeouts: context.client.options.timeouts)
    }

    /// Returns the address with its query.
    func url() throws(RequestError) -> HTTPURL {
        try target.get().appending(query, encoding: context.client.options.encoding)
    }

    /// Sends the request, and reads a successful response.
    /// - Parameter read: converts the parsed body, which is nil if the body is empty.
    /// - Returns: the response with the converted content.
    /// - Throws: `RequestError`, `CancellationError`, or the error of a hook.
    nonisolated(nonsending) func perform<Content>(
        _ read: (JSON?, Exchange) throws -> Content
    ) async throws -> RESTResponse<Content> {
        try finish(try await send(), read)
    }

    /// Sends the request and reads the whole response, whatever its status.
    /// - Throws: the reason why the request cannot be sent.
    nonisolated(nonsending) func send() async throws -> SentCall {
        let body = try body.get()
        let target = try target.get()
        let hooks = context.client.options.hooks
        var draft: RESTOptions.Hook.Draft?
        if !hooks.isEmpty {
            var made = RESTOptions.Hook.Draft(
                method: method, url: target, query: query, headers: settings.headers)
            for hook in hooks { try await hook.before(&made) }
            draft = made
        }
        // From here on, the `after` functions of the hooks are called with the outcome.
        let url: HTTPURL
        do {
            url = try target.appending(
                draft.map(carried) ?? query, encoding: context.client.options.encoding)
        } catch {
            return .failed(makeRequest(to: target, draft, body), error)
        }
        let request = makeRequest(to: url, draft, body)
        do {
            let open = try await context.server.open(request, settings)
            return .responded(try await context.server.read(open))
        } catch {
            return .failed(request, error)
        }
    }

    /// Reads a successful response, and calls the hooks.
    func finish<Content>(
        _ sent: SentCall, _ read: (JSON?, Exchange) throws -> Content
    ) throws -> RESTResponse<Content> {
        let hooks = context.client.options.hooks
        var json: JSON?
        do {
            let exchange = try sent.exchange
            // After a retry, an earlier attempt may have deleted the resource.
            let isGone =
                method == .delete && exchange.status == .notFound && exchange.attempts > 1
            if !isGone { try context.server.check(exchange) }
            json =
                ignoresBody || isGone ? nil : try Task.cancellable { try context.parse(exchange) }
            // This check comes before reading, because the response to a cancelled request must not
            // be merged.
            try Task.checkCancellation()
            let content = try read(json, exchange)
            RESTOptions.Hook.run(hooks, sent, json, nil)
            return RESTResponse(content, exchange, json?.vox.failures)
        } catch {
            RESTOptions.Hook.run(hooks, sent, json, error)
            throw error
        }
    }

    /// Sends the request, and checks only the status.
    nonisolated(nonsending) func succeed() async throws -> RESTResponse<Void> {
        var call = self
        call.ignoresBody = true
        return try await call.perform { _, _ in }
    }

    private func makeRequest(
        to url: HTTPURL, _ draft: RESTOptions.Hook.Draft?, _ body: ClientRequest.Body?
    ) -> ClientRequest {
        var settings = settings
        if let draft { settings.headers = draft.headers }
        return context.server.request(
            method, url, accept: context.acceptText, body: body, settings: settings)
    }

    /// Returns the query to send. A request to another origin contains only those secrets that the
    /// program itself has set.
    private func carried(_ draft: RESTOptions.Hook.Draft) -> [QueryItem] {
        if draft.url.hasSameOrigin(as: context.client.base) { return draft.query }
        return draft.query.filter { query.contains($0) || !$0.isSensitive }
    }
}

/// A sent request and its outcome.
enum SentCall: Sendable {
    case responded(Exchange)
    case failed(ClientRequest, any Error)

    var exchange: Exchange {
        get throws {
            switch self {
            case .responded(let exchange): exchange
            case .failed(_, let error): throw error
            }
        }
    }

    var request: ClientRequest {
        switch self {
        case .responded(let exchange): exchange.request
        case .failed(let request, _): request
        }
    }
}

extension RESTOptions.Hook {
    /// Calls the function `after` of each hook, beginning with the last hook.
    fileprivate static func run(
        _ hooks: [RESTOptions.Hook], _ sent: SentCall, _ json: JSON?, _ error: (any Error)?
    ) {
        guard !hooks.isEmpty else { return }
        let exchange = try? sent.exchange
        let failure = error as? RequestError
        let outcome = RESTOptions.Hook.Outcome(
            request: sent.request, status: exchange?.status ?? failure?.status,
            headers: exchange?.headers ?? failure?.headers ?? [:], json: json, error: error)
        for hook in hooks.reversed() { hook.after(outcome) }
    }
}
