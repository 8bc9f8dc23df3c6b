// SPDX-License-Identifier: MIT

internal import HTTPTypes

extension ReadRequest {
    /// Reads the resources of a list while the response arrives. Each resource is returned when it
    /// is complete.
    ///
    /// ```swift
    /// func titles(of albums: DataSource<AnyResource>) async throws {
    ///     let stream = try await albums.fetch().stream()
    ///     for try await album in stream {
    ///         print(album["title"] as String? ?? "untitled")
    ///     }
    ///     print(stream.rest?.next == nil ? "that is all" : "there is another page")
    /// }
    /// ```
    ///
    /// The call returns when the head of the response has arrived. Only incomplete parts are kept
    /// in memory (`ResourceStream`), so the response may have any length. The option `maximumBody`
    /// limits only responses that are kept whole, such as errors. The request is not coalesced with
    /// other requests. Time limits apply until the last resource has been read. Iterating throws
    /// `DocumentError`, `RequestError` or `CancellationError`.
    ///
    /// - Parameters:
    ///   - limit: the largest size of the response in bytes. Default: no limit.
    ///   - maximumHeld: the largest size in bytes of each resource, of `included`, and of the rest
    ///     of the document. Default: `maximumSize` of the options for documents, 64 MiB.
    /// - Returns: the resources. The other parts of the document are available after the last
    ///   resource.
    /// - Throws: `RequestError`, with code `unexpectedResponse` if a successful response has no
    ///   document; `CancellationError`.
    nonisolated(nonsending) public func stream<Element>(
        upTo limit: Int? = nil, maximumHeld: Int? = nil
    ) async throws -> ResourceStream<Element> where Primary == [Element] {
        var settings = settings
        settings.allowsCoalescing = false
        var unbounded = client
        unbounded.options.maximumBody = limit ?? .max
        let server = unbounded.server
        let open = try await unbounded.open(.get, url(), settings: settings, on: server)
        guard open.response.status == .ok else {
            let exchange = try await client.server.read(open)
            try client.check(exchange)
            throw exchange.error(
                .unexpectedResponse,
                "the server responded with \(exchange.status.code), not with a document")
        }
        let exchange = Exchange(open, [])
        try client.checkType(exchange)
        let note = DocumentNote(
            source: DocumentSource(
                client: client, head: ClientResponse.Head(exchange), settings: self.settings))
        return ResourceStream(
            ClientResponse.Body(LocatedBody(exchange: open, server: server)),
            options: client.options.documents(of: exchange), upTo: limit, maximumHeld: maximumHeld,
            note: { count in
                var note = note
                note.streamed = count
                return note
            })
    }
}

/// A body whose errors contain the method and the address of the request.
private struct LocatedBody: AsyncSequence, Sendable {
    typealias Element = [UInt8]
    typealias Failure = any Error

    let exchange: OpenExchange
    let server: RemoteServer

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(
            chunks: exchange.response.body.makeAsyncIterator(), request: exchange.request,
            server: server)
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        var chunks: ClientResponse.Body.AsyncIterator
        let request: ClientRequest
        let server: RemoteServer

        mutating func next() async throws -> [UInt8]? { try await next(isolation: #isolation) }

        mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(any Error) -> [UInt8]? {
            do {
                return try await chunks.next(isolation: actor)
            } catch {
                throw server.located(error, in: request)
            }
        }
    }
}
