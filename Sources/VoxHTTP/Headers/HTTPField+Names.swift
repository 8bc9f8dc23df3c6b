// SPDX-License-Identifier: MIT

package import HTTPTypes

// The names of header fields that swift-http-types does not have.

extension HTTPField.Name {
    /// `X-HTTP-Method-Override`, which names the intended method of a request that is sent as a
    /// POST.
    package static let methodOverride = constant("X-HTTP-Method-Override")
    package static let idempotencyKey = constant("Idempotency-Key")
    package static let prefer = constant("Prefer")
    package static let preferenceApplied = constant("Preference-Applied")
    package static let host = constant("Host")
    package static let link = constant("Link")
    package static let contentTransferEncoding = constant("Content-Transfer-Encoding")

    /// A name that the sources contain. A mistyped name must not become another field silently.
    private static func constant(_ name: StaticString) -> HTTPField.Name {
        guard let name = HTTPField.Name("\(name)") else {
            preconditionFailure("\(name) is not the name of a header field")
        }
        return name
    }
}

extension ClientRequest {
    /// The intended method of the request, for example PATCH if a PATCH is sent as a POST.
    package var askedMethod: HTTPRequest.Method {
        headers[.methodOverride].flatMap { HTTPRequest.Method($0) } ?? method
    }
}
