// SPDX-License-Identifier: MIT

import HTTPTypes
import Vox

/// A server as a function; called directly it is the in-memory transport.
struct Handler: HTTPTransport {
    let handle: @Sendable (ClientRequest) async throws -> ClientResponse

    init(_ handle: @escaping @Sendable (ClientRequest) async throws -> ClientResponse) {
        self.handle = handle
    }

    func execute(_ request: ClientRequest) async throws -> ClientResponse {
        try await handle(request)
    }
}

extension ClientRequest {
    /// A response to this request.
    func answer(
        _ status: HTTPResponse.Status = .ok, _ headers: HTTPFields = [:],
        _ body: ClientResponse.Body = ClientResponse.Body()
    ) -> ClientResponse {
        ClientResponse(
            head: HTTPResponse(status: status, headerFields: headers), url: url, body: body)
    }

    /// A response with text.
    func answer(_ text: String) -> ClientResponse {
        answer(.ok, [.contentType: "text/plain"], ClientResponse.Body(Array(text.utf8)))
    }
}

extension ClientResponse {
    /// The whole body as text.
    func text() async throws -> String {
        String(decoding: try await body.bytes(), as: UTF8.self)
    }
}

extension ClientResponse.Body {
    /// A body that is made while it is sent.
    init(
        _ write: @escaping @Sendable (AsyncThrowingStream<[UInt8], any Error>.Continuation) -> Void
    ) {
        self.init(AsyncThrowingStream<[UInt8], any Error> { write($0) })
    }

    /// A body that is made chunk by chunk, as it is asked for.
    init(unfolding next: @escaping @Sendable () async throws -> [UInt8]?) {
        self.init(AsyncThrowingStream<[UInt8], any Error>(unfolding: next))
    }
}

extension HTTPFields {
    /// The value of the field of this name.
    subscript(name: String) -> String? {
        get { HTTPField.Name(name).flatMap { self[$0] } }
        set { HTTPField.Name(name).map { self[$0] = newValue } }
    }
}
