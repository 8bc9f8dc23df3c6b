// SPDX-License-Identifier: MIT

package import HTTPTypes

extension ClientRequest {
    /// Sends this request for a transport: checks the request, calls `start` to hand the request to
    /// the HTTP library, and waits for the head of the response.
    /// - Parameters:
    ///   - timers: the timers for the time limits of the request.
    ///   - decode: returns the decoded body. `decode` receives the header fields, and may change
    ///     them.
    ///   - start: hands the checked request, without framing fields
    ///     (``HTTPTypes/HTTPField/isFraming``), to the HTTP library. The library reports its events
    ///     to the transfer.
    /// - Returns: the response, before its body has arrived.
    /// - Throws: ``RequestError``, or `CancellationError`.
    nonisolated(nonsending) package func exchange(
        _ timers: Timers,
        decode: (inout HTTPFields, TransferBody) throws -> ClientResponse.Body,
        start: (Transfer) throws -> Void
    ) async throws -> ClientResponse {
        try check()
        try Task.checkCancellation()
        let transfer = Transfer(self, timers)
        do {
            try start(transfer)
            var head = try await transfer.head()
            // The transfer ends by itself here. Dropping the response must not close the
            // connection.
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
    /// True if the field says where a body ends. Only the HTTP library and the server decide where
    /// a body ends. If two programs disagreed about the end, request smuggling would be possible.
    package var isFraming: Bool {
        name == .contentLength || name == .transferEncoding
    }
}

extension HTTPResponse {
    /// False if the method or the status excludes a body (RFC 9110, section 6.4.1), or if
    /// `Content-Length` is 0.
    fileprivate func mayHaveBody(toward method: HTTPRequest.Method) -> Bool {
        method != .head && ![204, 304].contains(status.code)
            && headerFields.contentLength != 0
    }
}

extension Error {
    /// Returns this error with the method and the address of the request.
    fileprivate func of(_ request: ClientRequest) -> any Error {
        guard var error = self as? RequestError else { return self }
        error.method = request.method
        error.url = request.url
        return error
    }
}
