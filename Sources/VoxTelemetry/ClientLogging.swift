// SPDX-License-Identifier: MIT

#if AsyncHTTPClient || Hummingbird

internal import HTTPTypes
public import Logging
public import VoxHTTP

/// Logs requests and their results with swift-log.
///
/// For each request, the middleware logs two records. The first record (method, address, status,
/// time) is logged when the head of the response has arrived or the request has failed. The second
/// record (bytes, time) is logged when the body has been read. Secrets are not logged: the logs
/// contain neither the query of an address nor the values of secret header fields
/// (`HTTPField.isSensitive`). For errors that are not a `Vox.RequestError`, only the type is
/// logged. Bodies are never logged.
///
/// In `eachCall` of `Vox.ReliabilityOptions`, the middleware logs the requests of the program. In
/// `eachSend`, the middleware logs every HTTP request that is sent, including retries and
/// redirects.
public struct ClientLogging: HTTPMiddleware {
    /// The logger.
    public var logger: Logger
    /// The log level for requests with a response status below 400. All other requests are logged
    /// as warnings.
    public var level: Logger.Level
    /// True to log header fields.
    public var showsHeaders: Bool
    /// True to log queries. Values with names such as `token` are masked even if queries are
    /// logged.
    public var showsQuery: Bool

    /// Creates the middleware.
    public init(
        _ logger: Logger, level: Logger.Level = .debug, showsHeaders: Bool = false,
        showsQuery: Bool = false
    ) {
        self.logger = logger
        self.level = level
        self.showsHeaders = showsHeaders
        self.showsQuery = showsQuery
    }

    /// Sends the request, and logs its result.
    public func intercept(
        _ request: ClientRequest, next: any HTTPTransport
    ) async throws -> ClientResponse {
        let start = ContinuousClock.now
        var metadata: Logger.Metadata = [
            "method": "\(request.method)",
            "url": "\(showsQuery ? request.url.shownText : request.url.description)",
        ]
        var details = metadata
        let sent = request.content.map { $0.length } ?? 0
        details["sent-bytes"] = sent.map { "\($0)" } ?? "unknown"
        if showsHeaders { details["request-headers"] = Self.shown(request.headers) }
        do {
            var response = try await next.execute(request)
            metadata["status"] = "\(response.status.code)"
            details["status"] = metadata["status"]
            details["duration"] = "\(start.duration(to: .now))"
            if response.attempts > 1 { details["attempts"] = "\(response.attempts)" }
            if showsHeaders { details["response-headers"] = Self.shown(response.headers) }
            logger.log(
                level: response.status.code < 400 ? level : .warning, "response received",
                metadata: details)
            response.body = response.body.tapped(
                by: Reading(logger: logger, level: level, start: start, metadata: metadata))
            return response
        } catch {
            details["duration"] = "\(start.duration(to: .now))"
            details["error"] = Self.shown(error)
            logger.log(level: .warning, "failed", metadata: details)
            throw error
        }
    }

    private static func shown(_ fields: HTTPFields) -> Logger.Metadata.Value {
        .array(fields.map { "\($0.name): \($0.shownValue)" })
    }

    /// Returns the text of an error for the log: the description of a `RequestError`, or only the
    /// type of any other error. Other descriptions may contain an address with its query.
    fileprivate static func shown(_ error: any Error) -> Logger.Metadata.Value {
        (error as? RequestError).map { "\($0)" } ?? "\(type(of: error))"
    }

    private struct Reading: BodyTap {
        let logger: Logger
        let level: Logger.Level
        let start: ContinuousClock.Instant
        let metadata: Logger.Metadata

        func end(received: Int) {
            logger.log(level: level, "read", metadata: details(received))
        }

        func fail(_ error: any Error, received: Int) {
            var details = details(received)
            details["error"] = ClientLogging.shown(error)
            logger.log(level: .warning, "not read to the end", metadata: details)
        }

        private func details(_ received: Int) -> Logger.Metadata {
            var details = metadata
            details["received-bytes"] = "\(received)"
            details["duration"] = "\(start.duration(to: .now))"
            return details
        }
    }
}

#endif
