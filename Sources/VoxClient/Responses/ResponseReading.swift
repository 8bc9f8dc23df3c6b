// SPDX-License-Identifier: MIT

internal import HTTPTypes

extension APIClient {
    /// Throws if the status reports a failure. The error contains the errors of the response.
    func check(_ exchange: Exchange) throws(RequestError) {
        if exchange.status.kind == .successful { return }
        do throws(RequestError) {
            try server.check(exchange)
        } catch {
            throw advised(error, exchange)
        }
    }

    /// Adds the name of the option that sets a media type to an error about this media type.
    private func advised(_ error: RequestError, _ exchange: Exchange) -> RequestError {
        guard [406, 415].contains(exchange.status.code) else { return error }
        let headers = exchange.request.headers
        // The options for other requests do not change the media type of operations.
        if headers[.contentType] == options.atomic.mediaType { return error }
        if exchange.status == .unsupportedMediaType, exchange.request.content != nil {
            let sent = headers.value(of: .contentType) ?? "a body without a media type"
            return error.advising(
                ": the request was \(sent.prefix(200)); set sentType to send another media type, or "
                    + "writes.form to send flat objects")
        }
        let accept = headers.value(of: .accept) ?? "no media type"
        return error.advising(
            ": the request accepts \(accept.prefix(200)); set accepted to accept another media type"
        )
    }

    /// Throws if the document of a successful response reports errors.
    func checkReported(_ exchange: Exchange) throws(RequestError) {
        guard let report = ReportedErrors.read(exchange.body)
        else { return }
        var failure = exchange.error(
            .reported, "the status is a success, but the document reports errors")
        failure.report = report
        throw failure
    }

    /// Throws in strict mode if `Location` and the self link of the created resource differ.
    func checkLocation(
        of created: Resource<AnyResource>?, _ exchange: Exchange
    ) throws(RequestError) {
        guard options.documents.mode == .strict, let location = exchange.headers[.location],
            let link = created?.selfLink
        else { return }
        let isSame: Bool
        do {
            isSame = try exchange.url.resolve(location) == exchange.url.resolve(link)
        } catch {
            throw exchange.error(error.code, error.message, cause: error)
        }
        guard isSame else {
            throw exchange.error(
                .unexpectedResponse, "Location differs from the self link of the created resource")
        }
    }

    /// Returns the document of a successful response.
    /// - Throws: `RequestError` with code `document`, `reported`, `unexpectedContentType`,
    ///   `unsupportedExtension`.
    func document<Primary>(
        _ exchange: Exchange, settings: ClientRequest.Settings
    ) throws(RequestError) -> Document<Primary> {
        if !exchange.body.isEmpty { try checkType(exchange) }
        do throws(DocumentError) {
            let document = try Document<Primary>(
                parsing: exchange.body, options: options.documents(of: exchange))
            document.tree.source = DocumentSource(
                client: self, head: ClientResponse.Head(exchange), settings: settings)
            if options.documents(of: exchange).mode == .strict {
                try document.tree.root.checkIDs()
            }
            return document
        } catch {
            throw exchange.failure(
                reading: error, "the response is not a document of the expected form")
        }
    }
}

extension Node {
    /// Throws if a listed resource of a response has no id (JSON:API 1.1, "Identification": only a
    /// resource of a request may have no id).
    fileprivate func checkIDs() throws(DocumentError) {
        guard let list = member("data"), list.isArray else { return }
        for resource in list.children where resource.member("id") == nil {
            throw DocumentError(
                code: .missingIdentity, message: "a resource of a response needs an id",
                pointer: resource.pointer)
        }
    }
}

extension APIOptions {
    /// The options for reading the document of a response.
    func documents(of exchange: Exchange) -> DocumentOptions {
        guard let mode = modeOfOtherTypes, !exchange.isJSONAPI else { return documents }
        var options = documents
        options.mode = mode
        return options
    }
}

extension Exchange {
    /// Returns the error for a successful response whose document cannot be read, or reports
    /// errors.
    func failure(reading error: DocumentError, _ reason: String) -> RequestError {
        var failure = self.error(
            error.code == .api ? .reported : .document,
            error.code == .api
                ? "the status is a success, but the document reports errors"
                : "\(reason): \(error)",
            cause: error)
        failure.errors = error.errors
        return failure
    }

    /// True for a response with the media type of JSON:API, or without a media type.
    fileprivate var isJSONAPI: Bool {
        guard let text = headers.value(of: .contentType) else { return true }
        return HTTPMediaType(text)?.isJSONAPI ?? false
    }
}
