// SPDX-License-Identifier: MIT

internal import HTTPTypes

extension APIClient {
    /// The server at the address of this client, with the options for every request.
    var server: RemoteServer {
        server {
            RemoteServer(self) { [errors = options.errors] body, status, headers in
                ReportedErrors.read(body, status, headers, by: errors)
            }
        }
    }

    /// The default settings of a request.
    var settings: ClientRequest.Settings { ClientRequest.Settings(timeouts: options.timeouts) }

    /// Sends a request and reads the whole response, with any status.
    /// - Throws: `RequestError`, `CancellationError`.
    func exchange(
        _ method: HTTPRequest.Method, _ url: HTTPURL, body: [UInt8]? = nil,
        settings: ClientRequest.Settings
    ) async throws -> Exchange {
        let server = server
        return try await server.read(
            open(method, url, body: body, settings: settings, on: server))
    }

    /// Sends a request and returns before the body of the response is read. `server` is the server
    /// of this client.
    /// - Throws: `RequestError`, `CancellationError`.
    func open(
        _ method: HTTPRequest.Method, _ url: HTTPURL, body: [UInt8]? = nil,
        settings: ClientRequest.Settings, on server: RemoteServer
    ) async throws -> OpenExchange {
        if body != nil, let type = options.sentType, HTTPMediaType(type) == nil {
            throw RequestError(
                code: .invalidHeader,
                message: "sentType is not a media type: \"\(type.prefix(200))\"")
        }
        let exchange = try await server.open(
            makeRequest(method, url, body: body, settings: settings, on: server), settings)
        guard options.retriesWithoutProfiles, !options.profiles.isEmpty,
            [406, 415].contains(exchange.response.status.code)
        else { return exchange }
        return try await openWithoutProfiles(
            exchange, method, url, body: body, settings: settings)
    }

    /// Repeats the request without profiles. This function is separate, because it is rarely called
    /// and has a large stack frame.
    @inline(never)
    private func openWithoutProfiles(
        _ exchange: OpenExchange, _ method: HTTPRequest.Method, _ url: HTTPURL, body: [UInt8]?,
        settings: ClientRequest.Settings
    ) async throws -> OpenExchange {
        // The server refused the request before it did anything, so the repetition does nothing
        // twice. The body of the error response is read, so that its connection is free.
        _ = try? await exchange.response.body.bytes(upTo: 65536)
        var bare = self
        bare.options.profiles = []
        let server = bare.server
        return try await server.open(
            bare.makeRequest(method, url, body: body, settings: settings, on: server), settings)
    }

    private func makeRequest(
        _ method: HTTPRequest.Method, _ url: HTTPURL, body: [UInt8]?,
        settings: ClientRequest.Settings, on server: RemoteServer
    ) -> ClientRequest {
        var request = server.request(
            method, url, accept: acceptText,
            body: body.map { ClientRequest.Body($0, contentType: sentType) },
            settings: settings)
        // A redirect must not turn the POST into a GET. The GET would write nothing, and its
        // response would pass for the response to the write.
        request.refusesMethodChange = method == .post
        if method == .patch, options.overridesPatch {
            request.method = .post
            request.headers[.methodOverride] = "PATCH"
        }
        return request
    }
}
