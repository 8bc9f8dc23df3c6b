// SPDX-License-Identifier: MIT

internal import HTTPTypes

// Reads the responses to writes. A success of the server is a success for the program, even if the
// response has no document, as far as the options for writes allow this.

extension APIClient {
    /// Reads the response to a request that writes.
    func writeResponse<Primary>(
        _ exchange: Exchange, settings: ClientRequest.Settings
    ) throws -> APIResponse<Primary> {
        if exchange.status == .notModified || exchange.hasJob {
            return try response(exchange, settings: settings)
        }
        try check(exchange)
        // A response with the status 204 has no content, whatever a gateway appends to it (RFC
        // 9110, section 15.3.5).
        if exchange.body.isEmpty || exchange.status == .noContent {
            return APIResponse(.done(nil), exchange)
        }
        return try Task.cancellable {
            do throws(RequestError) {
                return APIResponse(
                    .document(try document(exchange, settings: settings)), exchange)
            } catch {
                return try otherResponse(exchange, settings: settings, after: error)
            }
        }
    }

    /// Reads a successful response to a write, if the response is not the expected document.
    /// - Throws: the error, unless the options allow this response.
    private func otherResponse<Primary>(
        _ exchange: Exchange, settings: ClientRequest.Settings, after error: RequestError
    ) throws(RequestError) -> APIResponse<Primary> {
        if error.code == .reported {
            // Some services send an empty list of errors with each success.
            guard error.errors.isEmpty else { throw error }
            return APIResponse(.done(anyDocument(exchange, settings)), exchange)
        }
        if let report = reportedErrors(exchange) {
            var failure = exchange.error(
                .reported, "the status is a success, but the response reports errors")
            failure.report = report
            throw failure
        }
        // The document of a job that cannot be polled may have another type (JSON:API 1.1,
        // "Asynchronous Processing").
        if options.writes.acceptsOtherIdentities || exchange.status == .accepted,
            let read = try? document(exchange, settings: settings) as Document<AnyResource>
        {
            if exchange.status == .accepted { return APIResponse(.done(read), exchange) }
            return APIResponse(.document(Document(read.tree)), exchange)
        }
        guard options.writes.acceptsOtherBodies else {
            guard exchange.request.method != .get else { throw error }
            throw error.afterSuccess.advising(optionFor(exchange, settings))
        }
        return APIResponse(.done(anyDocument(exchange, settings)), exchange)
    }

    /// Returns the advice to set the option that allows a response to a write; empty if no option
    /// allows it.
    private func optionFor(_ exchange: Exchange, _ settings: ClientRequest.Settings) -> String {
        if exchange.isHTML { return ": it is an HTML page, perhaps of a login or of a proxy" }
        let json = try? JSON(parsing: exchange.body)
        guard let data = json?["data"] as JSON?, data.vox.kind != .absent else {
            return ": set writes.acceptsOtherBodies to allow such a response"
        }
        guard data.vox.kind == .object,
            (try? document(exchange, settings: settings) as Document<AnyResource>) != nil
        else { return "" }
        return ": set writes.acceptsOtherIdentities to take over a resource of another type"
    }

    /// Returns the errors in the member `errors` or `error` of a body if this member is not in the
    /// form of JSON:API. Returns nil if the body has neither member, or if the member is empty.
    private func reportedErrors(_ exchange: Exchange) -> ReportedErrors? {
        guard let json = try? JSON(parsing: exchange.body),
            ["errors", "error"].contains(where: { name in
                let member = json[name] as JSON
                return member.vox.count > 0 || String(member)?.isEmpty == false
            })
        else { return nil }
        return ReportedErrors.read(
            exchange.body, exchange.status, exchange.headers, by: options.errors)
    }

    /// Returns the body as a document, whatever the form of the body; nil if the body is not JSON.
    private func anyDocument(
        _ exchange: Exchange, _ settings: ClientRequest.Settings
    ) -> Document<AnyResource>? {
        guard
            let tree = try? JSON(parsing: exchange.body, options: options.documents.limits).node?
                .tree
        else { return nil }
        tree.source = DocumentSource(
            client: self, head: ClientResponse.Head(exchange), settings: settings)
        return Document(tree)
    }
}

extension Exchange {
    /// True for a response to an accepted request (202) that names the address of its job.
    fileprivate var hasJob: Bool {
        status == .accepted
            && (headers.contains(.contentLocation) || headers.contains(.location))
    }
}

extension RequestError {
    /// This error, with a message that says that the server carried out the write.
    var afterSuccess: RequestError {
        var copy = self
        copy.message = reason + "; the server carried out the request, so do not send it again"
        return copy
    }
}
