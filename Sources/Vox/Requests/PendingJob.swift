// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// Work that a server accepted and has not finished (202): JSON:API's recommendation on asynchronous
/// processing. Asked again, it answers 200 while it works and 303 with the place of what came of it.
public struct PendingJob<Primary: PrimaryData>: Sendable {
    /// Where to ask; nil when the server did not say.
    public let url: HTTPURL?

    /// How long the server asks to wait before the next question.
    public let retryAfter: Duration?

    /// What the server tells about the job, usually a resource of a type of its own.
    public let description: JSONValue?

    let client: APIClient
    let settings: RequestSettings

    init(
        _ exchange: Exchange, client: APIClient, settings: RequestSettings,
        url known: HTTPURL? = nil
    ) throws(RequestError) {
        self.client = client
        var settings = settings
        settings.query = Query()
        self.settings = settings
        let place =
            exchange.headers[.contentLocation] ?? exchange.headers[.location]
        if let place {
            url = try client.follow(place, from: exchange.url)
        } else {
            url = known
        }
        retryAfter = exchange.headers.retryAfter
        description = exchange.body.isEmpty ? nil : try? JSON(parsing: exchange.body).vox.value()
    }

    /// Asks once.
    /// - Returns: what came of the job, or the job again while it is not done.
    /// - Throws: ``RequestError``, `CancellationError`.
    nonisolated(nonsending) public func poll() async throws -> Answer<Primary> {
        guard let url else {
            throw RequestError(
                code: .pending,
                message:
                    "the server accepted the request and did not say where to ask for its result")
        }
        var question = settings
        question.followsRedirects = false
        let exchange = try await client.exchange(.get, url, settings: question)
        switch exchange.status {
        case .ok, .accepted:
            let job = try PendingJob(exchange, client: client, settings: settings, url: url)
            return Answer(.pending(job), exchange)
        case .seeOther:
            guard let location = exchange.headers[.location] else {
                throw exchange.error(
                    .unexpectedAnswer, "the job is done, and its place is not told")
            }
            let place = try client.follow(location, from: exchange.url)
            let result = try await client.exchange(.get, place, settings: settings)
            return try client.answer(result, settings: settings)
        default:
            return try client.answer(exchange, settings: settings)
        }
    }

    /// Asks until the job is done, waiting as long as the server says in between.
    /// - Returns: the document of what came of it; nil when there is none.
    /// - Throws: ``RequestError`` with code `pending` after too many questions; `CancellationError`.
    nonisolated(nonsending) public func result() async throws -> Document<Primary>? {
        var job = self
        for _ in 0..<client.options.polling.limit {
            try await Task.sleep(for: job.retryAfter ?? client.options.polling.interval)
            let answer = try await job.poll()
            switch answer.outcome {
            case .document(let document): return document
            case .done, .notModified: return nil
            case .pending(let next): job = next
            }
        }
        throw RequestError(
            code: .pending,
            message: "the job is not done after \(client.options.polling.limit) questions")
    }
}
