// SPDX-License-Identifier: MIT

internal import HTTPTypes

extension ClientRequest {
    /// Writes requests and their outcomes as lines of text. The program must add this middleware;
    /// Vox does not add it by default.
    ///
    /// ```swift
    /// let log = ClientRequest.TextLog { print($0) }
    /// // > GET https://api.example.com/posts
    /// // < 200 GET https://api.example.com/posts 0.012 s
    /// ```
    ///
    /// Secret values of header fields (`HTTPField.isSensitive`) and of parameters such as `token`
    /// are masked. Header fields are written only if `showsHeaders` is true, and queries only if
    /// `showsQuery` is true. Bodies are never written.
    public struct TextLog: HTTPMiddleware {
        /// True to write header fields.
        public var showsHeaders: Bool
        /// True to write queries.
        public var showsQuery: Bool
        private let write: @Sendable (String) -> Void

        /// Creates the middleware.
        /// - Parameters:
        ///   - showsHeaders: whether header fields are written.
        ///   - showsQuery: whether queries are written.
        ///   - write: receives each line, on any thread.
        public init(
            showsHeaders: Bool = false, showsQuery: Bool = false,
            write: @escaping @Sendable (String) -> Void
        ) {
            self.showsHeaders = showsHeaders
            self.showsQuery = showsQuery
            self.write = write
        }

        /// Writes a line about the request, sends the request, and writes a line about its outcome.
        public func intercept(
            _ request: ClientRequest, next: any HTTPTransport
        ) async throws -> ClientResponse {
            let place = "\(request.method) \(showsQuery ? request.url.shownText : "\(request.url)")"
            let start = ContinuousClock.now
            write("> \(place)\(shown(request.headers))")
            do {
                let response = try await next.execute(request)
                write(
                    "< \(response.status.code) \(place) \(seconds(since: start))\(shown(response.headers))"
                )
                return response
            } catch {
                // The messages of errors from elsewhere are not written, because they may contain
                // an address with its query.
                let reason = (error as? RequestError).map { "\($0.code)" } ?? "\(type(of: error))"
                write("< failed (\(reason)) \(place) \(seconds(since: start))")
                throw error
            }
        }

        private func shown(_ fields: HTTPFields) -> String {
            guard showsHeaders else { return "" }
            return fields.map { "\n  \($0.name): \($0.shownValue)" }.joined()
        }

        private func seconds(since start: ContinuousClock.Instant) -> String {
            let milliseconds = start.duration(to: .now) / .milliseconds(1)
            return "\(Double(Int(milliseconds)) / 1000) s"
        }
    }
}
