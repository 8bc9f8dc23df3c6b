// SPDX-License-Identifier: MIT

package import HTTPTypes

/// A request that was sent, and its response, whose body is still to be read.
package struct OpenExchange: Sendable {
    package let request: ClientRequest
    package let response: ClientResponse

    init(_ request: ClientRequest, _ response: ClientResponse, _ settings: RequestSettings) {
        self.request = request
        var response = response
        if settings.handle != nil || settings.progress != nil {
            response.body = ClientResponseBody(ControlledBody(response, settings))
        }
        self.response = response
    }
}

/// A request that was sent, and its response, whole.
package struct Exchange: Sendable {
    package let request: ClientRequest
    package let head: HTTPResponse
    /// Where the response came from.
    package let url: HTTPURL
    package let body: [UInt8]
    /// How often the request was sent.
    package let attempts: Int
    /// Read out of the head once: it is text there.
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

    /// An error about this response, which carries what is known of it.
    package func error(
        _ code: RequestError.Code, _ message: String, cause: (any Error)? = nil
    ) -> RequestError {
        var error = RequestError(code: code, message: message, cause: cause)
        error.method = request.askedMethod
        error.url = url
        error.status = status
        error.headers = head.headerFields
        error.body = body.count <= 65536 ? body : Array(body.prefix(65536))
        return error
    }
}
