// SPDX-License-Identifier: MIT

internal import HTTPTypes

extension RESTClient {
    /// Returns a GET request for an endpoint.
    /// - Parameters:
    ///   - endpoint: the endpoint.
    ///   - source: a dictionary, JSON, a model or another value with the values of the
    ///     placeholders, by the rules of ``Endpoint/value(for:from:)``.
    /// - Returns: a request that is not sent yet.
    public func get<E: Endpoint>(_ endpoint: E, for source: Any? = nil) -> RESTRequest<E.Content> {
        request(.get, endpoint, source, nil)
    }

    /// Returns a POST request for an endpoint.
    public func post<E: Endpoint>(
        _ endpoint: E, for source: Any? = nil, body: RequestContent? = nil
    ) -> RESTRequest<E.Content> {
        request(.post, endpoint, source, body)
    }

    /// Returns a PUT request for an endpoint.
    public func put<E: Endpoint>(
        _ endpoint: E, for source: Any? = nil, body: RequestContent? = nil
    ) -> RESTRequest<E.Content> {
        request(.put, endpoint, source, body)
    }

    /// Returns a PATCH request for an endpoint.
    public func patch<E: Endpoint>(
        _ endpoint: E, for source: Any? = nil, body: RequestContent? = nil
    ) -> RESTRequest<E.Content> {
        request(.patch, endpoint, source, body)
    }

    /// Returns a DELETE request for an endpoint. ``RESTRequest/success()`` accepts a response
    /// without a body.
    public func delete<E: Endpoint>(
        _ endpoint: E, for source: Any? = nil, body: RequestContent? = nil
    ) -> RESTRequest<E.Content> {
        request(.delete, endpoint, source, body)
    }

    private func request<E: Endpoint>(
        _ method: HTTPRequest.Method, _ endpoint: E, _ source: Any?, _ content: RequestContent?
    ) -> RESTRequest<E.Content> {
        var client = self
        client.options = endpoint.options(options)
        client.options.acceptedTypes = endpoint.acceptedTypes ?? client.options.acceptedTypes
        client.options.responseParser = endpoint.parser(else: client.options.responseParser)
        let base = endpoint.base.map { base in
            Result { () throws(RequestError) in try HTTPURL(base) }
        }
        if case .success(let base) = base {
            // The credentials of the client are not sent to another origin.
            if !base.hasSameOrigin(as: client.base) { client.options.headers.removeSensitive() }
            client.base = base
        }
        for field in endpoint.headers { client.options.headers[field.name] = nil }
        client.options.headers.append(contentsOf: endpoint.headers)
        let context = CallContext(client)
        let target = Result { () throws(RequestError) in
            _ = try base?.get()
            let path = try PathTemplate(places: endpoint.path).filled { place in
                source.flatMap { endpoint.value(for: place, from: $0) }
                    .flatMap { endpoint.isEmpty($0) || isLocalID($0) ? nil : $0 }
            }
            return try context.server.url(of: path)
        }
        var call = Call(context, method, target)
        if let content {
            call.body = Result { () throws(RequestError) in
                try content.body(context.client.options)
            }
        }
        call.query = endpoint.query
        return .reading(call, at: endpoint.keyPath)
    }
}

extension Endpoint {
    /// Returns a parser that calls the function of the endpoint first.
    fileprivate func parser(else parser: RESTOptions.Parser) -> RESTOptions.Parser {
        RESTOptions.Parser(parser.mediaTypes) { body, headers, options in
            try parse(body, headers: headers)
                ?? parser.parse(body, headers: headers, options: options)
        }
    }
}
