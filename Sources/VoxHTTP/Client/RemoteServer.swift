// SPDX-License-Identifier: MIT

package import HTTPTypes

/// A server for the clients of all formats: its address, the transport that reaches it, and the
/// header fields of every request. Clients send their requests through this class.
///
/// `RemoteServer` is a class, so that passing it to a function copies only a reference.
package final class RemoteServer: Sendable {
    /// Reads the errors that the body of a response reports. The function returns nil if the body
    /// reports no errors.
    package typealias ReportReader =
        @Sendable (_ body: [UInt8], _ status: HTTPResponse.Status?, _ headers: HTTPFields) ->
        (any ErrorReport)?

    /// The address that paths are appended to. A slash at the end of this address makes no
    /// difference.
    package let base: HTTPURL
    /// The transport that sends the requests.
    package let transport: any HTTPTransport
    /// The header fields that every request has. If a request sets one of these header fields
    /// itself, the value of the request is sent.
    package let headers: HTTPFields
    /// The maximum size of the body of a response in bytes, after decompression.
    package let maximumBody: Int
    /// True to follow links to origins other than the client's. Requests to these origins have no
    /// credentials.
    package let allowsOtherOrigins: Bool
    /// Reads the errors that a response reports.
    package let report: ReportReader
    /// The address that relative links refer to.
    private let linkBase: ClientOptions.LinkBase
    /// The query items of every request, and how they are written.
    private let query: [QueryItem]
    private let encoding: QueryItem.Encoding
    private let addsQueryToLinks: Bool
    private let idempotency: ClientOptions.IdempotencyKeys?
    /// The path of the base, without a slash at its end.
    private let basePath: String

    /// Creates a server from the address, the transport and the options of a client.
    /// - Parameters:
    ///   - client: the client that sends the requests.
    ///   - report: reads the errors that a response reports.
    package init<Options>(_ client: ServiceClient<Options>, report: @escaping ReportReader) {
        let options = client.options.shared
        base = client.base
        transport = client.transport
        headers = options.headers
        maximumBody = options.maximumBody
        allowsOtherOrigins = options.allowsOtherOrigins
        linkBase = options.linkBase
        query = options.query
        encoding = options.encoding
        addsQueryToLinks = options.addsQueryToLinks
        idempotency = options.idempotency
        self.report = report
        let path = base.path
        basePath = path.utf8.last == UInt8(ascii: "/") ? String(path.dropLast()) : path
    }

    // MARK: Addresses

    /// Returns the address of a path below the base address, or the given address if it is
    /// absolute.
    /// - Throws: ``RequestError`` with code `invalidURL`, or with code `crossOrigin` for an address
    ///   of another origin.
    package func url(of path: String) throws(RequestError) -> HTTPURL {
        if Self.isAbsolute(path.utf8) { return try follow(path, from: base, named: "the address") }
        return try base.resolve(
            path.utf8.first == UInt8(ascii: "/") ? basePath + path : "\(basePath)/\(path)")
    }

    /// Returns true for `scheme://…` and `//…`.
    private static func isAbsolute(_ path: String.UTF8View) -> Bool {
        if path.starts(with: "//".utf8) { return true }
        // A scheme ends before the first of these characters. The query may contain a whole
        // address.
        let end = path.firstIndex { byte in
            switch byte {
            case UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): true
            default: false
            }
        }
        return end.map { path[$0...].starts(with: "://".utf8) } ?? false
    }

    /// Returns the address that a link leads to. `place` names the link in errors, for example `the
    /// link at "/links/next"`.
    /// - Throws: ``RequestError`` with code `crossOrigin` if the link leads to another origin and
    ///   other origins are not allowed. If other origins are allowed, the code is `insecure` for a
    ///   link from https to http.
    package func follow(
        _ link: String, from url: HTTPURL, named place: String
    ) throws(RequestError) -> HTTPURL {
        do throws(RequestError) {
            return try follow(link, from: url)
        } catch {
            throw error.about(place)
        }
    }

    private func follow(_ link: String, from url: HTTPURL) throws(RequestError) -> HTTPURL {
        let target = try resolve(link, from: url)
        let isWeaker = (url.scheme == .https || base.scheme == .https) && target.scheme == .http
        guard target.hasSameOrigin(as: base) || allowsOtherOrigins else {
            let error = RequestError(
                code: .crossOrigin,
                message:
                    "it leads to another origin, \(target.scheme.rawValue)://\(target.authority)"
                    + (isWeaker ? ", from https to http, which is never allowed" : ""))
            throw isWeaker ? error : error.advising(": set allowsOtherOrigins to allow this")
        }
        if isWeaker {
            throw RequestError(
                code: .insecure,
                message: "it leads from https to http, to \(target.authority)")
        }
        return target
    }

    /// Returns the address that a link leads to, whether or not the link may be followed.
    /// ``ClientOptions/linkBase`` selects whether a relative link is relative to the address of its
    /// document (RFC 3986, section 5.1.3) or to the base.
    package func resolve(_ link: String, from url: HTTPURL) throws(RequestError) -> HTTPURL {
        guard linkBase == .client, !Self.isAbsolute(link.utf8), let first = link.utf8.first,
            first != UInt8(ascii: "?"), first != UInt8(ascii: "#")
        else { return try url.resolve(link) }
        let path = link.prefix { $0 != "?" && $0 != "#" }
        if path == basePath || path.hasPrefix(basePath + "/") { return try url.resolve(link) }
        return try base.resolve(
            first == UInt8(ascii: "/") ? basePath + link : "\(basePath)/\(link)")
    }

    /// Returns the address of a request for a link.
    package func linked(_ link: String, from url: HTTPURL) throws(RequestError) -> HTTPURL {
        withQuery(try resolve(link, from: url), isLink: true)
    }

    /// Returns true if the path of an address begins with the path of the base. Returns false for
    /// an address with an encoded `..`, because some servers would resolve it to a path outside the
    /// base.
    package func isBelowBase(_ url: HTTPURL) -> Bool {
        guard let segments = url.segments, !segments.contains(where: { [".", ".."].contains($0) })
        else { return false }
        return url.hasSameOrigin(as: base)
            && (url.path == basePath || url.path.hasPrefix(basePath + "/"))
    }

    // MARK: Requests

    /// Creates a request with the header fields of the client, of the server and of the settings. A
    /// field of the settings replaces the field with the same name that the server or the client
    /// sets.
    package func request(
        _ method: HTTPRequest.Method, _ url: HTTPURL, accept: String, body: ClientRequest.Body?,
        settings: ClientRequest.Settings
    ) -> ClientRequest {
        var fields = HTTPFields()
        fields.append(HTTPField(name: .accept, value: accept))
        if let type = body?.contentType {
            fields.append(HTTPField(name: .contentType, value: type))
        }
        for field in headers { fields[field.name] = nil }
        for field in headers where !settings.headers.contains(field.name) { fields.append(field) }
        if !settings.headers.isEmpty {
            for field in settings.headers { fields[field.name] = nil }
            fields.append(contentsOf: settings.headers)
        }
        var repeatability = settings.repeatability
        if let idempotency, [.post, .patch].contains(method) {
            if !fields.contains(idempotency.header) {
                fields[idempotency.header] = idempotency.make()
            }
            if repeatability == .byMethod { repeatability = .always }
        }
        // A link may lead to another origin if that is allowed. No credential is sent there.
        if !url.hasSameOrigin(as: base) { fields.removeSensitive() }
        var request = ClientRequest(
            method: method, url: withQuery(url, isLink: settings.followsLink), headers: fields)
        request.content = body
        request.followsRedirects = settings.followsRedirects
        request.refusesMethodChange = settings.refusesMethodChange
        request.allowsCoalescing = settings.allowsCoalescing
        request.limits.body = maximumBody
        request.timeouts = settings.timeouts
        request.repeatability = repeatability
        request.userInfo = settings.userInfo
        request.uploadProgress = settings.uploadProgress
        return request
    }

    /// Returns an address of this server with the query items of every request. An item is left out
    /// if the address has a parameter of this name already.
    private func withQuery(_ url: HTTPURL, isLink: Bool) -> HTTPURL {
        guard !isLink || addsQueryToLinks, url.hasSameOrigin(as: base) else { return url }
        let missing = query.filter { !url.hasParameter($0.name) }
        // An address that is too long with these items is sent without them, and the server refuses
        // it.
        return (try? url.appending(missing, encoding: encoding)) ?? url
    }

    /// Sends a request. The body of the response is not read yet.
    /// - Throws: ``RequestError``, or `CancellationError`.
    nonisolated(nonsending) package func open(
        _ request: ClientRequest, _ settings: ClientRequest.Settings
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
            throw located(error, in: request)
        }
    }

    /// Reads the body of a response.
    /// - Throws: ``RequestError``, or `CancellationError`.
    nonisolated(nonsending) package func read(_ exchange: OpenExchange) async throws -> Exchange {
        do {
            let body = exchange.response.body
            // The body is in memory, so there is no wait, and a caller on an actor does not leave
            // it.
            if let whole = body.whole, whole.count <= maximumBody {
                return Exchange(exchange, whole)
            }
            return Exchange(exchange, try await body.bytes(upTo: maximumBody))
        } catch {
            throw located(error, in: exchange.request)
        }
    }

    // MARK: Failures

    /// Returns an error of a transport or of a body, with the method and the address of the request
    /// added.
    package func located(_ error: any Error, in request: ClientRequest) -> any Error {
        if error is CancellationError || Task.isCancelled && !(error is RequestError) {
            return CancellationError()
        }
        var located =
            error as? RequestError
            ?? RequestError(
                code: .connection, message: "the request could not be carried out", cause: error)
        located.method = located.method ?? request.askedMethod
        located.url = located.url ?? request.url
        // Some transports throw an error of their own for an unsuccessful status. The errors that
        // the response reports are still read.
        if located.report == nil, !located.body.isEmpty {
            located.report = report(located.body, located.status, located.headers)
            located.sent = located.sent ?? request.body
        }
        return located
    }

    /// Throws an error if the status of the response does not report success. The error contains
    /// the errors that the response reports.
    /// - Throws: ``RequestError`` with the code of the status.
    package func check(_ exchange: Exchange) throws(RequestError) {
        guard exchange.status.kind != .successful else { return }
        // Not every transport provides the reason phrase.
        let reason = exchange.status.reasonPhrase
        var error = exchange.error(
            Self.code(of: exchange.status),
            "the server responded with \(exchange.status.code)"
                + (reason.isEmpty ? "" : " \(reason)"))
        error.report = report(exchange.body, exchange.status, exchange.headers)
        error.sent = exchange.request.body
        throw error
    }

    private static func code(of status: HTTPResponse.Status) -> RequestError.Code {
        switch status.code {
        case 401: .unauthorized
        case 403: .forbidden
        case 404: .notFound
        case 406: .notAcceptable
        case 409: .conflict
        case 410: .gone
        case 412: .preconditionFailed
        case 415: .unsupportedMediaType
        case 422: .invalid
        case 429: .tooManyRequests
        case 400...499: .client
        case 500...599: .server
        default: .status
        }
    }
}
