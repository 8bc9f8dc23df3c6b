// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// A request of any kind, before it is sent.
struct Call: Sendable {
    var client: RESTClient
    let method: HTTPRequest.Method
    /// Where it goes, without the query of the caller.
    var target: Result<HTTPURL, RequestError>
    /// What it carries.
    var body: Result<ClientRequestBody?, RequestError>
    var query: [QueryItem] = []
    var settings: RequestSettings
    /// True when nothing reads JSON of the answer.
    var ignoresBody = false

    init(
        _ client: RESTClient, _ method: HTTPRequest.Method,
        _ target: Result<HTTPURL, RequestError>,
        body: Result<ClientRequestBody?, RequestError> = .success(nil)
    ) {
        self.client = client
        self.method = method
        self.target = target
        self.body = body
        settings = RequestSettings()
        settings.timeouts = client.options.timeouts
    }

    /// The address with its query.
    func url() throws(RequestError) -> HTTPURL {
        try target.get().appending(query, encoding: client.options.encoding)
    }

    /// Sends the request, and reads the answer if it is a success.
    /// - Parameter read: makes what was asked for of the parsed body; nil stands for no body.
    /// - Returns: what was made, and what HTTP tells.
    /// - Throws: `RequestError`, `CancellationError`; what a hook throws.
    nonisolated(nonsending) func perform<Content>(
        _ read: (JSON?, Exchange) throws -> Content
    ) async throws -> RESTResponse<Content> {
        try finish(try await send(), read)
    }

    /// Sends the request and reads the whole answer, whatever its status.
    /// - Throws: what forbids to send it.
    nonisolated(nonsending) func send() async throws -> SentCall {
        let body = try body.get()
        var draft = RequestDraft(
            method: method, url: try target.get(), query: query, headers: settings.headers)
        for hook in client.options.hooks { try await hook.before(&draft) }
        // From here on the hooks are told what becomes of it.
        let url: HTTPURL
        do {
            url = try draft.url.appending(carried(of: draft), encoding: client.options.encoding)
        } catch {
            return SentCall(
                request: makeRequest(to: draft.url, draft, body), outcome: .failure(error))
        }
        let request = makeRequest(to: url, draft, body)
        do {
            let open = try await client.server.open(request, settings)
            return SentCall(
                request: request, outcome: .success(try await client.server.read(open)))
        } catch {
            return SentCall(request: request, outcome: .failure(error))
        }
    }

    /// Reads an answer if it is a success, and tells the hooks.
    func finish<Content>(
        _ sent: SentCall, _ read: (JSON?, Exchange) throws -> Content
    ) throws -> RESTResponse<Content> {
        let hooks = client.options.hooks
        var json: JSON?
        do {
            let exchange = try sent.outcome.get()
            // After a repetition, an earlier try may have deleted it.
            let isGone =
                method == .delete && exchange.status == .notFound && exchange.attempts > 1
            if !isGone { try client.server.check(exchange) }
            json = ignoresBody || isGone ? nil : try client.parse(exchange)
            // Not behind reading: what was cancelled is not taken over.
            try Task.checkCancellation()
            let content = try read(json, exchange)
            RESTHook.run(hooks, sent, json, nil)
            return RESTResponse(content, exchange)
        } catch {
            RESTHook.run(hooks, sent, json, error)
            throw error
        }
    }

    /// Sends the request and looks at the status alone.
    nonisolated(nonsending) func succeed() async throws -> RESTResponse<Void> {
        var call = self
        call.ignoresBody = true
        return try await call.perform { _, _ in }
    }

    private func makeRequest(
        to url: HTTPURL, _ draft: RequestDraft, _ body: ClientRequestBody?
    ) -> ClientRequest {
        var settings = settings
        settings.headers = draft.headers
        return client.server.request(
            method, url, accept: client.acceptText, body: body, settings: settings)
    }

    /// The query that is sent: to another origin go no secrets but those that the caller named.
    private func carried(of draft: RequestDraft) -> [QueryItem] {
        if draft.url.hasSameOrigin(as: client.base) { return draft.query }
        return draft.query.filter { query.contains($0) || !$0.isSensitive }
    }
}

/// A request that was sent, and what came of it.
struct SentCall: Sendable {
    let request: ClientRequest
    let outcome: Result<Exchange, any Error>
}

extension RESTHook {
    /// Runs the functions that are to run after an answer, the last first.
    fileprivate static func run(
        _ hooks: [RESTHook], _ sent: SentCall, _ json: JSON?, _ error: (any Error)?
    ) {
        guard !hooks.isEmpty else { return }
        let exchange = try? sent.outcome.get()
        let failure = error as? RequestError
        let outcome = RequestOutcome(
            request: sent.request, status: exchange?.status ?? failure?.status,
            headers: exchange?.headers ?? failure?.headers ?? [:], json: json, error: error)
        for hook in hooks.reversed() { hook.after(outcome) }
    }
}

extension RESTClient {
    private var acceptedTypes: [String] {
        options.acceptedTypes ?? options.responseParser.mediaTypes
    }

    /// What `Accept` says.
    fileprivate var acceptText: String { acceptedTypes.joined(separator: ", ") }

    /// Makes a document of the body of a successful answer; nil for no body.
    fileprivate func parse(_ exchange: Exchange) throws -> JSON? {
        guard !exchange.body.isEmpty else { return nil }
        try checkType(exchange)
        do {
            let json = try options.responseParser.parse(
                exchange.body, headers: exchange.headers, options: options.json)
            json.node?.tree.madeModelNotes.origin = ModelOrigin(exchange)
            return json
        } catch {
            throw exchange.error(.document, "the answer cannot be read: \(error)", cause: error)
        }
    }

    /// Throws when a body is of a type that was not asked for. One without a type is taken for what was
    /// asked for: if it is none, reading it says so.
    private func checkType(_ exchange: Exchange) throws(RequestError) {
        guard let text = exchange.headers.value(of: .contentType) else { return }
        let type = text.prefix { $0 != ";" }.trimmingSpaces.lowercased()
        let isAccepted = acceptedTypes.contains { accepted in
            let accepted = accepted.prefix { $0 != ";" }.trimmingSpaces.lowercased()
            if accepted == "*/*" || accepted == type { return true }
            if accepted == "application/json", type.hasSuffix("+json") { return true }
            return accepted.hasSuffix("/*") && type.hasPrefix(accepted.dropLast())
        }
        guard isAccepted else {
            throw exchange.error(
                .unexpectedContentType,
                "the answer is \(type.prefix(200)), not \(acceptText): bytes() gives it as it is, and acceptedTypes hands it to the parser"
            )
        }
    }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        var text = drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}
