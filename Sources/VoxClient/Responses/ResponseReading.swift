// SPDX-License-Identifier: MIT

internal import HTTPTypes

extension APIClient {
    /// Throws if the status reports a failure. The error contains the errors of the response.
    func check(_ exchange: Exchange) throws(RequestError) {
        try server.check(exchange)
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
        _ exchange: Exchange, settings: RequestSettings
    ) throws(RequestError) -> Document<Primary> {
        if !exchange.body.isEmpty { try checkType(exchange) }
        do throws(DocumentError) {
            let document = try Document<Primary>(
                parsing: exchange.body, options: options.documents(of: exchange))
            document.tree.source = DocumentSource(
                client: self, head: ResponseHead(exchange), settings: settings)
            return document
        } catch {
            var failure = exchange.error(
                error.code == .api ? .reported : .document,
                error.code == .api
                    ? "the status is a success, but the document reports errors"
                    : "the response is not a document of the expected form: \(error)",
                cause: error)
            failure.errors = error.errors
            throw failure
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
    /// True for a response with the media type of JSON:API, or without a media type.
    fileprivate var isJSONAPI: Bool {
        guard let text = headers.value(of: .contentType) else { return true }
        return HTTPMediaType(text)?.isJSONAPI ?? false
    }
}
