// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// Follows redirects that are safe.
///
/// - The statuses 301, 302 and 303 turn a POST into a GET without a body; 303 also turns any other
///   method except HEAD into a GET. Redirects that do not turn the request into a GET keep the
///   method and the body. A PATCH that is sent as a POST (`X-HTTP-Method-Override`) keeps its
///   method and its body even after 301 and 302. After 301 or 302, a POST that creates a resource
///   or model fails with code `redirects`, because a GET would write nothing. After 301 or 302,
///   every POST of `APIClient` that writes fails too.
/// - If ``allowsOtherOrigins`` is false, a redirect to another origin is refused. If
///   ``allowsOtherOrigins`` is true, only GET and HEAD requests are redirected to another origin. A
///   redirect to another origin removes the secret fields (``HTTPTypes/HTTPField/isSensitive``) of
///   the request, also for all later redirects.
/// - A redirect from https to http, or to another scheme, is always refused.
/// - The following redirects are also refused: a cycle of redirects, more than ``limit`` redirects,
///   and a redirect that keeps a body which can be sent only once.
///
/// If `followsRedirects` of a request is false, the redirect itself is returned as the response.
///
/// A request with a refused redirect fails with one of the ``RequestError`` codes `redirects`,
/// `crossOrigin`, `insecure`, `invalidURL` and `unsendable`. Source: RFC 9110, section 15.4.
package struct Redirects: HTTPMiddleware {
    /// The maximum number of redirects of one request.
    package var limit: Int

    /// True if a redirect may lead to another origin.
    package var allowsOtherOrigins: Bool

    /// Creates the middleware.
    package init(limit: Int = 10, allowsOtherOrigins: Bool = false) {
        self.limit = limit
        self.allowsOtherOrigins = allowsOtherOrigins
    }

    /// Sends the request, and follows the redirects.
    package func intercept(
        _ request: ClientRequest, next: any HTTPTransport
    ) async throws -> ClientResponse {
        let response = try await next.execute(request)
        guard request.followsRedirects, try Self.target(of: response, request) != nil else {
            return response
        }
        return try await follow(response, to: request, next: next)
    }

    /// Follows a redirect. This function is separate, because most responses are not redirects and
    /// do not need its large stack frame.
    @inline(never)
    private func follow(
        _ first: ClientResponse, to request: ClientRequest, next: any HTTPTransport
    ) async throws -> ClientResponse {
        var request = request
        var response = first
        var seen: Set<Step> = []
        while let target = try Self.target(of: response, request) {
            seen.insert(Step(request))
            guard seen.count <= limit else {
                throw RequestError(
                    code: .redirects, message: "there are more than \(limit) redirects",
                    request: request, response: response)
            }
            let following = try redirected(request, to: target, by: response)
            guard seen.insert(Step(following)).inserted else {
                throw RequestError(
                    code: .redirects, message: "the redirects form a cycle",
                    request: request, response: response)
            }
            request = following
            let attempts = response.attempts
            response = try await next.execute(request)
            response.attempts = max(attempts, response.attempts)
        }
        return response
    }

    private static func target(
        of response: ClientResponse, _ request: ClientRequest
    ) throws -> HTTPURL? {
        guard [301, 302, 303, 307, 308].contains(response.status.code),
            let location = response.headers[.location]
        else { return nil }
        do throws(RequestError) {
            return try request.url.resolve(location)
        } catch {
            throw error.about("the redirect")
        }
    }

    private func redirected(
        _ request: ClientRequest, to target: HTTPURL, by response: ClientResponse
    ) throws -> ClientRequest {
        var following = request
        following.url = target
        let status = response.status.code
        func refusal(_ code: RequestError.Code, _ reason: String) -> RequestError {
            RequestError(
                code: code, message: "the redirect to \(target) is not followed: \(reason)",
                request: request, response: response)
        }
        if status == 303 ? request.method != .head : status < 303 && request.askedMethod == .post {
            guard status == 303 || !request.refusesMethodChange else {
                throw refusal(
                    .redirects,
                    "\(status) turns a POST into a GET, which writes nothing; send the request to that address, or let the server respond with 308"
                )
            }
            following.becomeGet()
        }
        guard following.canBeSentAgain else {
            throw refusal(.unsendable, "the body can be sent only once")
        }
        guard !target.hasSameOrigin(as: request.url) else { return following }
        if request.url.scheme == .https, target.scheme == .http {
            throw refusal(.insecure, "it leads from https to http")
        }
        guard allowsOtherOrigins else { throw refusal(.crossOrigin, "it leads to another origin") }
        guard following.method == .get || following.method == .head, following.content == nil else {
            throw refusal(.crossOrigin, "a \(request.method) is not redirected to another origin")
        }
        following.headers.removeSensitive()
        return following
    }

    /// An address that a request was sent to, with the method.
    private struct Step: Hashable {
        let method: HTTPRequest.Method
        let url: HTTPURL

        init(_ request: ClientRequest) {
            method = request.method
            url = request.url
        }
    }
}

extension ClientRequest {
    /// Turns the request into a GET, without the fields that belong to the body and to the former
    /// method.
    fileprivate mutating func becomeGet() {
        method = .get
        content = nil
        repeatability = .byMethod
        headers = HTTPFields(
            headers.filter { field in
                !field.name.canonicalName.hasPrefix("content-")
                    && !Self.ofWritesOnly.contains(field.name)
            })
    }

    private static let ofWritesOnly: [HTTPField.Name] = [
        .transferEncoding, .expect, .ifMatch, .ifUnmodifiedSince, .methodOverride,
    ]
}
