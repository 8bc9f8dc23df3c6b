// SPDX-License-Identifier: MIT

package import HTTPTypes

extension ClientRequest {
    /// The method that was asked for: of a PATCH in disguise, PATCH.
    package var askedMethod: HTTPRequest.Method {
        headers[.methodOverride].flatMap { HTTPRequest.Method($0) } ?? method
    }
}

extension HTTPField.Name {
    /// Names the method of a request that goes as a POST.
    package static let methodOverride = HTTPField.Name("X-HTTP-Method-Override") ?? .accept
}
