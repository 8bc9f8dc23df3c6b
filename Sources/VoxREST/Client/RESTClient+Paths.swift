// SPDX-License-Identifier: MIT

internal import HTTPTypes

// Requests by path: below the base, or an absolute address of its origin.

extension RESTClient {
    /// A GET of a path.
    /// - Parameters:
    ///   - path: the path; a query that it has is kept.
    ///   - content: what the response is read as: a model, a list, any value. Default: an untyped
    ///     view.
    ///   - keyPath: what to read of the response, by a dotted path; nil for all of it.
    /// - Returns: a request that is not sent yet.
    public func get<Content: JSONConvertible>(
        _ path: String, as content: Content.Type = JSON.self, at keyPath: String? = nil
    ) -> RESTRequest<Content> {
        request(.get, path, nil, keyPath)
    }

    /// A POST to a path.
    public func post<Content: JSONConvertible>(
        _ path: String, body: RequestContent? = nil, as content: Content.Type = JSON.self,
        at keyPath: String? = nil
    ) -> RESTRequest<Content> {
        request(.post, path, body, keyPath)
    }

    /// A PUT to a path.
    public func put<Content: JSONConvertible>(
        _ path: String, body: RequestContent? = nil, as content: Content.Type = JSON.self,
        at keyPath: String? = nil
    ) -> RESTRequest<Content> {
        request(.put, path, body, keyPath)
    }

    /// A PATCH to a path.
    public func patch<Content: JSONConvertible>(
        _ path: String, body: RequestContent? = nil, as content: Content.Type = JSON.self,
        at keyPath: String? = nil
    ) -> RESTRequest<Content> {
        request(.patch, path, body, keyPath)
    }

    /// A DELETE of a path. ``RESTRequest/success()`` takes a response without a body.
    public func delete<Content: JSONConvertible>(
        _ path: String, body: RequestContent? = nil, as content: Content.Type = JSON.self,
        at keyPath: String? = nil
    ) -> RESTRequest<Content> {
        request(.delete, path, body, keyPath)
    }

    private func request<Content: JSONConvertible>(
        _ method: HTTPRequest.Method, _ path: String, _ content: RequestContent?,
        _ keyPath: String?
    ) -> RESTRequest<Content> {
        let context = CallContext(self)
        var call = Call(
            context, method,
            Result { () throws(RequestError) in try context.server.url(of: path) })
        if let content {
            call.body = Result { () throws(RequestError) in try content.body(options) }
        }
        return .reading(call, at: keyPath)
    }
}
