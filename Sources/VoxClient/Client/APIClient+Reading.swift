// SPDX-License-Identifier: MIT

internal import HTTPTypes

extension APIClient {
    /// Returns a request that reads the document at an address: a path below the base of the
    /// client, or an absolute address of the same origin. The query of the request is appended to
    /// the query of the address.
    public func fetch<Primary: PrimaryData>(
        _ address: String, as primary: Primary.Type
    ) -> ReadRequest<Primary> {
        ReadRequest(
            client: self,
            target: Result { () throws(RequestError) in try server.url(of: address) })
    }

    /// Returns an address with a query appended to the query of the address.
    func url(_ url: HTTPURL, query: APIOptions.Query) throws(RequestError) -> HTTPURL {
        try url.appending(query.items(filters: options.filters), encoding: options.encoding)
    }

    /// Reads the response to a request for a document.
    func response<Primary>(
        _ exchange: Exchange, settings: ClientRequest.Settings
    ) throws -> APIResponse<Primary> {
        switch exchange.status {
        case .notModified:
            return APIResponse(.notModified, exchange)
        case .accepted:
            let job = try APIResponse<Primary>.Job(exchange, client: self, settings: settings)
            return APIResponse(.pending(job), exchange)
        default:
            try check(exchange)
            guard !exchange.body.isEmpty else { return APIResponse(.done(nil), exchange) }
            let read: Document<Primary> = try Task.cancellable {
                try document(exchange, settings: settings)
            }
            return APIResponse(.document(read), exchange)
        }
    }

    /// Sends a request for a document. If the server refuses the size of the page and names a
    /// smaller size, the request is sent again with the smaller size if the options allow this.
    func readingExchange(_ url: HTTPURL, settings: ClientRequest.Settings) async throws -> Exchange
    {
        guard options.retriesWithMaximumPageSize else {
            return try await exchange(.get, url, settings: settings)
        }
        let exchange = try await exchange(.get, url, settings: settings)
        guard exchange.status.kind == .clientError, let url = smallerPage(url, after: exchange)
        else { return exchange }
        return try await self.exchange(.get, url, settings: settings)
    }

    private func smallerPage(_ url: HTTPURL, after refusal: Exchange) -> HTTPURL? {
        for error in ReportedErrors.read(refusal.body)?.errors ?? [] {
            guard case .maximumSizeExceeded(let maximum?)? = error.pageFault, maximum > 0,
                let size = url.value(of: "page[size]").flatMap({ Int($0) }), size > maximum
            else { continue }
            return try? url.separating("page[size]").rest.appending(
                [QueryItem("page[size]", String(maximum))], encoding: options.encoding)
        }
        return nil
    }
}
