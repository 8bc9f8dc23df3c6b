// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// A request that was sent, and its answer, whose body is still to be read.
struct OpenExchange: Sendable {
    let request: ClientRequest
    let response: ClientResponse

    init(_ request: ClientRequest, _ response: ClientResponse, _ settings: RequestSettings) {
        self.request = request
        var response = response
        if settings.handle != nil || settings.progress != nil {
            response.body = ClientResponseBody(SteeredBody(response, settings))
        }
        self.response = response
    }
}

/// A request that was sent, and its answer, whole.
struct Exchange: Sendable {
    let request: ClientRequest
    let head: HTTPResponse
    /// Where the answer came from.
    let url: HTTPURL
    let body: [UInt8]
    /// How often the request was sent.
    let attempts: Int

    init(_ exchange: OpenExchange, _ body: [UInt8]) {
        request = exchange.request
        head = exchange.response.head
        url = exchange.response.url
        attempts = exchange.response.attempts
        self.body = body
    }

    var status: HTTPResponse.Status { head.status }
    var headers: HTTPFields { head.headerFields }

    /// An error about this answer, which carries what is known of it.
    func error(
        _ code: RequestError.Code, _ message: String, cause: (any Error)? = nil
    ) -> RequestError {
        var error = RequestError(code: code, message: message, cause: cause)
        error.method = request.askedMethod
        error.url = url
        error.status = head.status
        error.headers = head.headerFields
        error.body = Array(body.prefix(65536))
        return error
    }
}

extension APIClient {
    /// Sends a request and reads the whole answer, whatever its status.
    /// - Throws: ``RequestError``, `CancellationError`.
    func exchange(
        _ method: HTTPRequest.Method, _ url: HTTPURL, body: [UInt8]? = nil,
        settings: RequestSettings
    ) async throws -> Exchange {
        try await read(open(method, url, body: body, settings: settings))
    }

    /// Sends a request, and leaves the body of the answer to be read.
    /// - Throws: ``RequestError``, `CancellationError`.
    func open(
        _ method: HTTPRequest.Method, _ url: HTTPURL, body: [UInt8]? = nil,
        settings: RequestSettings
    ) async throws -> OpenExchange {
        let exchange = try await openOnce(
            makeRequest(method, url, body: body, settings: settings), settings)
        guard options.retriesWithoutProfiles, !options.profiles.isEmpty,
            [406, 415].contains(exchange.response.status.code)
        else { return exchange }
        return try await openWithoutProfiles(
            exchange, method, url, body: body, settings: settings)
    }

    /// Asks again for plain JSON:API. Apart, because it is rare and has a large frame.
    @inline(never)
    private func openWithoutProfiles(
        _ exchange: OpenExchange, _ method: HTTPRequest.Method, _ url: HTTPURL, body: [UInt8]?,
        settings: RequestSettings
    ) async throws -> OpenExchange {
        // Refused before it was looked at: nothing was done, so nothing is done twice. The refusal is
        // read, so that its connection is free.
        _ = try? await exchange.response.body.bytes(upTo: 65536)
        var bare = self
        bare.options.profiles = []
        return try await bare.openOnce(
            bare.makeRequest(method, url, body: body, settings: settings), settings)
    }

    /// Reads the body of an answer.
    func read(_ exchange: OpenExchange) async throws -> Exchange {
        do {
            return Exchange(
                exchange, try await exchange.response.body.bytes(upTo: options.maximumBody))
        } catch {
            throw Self.located(error, in: exchange.request)
        }
    }

    nonisolated(nonsending) private func openOnce(
        _ request: ClientRequest, _ settings: RequestSettings
    ) async throws -> OpenExchange {
        do {
            try Task.checkCancellation()
            guard let handle = settings.handle else {
                return OpenExchange(request, try await transport.execute(request), settings)
            }
            return try await handle.run { [transport] in
                try await handle.wait()
                return OpenExchange(request, try await transport.execute(request), settings)
            }
        } catch {
            throw Self.located(error, in: request)
        }
    }

    /// An error of a transport, or of a body, with the request that it is about.
    static func located(_ error: any Error, in request: ClientRequest) -> any Error {
        if error is CancellationError || Task.isCancelled && !(error is RequestError) {
            return CancellationError()
        }
        var located =
            error as? RequestError
            ?? RequestError(
                code: .connection, message: "the request could not be carried out", cause: error)
        located.method = located.method ?? request.askedMethod
        located.url = located.url ?? request.url
        // A transport that takes a refusal for an error of its own: what the answer tells counts.
        if located.errors.isEmpty, !located.body.isEmpty {
            located.errors = errors(in: located.body)
            located.sent = located.sent ?? request.body
        }
        return located
    }

    private func makeRequest(
        _ method: HTTPRequest.Method, _ url: HTTPURL, body: [UInt8]?, settings: RequestSettings
    ) -> ClientRequest {
        var request = ClientRequest(method: method, url: url, body: body)
        request.headers.append(HTTPField(name: .accept, value: acceptText))
        if body != nil { request.headers[.contentType] = mediaType.description }
        for field in options.headers where settings.headers[field.name] == nil {
            request.headers.append(field)
        }
        if !settings.headers.isEmpty {
            for field in settings.headers { request.headers[field.name] = nil }
            request.headers.append(contentsOf: settings.headers)
        }
        // A link that was allowed to lead elsewhere: no credential goes along (decision 20).
        if !url.hasSameOrigin(as: base) { request.headers.removeSensitive() }
        if method == .patch, options.overridesPatch {
            request.method = .post
            request.headers[.methodOverride] = "PATCH"
        }
        request.followsRedirects = settings.followsRedirects
        request.allowsCoalescing = settings.allowsCoalescing
        request.limits.body = options.maximumBody
        request.timeouts = settings.timeouts
        request.repeatability = settings.repeatability
        request.userInfo = settings.userInfo
        request.uploadProgress = settings.uploadProgress
        return request
    }
}
