// SPDX-License-Identifier: MIT

package import HTTPTypes

extension ClientRequest {
    /// The intended method of the request, for example PATCH if a PATCH is sent as a POST.
    package var askedMethod: HTTPRequest.Method {
        headers[.methodOverride].flatMap { HTTPRequest.Method($0) } ?? method
    }
}

extension HTTPField.Name {
    /// `X-HTTP-Method-Override`, which names the intended method of a request that is sent as a
    /// POST.
    package static let methodOverride = HTTPField.Name("X-HTTP-Method-Override") ?? .accept
}
