// SPDX-License-Identifier: MIT

internal import HTTPTypes

// Requests by path. A path is relative to the base of the client, or an absolute address of the
// same origin.

extension RESTClient {
    /// Returns a GET request for a path.
    /// - Parameters:
    ///   - path: the path, which may have a query.
    ///   - content: the type of the response: a model, a list, or another value. Default: an
    ///     untyped view.
    ///   - keyPath: a dotted path to the part of the response to read; nil for the whole response.
    /// - Returns: a request that is not sent yet.
    public func get<Content: JSONConvertible>(
        _ path: String, as content: Content.Type = JSON.self, at keyPath: String? = nil
    ) -> RESTRequest<Content> {
        request(.get, path, nil, keyPath)
    }

    /// Returns a POST request for a path.
    public func post<Content: JSONConvertible>(
        _ path: String, body: RequestContent? = nil, as content: Content.Type = JSON.self,
        at keyPath: String? = nil
    ) -> RESTRequest<Content> {
        request(.post, path, body, keyPath)
    }

    /// Returns a PUT request for a path.
    public func put<Content: JSONConvertible>(
        _ path: String, body: RequestContent? = nil, as content: Content.Type = JSON.self,
        at keyPath: String? = nil
    ) -> RESTRequest<Content> {
        request(.put, path, body, keyPath)
    }

    /// Returns a PATCH request for a path.
    public func patch<Content: JSONConvertible>(
        _ path: String, body: RequestContent? = nil, as content: Content.Type = JSON.self,
        at keyPath: String? = nil
    ) -> RESTRequest<Content> {
        request(.patch, path, body, keyPath)
    }

    /// Returns a DELETE request for a path. ``RESTRequest/success()`` accepts a response without a
    /// body.
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
