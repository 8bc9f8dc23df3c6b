// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// A request that was sent, and its answer, whole.
struct Exchange: Sendable {
    let request: ClientRequest
    let head: HTTPResponse
    /// Where the answer came from.
    let url: HTTPURL
    let body: [UInt8]
    /// How often the request was sent.
    let attempts: Int

    var status: HTTPResponse.Status { head.status }
    var headers: HTTPFields { head.headerFields }

    /// An error about this answer, which carries what is known of it.
    func error(
        _ code: RequestError.Code, _ message: String, cause: (any Error)? = nil
    ) -> RequestError {
        var error = RequestError(code: code, message: message, cause: cause)
        error.method = request.method
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
        let exchange = try await exchangeOnce(method, url, body: body, settings: settings)
        guard options.retriesWithoutProfiles, !options.profiles.isEmpty,
            [406, 415].contains(exchange.status.code)
        else { return exchange }
        // Refused before it was looked at: nothing was done, so nothing is done twice.
        var bare = self
        bare.options.profiles = []
        return try await bare.exchangeOnce(method, url, body: body, settings: settings)
    }

    private func exchangeOnce(
        _ method: HTTPRequest.Method, _ url: HTTPURL, body: [UInt8]?, settings: RequestSettings
    ) async throws -> Exchange {
        let request = makeRequest(method, url, body: body, settings: settings)
        let limit = options.maximumBody
        do {
            guard let handle = settings.handle else {
                return try await Self.send(request, over: client, limit: limit, settings: settings)
            }
            return try await handle.run { [client] in
                try await handle.wait()
                return try await Self.send(request, over: client, limit: limit, settings: settings)
            }
        } catch var error as RequestError {
            error.method = error.method ?? method
            error.url = error.url ?? url
            // A client that takes a refusal for an error of its own: what the answer tells counts.
            if error.errors.isEmpty, !error.body.isEmpty {
                error.errors = Self.errors(in: error.body)
                error.sent = error.sent ?? body
            }
            throw error
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            try Task.checkCancellation()
            var wrapped = RequestError(
                code: .connection, message: "the request could not be carried out", cause: error)
            wrapped.method = method
            wrapped.url = url
            throw wrapped
        }
    }

    private func makeRequest(
        _ method: HTTPRequest.Method, _ url: HTTPURL, body: [UInt8]?, settings: RequestSettings
    ) -> ClientRequest {
        var request = ClientRequest(method: method, url: url, body: body)
        request.headers[.accept] = AcceptedType.text(accepted)
        if body != nil { request.headers[.contentType] = mediaType.description }
        for field in options.headers where settings.headers[field.name] == nil {
            request.headers.append(field)
        }
        for field in settings.headers { request.headers[field.name] = nil }
        request.headers.append(contentsOf: settings.headers)
        // A link that was allowed to lead elsewhere: no credential goes along (decision 20).
        if !url.hasSameOrigin(as: base) { request.headers.removeSensitive() }
        if method == .patch, options.overridesPatch {
            request.method = .post
            request.headers[.methodOverride] = "PATCH"
        }
        request.followsRedirects = settings.followsRedirects
        request.limits.body = options.maximumBody
        request.timeouts = settings.timeouts
        request.repeatability = settings.repeatability
        request.userInfo = settings.userInfo
        request.uploadProgress = settings.uploadProgress
        return request
    }

    private static func send(
        _ request: ClientRequest, over client: any Client, limit: Int, settings: RequestSettings
    ) async throws -> Exchange {
        try Task.checkCancellation()
        let response = try await client.execute(request)
        let body = try await Self.read(response, limit: limit, settings: settings)
        return Exchange(
            request: request, head: response.head, url: response.url, body: body,
            attempts: response.attempts)
    }

    private static func read(
        _ response: ClientResponse, limit: Int, settings: RequestSettings
    ) async throws -> [UInt8] {
        guard settings.handle != nil || settings.progress != nil else {
            return try await response.body.bytes(upTo: limit)
        }
        let expected = response.headers[.contentLength].flatMap { Int($0) }
        var bytes: [UInt8] = []
        var chunks = response.body.makeAsyncIterator()
        while true {
            try await settings.handle?.wait()
            guard let chunk = try await chunks.next() else { return bytes }
            guard chunk.count <= limit - bytes.count else {
                throw RequestError(
                    code: .responseTooLarge, message: "the answer is larger than \(limit) bytes")
            }
            if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
            settings.progress?(.init(received: bytes.count, expected: expected))
        }
    }
}
