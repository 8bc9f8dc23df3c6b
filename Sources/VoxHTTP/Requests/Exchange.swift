// SPDX-License-Identifier: MIT

package import HTTPTypes

/// A request that was sent, and its response. The body of the response has not been read yet.
package struct OpenExchange: Sendable {
    package let request: ClientRequest
    package let response: ClientResponse

    package init(
        _ request: ClientRequest, _ response: ClientResponse, _ settings: ClientRequest.Settings
    ) {
        self.request = request
        var response = response
        if settings.handle != nil || settings.progress != nil {
            response.body = ClientResponse.Body(ControlledBody(response, settings))
        }
        self.response = response
    }
}

/// A request that was sent, and its response with the whole body.
package struct Exchange: Sendable {
    package let request: ClientRequest
    package let head: HTTPResponse
    /// The address that sent the response.
    package let url: HTTPURL
    package let body: [UInt8]
    /// The number of times that the request was sent.
    package let attempts: Int
    /// The status of the response. The status is read from the head once, because the head stores
    /// it as text.
    package let status: HTTPResponse.Status

    package init(_ exchange: OpenExchange, _ body: [UInt8]) {
        request = exchange.request
        head = exchange.response.head
        url = exchange.response.url
        attempts = exchange.response.attempts
        status = exchange.response.head.status
        self.body = body
    }

    package var headers: HTTPFields { head.headerFields }

    /// Returns an error about this response. The error contains the method and the address of the
    /// request. The error also contains the status, the header fields and the first bytes of the
    /// body of the response.
    package func error(
        _ code: RequestError.Code, _ message: String, cause: (any Error)? = nil
    ) -> RequestError {
        var error = RequestError(code: code, message: message, cause: cause)
        error.method = request.askedMethod
        error.url = url
        error.status = status
        error.headers = head.headerFields
        error.body = Array(body.prefix(65536))
        return error
    }
}
