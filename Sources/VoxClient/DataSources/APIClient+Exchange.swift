// SPDX-License-Identifier: MIT

internal import HTTPTypes

extension APIClient {
    /// The server with the options of every request.
    var server: RemoteServer { RemoteServer(self, report: ReportedErrors.read) }

    /// The settings of a request that changes none of them.
    var settings: RequestSettings { RequestSettings(timeouts: options.timeouts) }

    /// Sends a request and reads the whole response, with any status.
    /// - Throws: `RequestError`, `CancellationError`.
    func exchange(
        _ method: HTTPRequest.Method, _ url: HTTPURL, body: [UInt8]? = nil,
        settings: RequestSettings
    ) async throws -> Exchange {
        try await server.read(open(method, url, body: body, settings: settings))
    }

    /// Sends a request and returns before the body of the response is read.
    /// - Throws: `RequestError`, `CancellationError`.
    func open(
        _ method: HTTPRequest.Method, _ url: HTTPURL, body: [UInt8]? = nil,
        settings: RequestSettings
    ) async throws -> OpenExchange {
        let exchange = try await server.open(
            makeRequest(method, url, body: body, settings: settings), settings)
        guard options.retriesWithoutProfiles, !options.profiles.isEmpty,
            [406, 415].contains(exchange.response.status.code)
        else { return exchange }
        return try await openWithoutProfiles(
            exchange, method, url, body: body, settings: settings)
    }

    /// Repeats the request without profiles. A function of its own, because it is rare and has a
    /// large stack frame.
    @inline(never)
    private func openWithoutProfiles(
        _ exchange: OpenExchange, _ method: HTTPRequest.Method, _ url: HTTPURL, body: [UInt8]?,
        settings: RequestSettings
    ) async throws -> OpenExchange {
        // Refused before it was looked at: nothing was done, so nothing is done twice. The refusal
        // is read, so that its connection is free.
        _ = try? await exchange.response.body.bytes(upTo: 65536)
        var bare = self
        bare.options.profiles = []
        return try await bare.server.open(
            bare.makeRequest(method, url, body: body, settings: settings), settings)
    }

    private func makeRequest(
        _ method: HTTPRequest.Method, _ url: HTTPURL, body: [UInt8]?, settings: RequestSettings
    ) -> ClientRequest {
        var request = server.request(
            method, url, accept: acceptText,
            body: body.map { ClientRequestBody($0, contentType: mediaType.description) },
            settings: settings)
        // What became a GET on its way would have written nothing, and its response be taken for
        // that of the write.
        request.refusesMethodChange = method == .post
        if method == .patch, options.overridesPatch {
            request.method = .post
            request.headers[.methodOverride] = "PATCH"
        }
        return request
    }
}
