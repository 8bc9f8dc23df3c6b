// SPDX-License-Identifier: MIT

package import HTTPTypes

extension ClientRequest {
    /// Sends this request as a transport does: checks it, lets `start` hand it to the HTTP library,
    /// and waits for the head of the response.
    /// - Parameters:
    ///   - timers: what looks after its time limits.
    ///   - decode: what becomes of the body; by the fields, which it may change.
    ///   - start: hands the checked request to the library, without its framing fields
    ///     (``HTTPTypes/HTTPField/isFraming``); the library reports to the transfer.
    /// - Returns: the response, its body still to come.
    /// - Throws: ``RequestError``, or `CancellationError`.
    nonisolated(nonsending) package func exchange(
        _ timers: Timers,
        decode: (inout HTTPFields, TransferBody) throws -> ClientResponseBody,
        start: (Transfer) throws -> Void
    ) async throws -> ClientResponse {
        try check()
        try Task.checkCancellation()
        let transfer = Transfer(self, timers)
        do {
            try start(transfer)
            var head = try await transfer.head()
            // The transfer then ends by itself: dropping the response must not cost the connection.
            guard head.mayHaveBody(toward: method) else {
                return ClientResponse(head: head, url: url)
            }
            let body = try decode(&head.headerFields, TransferBody(transfer))
            return ClientResponse(head: head, url: url, body: body)
        } catch {
            transfer.fail(error)
            throw error.of(self)
        }
    }
}

extension HTTPField {
    /// Whether it says how a body is framed. That is between the HTTP library and its peer: two
    /// opinions smuggle requests.
    package var isFraming: Bool {
        name == .contentLength || name == .transferEncoding
    }
}

extension HTTPResponse {
    /// RFC 9110, section 6.4.1, and answers that say themselves that they have none.
    fileprivate func mayHaveBody(toward method: HTTPRequest.Method) -> Bool {
        method != .head && ![204, 304].contains(status.code)
            && headerFields.contentLength != 0
    }
}

extension Error {
    /// This error, with what was asked of whom.
    fileprivate func of(_ request: ClientRequest) -> any Error {
        guard var error = self as? RequestError else { return self }
        error.method = request.method
        error.url = request.url
        return error
    }
}
