// SPDX-License-Identifier: MIT

package import HTTPTypes
package import Vox

extension ClientRequest {
    /// Sends this request as a transport does: checks it, lets `start` hand it to the HTTP library, and
    /// waits for the head of the answer.
    /// - Parameters:
    ///   - decode: what becomes of the body; by the fields, which it may change.
    ///   - start: hands the checked request to the library, which reports to the transfer.
    /// - Returns: the answer, its body still to come.
    /// - Throws: ``RequestError``, or `CancellationError`.
    package func exchange(
        decode: (inout HTTPFields, TransferBody) throws -> ResponseBody,
        start: (ClientRequest, Transfer) throws -> Void
    ) async throws -> ClientResponse {
        try check()
        try Task.checkCancellation()
        var request = self
        // How the body is framed is between the library and its peer; two opinions smuggle requests.
        request.headers[.contentLength] = nil
        request.headers[.transferEncoding] = nil
        let transfer = Transfer(request)
        do {
            try start(request, transfer)
            var head = try await transfer.head()
            // The transfer then ends by itself: dropping the answer must not cost the connection.
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

extension HTTPResponse {
    /// RFC 9110, section 6.4.1, and answers that say themselves that they have none.
    fileprivate func mayHaveBody(toward method: HTTPRequest.Method) -> Bool {
        method != .head && status != .noContent && status != .notModified
            && headerFields[.contentLength] != "0"
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
