// SPDX-License-Identifier: MIT

internal import HTTPTypes

extension APIClient {
    /// Throws when the status says that the request failed, with what the answer tells about it.
    func check(_ exchange: Exchange) throws(RequestError) {
        try server.check(exchange)
    }

    /// Reads what an answer reports.
    static let report: RemoteServer.ReportReader = { body, _, _ in ReportedErrors(errors(in: body))
    }

    /// The error objects of a body, when it is a document that has some.
    private static func errors(in body: [UInt8]) -> [APIError] {
        guard let json = try? JSON(parsing: body) else { return [] }
        return APIError.first(of: json["errors"].node)
    }

    /// Throws when the document of a successful response reports errors.
    func checkReported(_ exchange: Exchange) throws(RequestError) {
        let errors = Self.errors(in: exchange.body)
        if errors.isEmpty { return }
        var failure = exchange.error(
            .reported, "the status says success, the document reports errors")
        failure.errors = errors
        throw failure
    }

    /// Throws in strict mode when `Location` and the self link of what was created are two addresses.
    func checkLocation(
        of created: Resource<AnyResource>?, _ exchange: Exchange
    ) throws(RequestError) {
        guard options.documents.mode == .strict, let location = exchange.headers[.location],
            let link = created?.selfLink
        else { return }
        guard try exchange.url.resolve(location) == exchange.url.resolve(link) else {
            throw exchange.error(
                .unexpectedAnswer, "the Location of what was created is not its self link")
        }
    }

    /// The document of a successful answer.
    /// - Throws: `RequestError` with code `document`, `reported`, `unexpectedContentType`,
    ///   `unsupportedExtension`.
    func document<Primary>(
        _ exchange: Exchange, settings: RequestSettings
    ) throws(RequestError) -> Document<Primary> {
        if !exchange.body.isEmpty { try checkType(exchange) }
        do throws(DocumentError) {
            let document = try Document<Primary>(
                parsing: exchange.body, options: options.documents)
            document.tree.source = DocumentSource(
                client: self, exchange: exchange, settings: settings)
            return document
        } catch {
            var failure = exchange.error(
                error.code == .api ? .reported : .document,
                error.code == .api
                    ? "the status says success, the document reports errors"
                    : "the answer is no document of the form asked for: \(error)",
                cause: error)
            failure.errors = error.errors
            throw failure
        }
    }
}
