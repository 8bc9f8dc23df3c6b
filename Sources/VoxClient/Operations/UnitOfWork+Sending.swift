// SPDX-License-Identifier: MIT

internal import HTTPTypes

extension UnitOfWork {
    /// The outcome of a unit of work that the service carried out.
    public struct Outcome: ClientResponse.Headed {
        /// The status, the header fields, and the address that sent the response. If there was
        /// nothing to send, the status is 204.
        public let head: ClientResponse.Head
        /// The document of the response; nil if the response has no document.
        public let document: AtomicDocument?
        /// The results, in the order in which the operations were added. A result is nil if its
        /// operation was left out, if the response has no document, or if the service left out the
        /// result (``APIOptions/AtomicOperations/omitsEmptyResults``).
        public let results: [AtomicDocument.Result?]
        /// The indexes of the updates that the request did not contain. An update is not sent if
        /// the resource had no changes, or if another operation of the unit creates or updates the
        /// resource.
        public let leftOut: [Int]
    }

    /// Sends the operations, and merges the results into the resources. If the unit has only
    /// updates without changes, no request is sent.
    /// - Returns: the outcome.
    /// - Throws: `RequestError`. Its method `errors(of:)` returns the errors about a resource. The
    ///   code is `unsendable` for an operation that cannot be written, for a unit that was carried
    ///   out or accepted before, even if the client could not read the response, and for a unit
    ///   that is being sent. Also `CancellationError`.
    @discardableResult
    nonisolated(nonsending) public func result() async throws -> Outcome {
        guard state == .open else {
            throw RequestError(
                code: .unsendable,
                message: state == .done
                    ? "the unit was already carried out: use a new unit"
                    : "the unit is being sent")
        }
        state = .running
        defer { if state == .running { state = .open } }
        let operations = operations
        let url = try client.url(try target.get(), query: APIOptions.Query())
        let request = try OperationsRequest(operations)
        guard !request.sent.isEmpty else {
            return Outcome(
                head: ClientResponse.Head(unsent: url), document: nil,
                results: Array(repeating: nil, count: operations.count), leftOut: request.leftOut)
        }
        let exchange = try await send(request, to: url)
        try check(exchange, request)
        guard exchange.status != .accepted || !exchange.body.isEmpty else {
            state = .done
            throw exchange.error(
                .pending,
                "the server accepted the operations and has not carried them out yet, so do not send them again"
            )
        }
        let results: OperationResults
        do {
            results = try OperationResults(
                request, operations,
                document: Task.cancellable { try client.atomicDocument(exchange) }, exchange,
                client.options)
            try Task.checkCancellation()
            try results.merge()
        } catch let error as RequestError {
            // A response that reports errors says that nothing was carried out.
            if error.code == .reported { throw error }
            state = .done
            throw error.afterSuccess
        }
        // Operations that were added while the request was running are still to be sent.
        self.operations = Array(self.operations.dropFirst(operations.count))
        state = self.operations.isEmpty ? .done : .open
        return Outcome(
            head: ClientResponse.Head(exchange), document: results.document,
            results: results.byOperation, leftOut: request.leftOut)
    }

    nonisolated(nonsending) private func send(
        _ request: OperationsRequest, to url: HTTPURL
    ) async throws -> Exchange {
        var settings = settings
        let type = client.options.atomic.mediaType
        if !settings.headers.contains(.accept) { settings.headers[.accept] = type }
        settings.headers[.contentType] = type
        if let keys = client.options.idempotency, !settings.headers.contains(keys.header) {
            let key = lastAttempt?.body == request.body ? lastAttempt?.key : nil
            let made = key ?? keys.make()
            lastAttempt = (request.body, made)
            settings.headers[keys.header] = made
        }
        return try await client.exchange(.post, url, body: request.body, settings: settings)
    }

    /// Throws if the status reports a failure.
    private func check(
        _ exchange: Exchange, _ request: OperationsRequest
    ) throws(RequestError) {
        do throws(RequestError) {
            try client.check(exchange)
        } catch {
            var failure = error
            if [.unsupportedMediaType, .notAcceptable].contains(error.code) {
                failure = failure.advising(
                    ": the server does not take atomic operations at this address, or names the extension in another way (APIOptions.atomic)"
                )
            }
            if error.code == .notFound, error.errors.allSatisfy({ $0.pointer == nil }) {
                failure = failure.advising(
                    "; if the server has its operations at another address, set APIOptions.atomic.path"
                )
            }
            throw failure.about(request)
        }
    }
}

extension APIClient {
    /// Returns the document of a successful response to operations; nil if it has no body.
    fileprivate func atomicDocument(_ exchange: Exchange) throws(RequestError) -> AtomicDocument? {
        if exchange.body.isEmpty || exchange.status == .noContent { return nil }
        var reader = self
        let atomic = options.atomic
        reader.options.extensions += atomic.requiresExtension ? [atomic.extension] : []
        reader.options.accepted = [
            HTTPMediaType.Accepted(.jsonAPI(ext: options.extensions + [atomic.extension]))
        ]
        try reader.checkType(exchange)
        do throws(DocumentError) {
            let document = try AtomicDocument(
                parsing: exchange.body, options: options.documents(of: exchange))
            document.tree.source = DocumentSource(
                client: self, head: ClientResponse.Head(exchange), settings: settings)
            return document
        } catch {
            throw exchange.failure(
                reading: error, "the response has no results of the operations")
        }
    }
}
