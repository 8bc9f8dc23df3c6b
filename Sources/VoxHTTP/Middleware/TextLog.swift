// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// Writes requests, and what came of them, as lines of text. There is none unless a program adds it.
///
/// ```swift
/// let log = TextLog { print($0) }
/// // > GET https://api.example.com/posts
/// // < 200 GET https://api.example.com/posts 0.012 s
/// ```
///
/// What is secret is masked: of header fields (`HTTPField.isSensitive`) the value, of queries the values
/// of names such as `token`. Header fields and queries are left out altogether unless they are asked for,
/// and bodies always.
public struct TextLog: HTTPMiddleware {
    /// Whether header fields are written.
    public var showsHeaders: Bool
    /// Whether queries are written.
    public var showsQuery: Bool
    private let write: @Sendable (String) -> Void

    /// Makes the middleware.
    /// - Parameters:
    ///   - showsHeaders: whether header fields are written.
    ///   - showsQuery: whether queries are written.
    ///   - write: takes each line, on no particular thread.
    public init(
        showsHeaders: Bool = false, showsQuery: Bool = false,
        write: @escaping @Sendable (String) -> Void
    ) {
        self.showsHeaders = showsHeaders
        self.showsQuery = showsQuery
        self.write = write
    }

    /// Sends the request between two lines.
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
            // What others' errors say nobody knows: it can be an address with its query.
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
