// SPDX-License-Identifier: MIT

internal import HTTPTypes

extension APIResponse {
    /// A job that a server has accepted and not yet finished (202), as JSON:API recommends for
    /// asynchronous processing. The server responds to polls with 200 until the job is done. When
    /// the job is done, the server responds with 303 and the address of the result.
    public struct Job: Sendable {
        /// The address to poll; nil if the server sent no address.
        public let url: HTTPURL?

        /// The time to wait before the next poll, as the server requests; nil if the response has
        /// no `Retry-After`.
        public let retryAfter: Duration?

        /// The document that describes the job. The primary data of this document is usually a
        /// resource for the job.
        public let description: JSONValue?

        let client: APIClient
        let settings: ClientRequest.Settings

        init(
            _ exchange: Exchange, client: APIClient, settings: ClientRequest.Settings,
            url known: HTTPURL? = nil
        ) throws(RequestError) {
            self.client = client
            self.settings = settings.following
            let place =
                exchange.headers[.contentLocation] ?? exchange.headers[.location]
            if let place {
                url = try client.server.follow(
                    place, from: exchange.url, named: "the address of the job")
            } else {
                url = known
            }
            retryAfter = exchange.headers.retryAfter
            description =
                exchange.body.isEmpty ? nil : try? JSON(parsing: exchange.body).vox.value()
        }

        /// Polls once.
        /// - Returns: the result of the job, or the job itself if it is not done.
        /// - Throws: `RequestError`, with code `reported` if the job reports errors;
        ///   `CancellationError`.
        nonisolated(nonsending) public func poll() async throws -> APIResponse {
            guard let url else {
                throw RequestError(
                    code: .pending,
                    message:
                        "the server accepted the request, but did not return the address of the result"
                )
            }
            var polling = settings
            polling.followsRedirects = false
            let exchange = try await client.exchange(.get, url, settings: polling)
            switch exchange.status {
            case .ok, .accepted:
                try client.checkReported(exchange)
                let job = try Job(exchange, client: client, settings: settings, url: url)
                return APIResponse(.pending(job), exchange)
            case .seeOther:
                guard let location = exchange.headers[.location] else {
                    throw exchange.error(
                        .unexpectedResponse, "the job is done, but the response has no Location")
                }
                let place = try client.server.follow(
                    location, from: exchange.url, named: "the Location of the result of the job")
                let result = try await client.exchange(.get, place, settings: settings)
                return try client.response(result, settings: settings)
            default:
                return try client.response(exchange, settings: settings)
            }
        }

        /// Polls until the job is done, at the intervals that the server wants, within the limits
        /// of ``APIOptions/Polling``.
        /// - Returns: the document with the result; nil if there is none.
        /// - Throws: `RequestError` with code `pending` if the job needs too many polls or too much
        ///   time, or with code `retryAfter` if the server wants too long an interval. Also
        ///   `CancellationError`.
        nonisolated(nonsending) public func result() async throws -> Document<Primary>? {
            let polling = client.options.polling
            let watch = Stopwatch(client.options.clock)
            let end = watch.now() + polling.total
            var job = self
            for _ in 0..<polling.limit {
                // Without a least wait, a server that names a wait of zero would be polled as fast
                // as it responds.
                let least = max(min(polling.interval, .seconds(1)), .milliseconds(10))
                let wait = max(job.retryAfter ?? polling.interval, least)
                guard wait <= polling.longestWait else {
                    throw job.error(
                        .retryAfter,
                        "the server requires a wait of \(wait.words) for the job, which is longer than allowed"
                    ).advising(": polling.longestWait is \(polling.longestWait.words)")
                }
                guard watch.now() + wait <= end else {
                    throw job.error(.pending, "the job is not done after \(polling.total)")
                }
                try await settings.pause(for: wait, watch)
                let response = try await job.poll()
                switch response.outcome {
                case .document(let document): return document
                case .done, .notModified, .unchanged: return nil
                case .pending(let next): job = next
                }
            }
            throw job.error(.pending, "the job is not done after \(polling.limit) requests")
        }

        private func error(_ code: RequestError.Code, _ message: String) -> RequestError {
            var error = RequestError(code: code, message: message)
            error.method = .get
            error.url = url
            return error
        }
    }
}

extension ClientRequest.Settings {
    /// Waits for a time. Cancelling the task or the handle ends the wait early.
    fileprivate func pause(for wait: Duration, _ watch: Stopwatch) async throws {
        guard let handle else { return try await watch.sleep(wait) }
        try await handle.run { try await watch.sleep(wait) }
    }
}
