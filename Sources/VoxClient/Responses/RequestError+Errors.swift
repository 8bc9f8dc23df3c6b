// SPDX-License-Identifier: MIT

internal import HTTPTypes

extension RequestError {
    /// The errors that a JSON:API response reports, at most the first 1,000.
    public var errors: [APIError] {
        get { (report as? ReportedErrors)?.errors ?? [] }
        set { report = ReportedErrors(newValue) }
    }
}

/// The error objects of a document.
struct ReportedErrors: ErrorReport {
    let errors: [APIError]
    /// The operations of the request, if it had operations.
    private(set) var operations: SentOperations?
    /// The indexes of the errors about each resource of the operations.
    private var indexes: [ResourceKey: [Int]] = [:]

    /// Returns these errors with the operations of the request.
    func about(_ operations: SentOperations) -> ReportedErrors {
        var copy = self
        copy.operations = operations
        copy.indexes = [:]
        for (index, error) in errors.enumerated() {
            guard let key = operations.place(of: error)?.operation.resource else { continue }
            copy.indexes[key, default: []].append(index)
        }
        return copy
    }

    /// Returns the errors about the operations on a resource.
    func errors(of resource: ResourceKey) -> [APIError] {
        (indexes[resource] ?? []).map { errors[$0] }
    }

    /// Creates a report; nil if there are no errors.
    init?(_ errors: [APIError]) {
        guard !errors.isEmpty else { return nil }
        self.errors = errors
    }

    /// Reads the error objects of a body (JSON:API 1.1, "Errors"). A string in the list of errors
    /// becomes the detail of an error object. The result is nil if the body is not a document with
    /// errors.
    static func read(_ body: [UInt8]) -> ReportedErrors? {
        guard let json = try? JSON(parsing: body) else { return nil }
        return ReportedErrors(APIError.first(of: json["errors"].node))
    }

    /// Reads the errors of a response that does not report success, in the form of JSON:API or in
    /// another form. The result is nil if the body contains no errors.
    static func read(
        _ body: [UInt8], _ status: HTTPResponse.Status?, _ headers: HTTPFields,
        by decoder: ValidationErrors.Decoder
    ) -> ReportedErrors? {
        if let errors = read(body) { return errors }
        let content = ValidationErrors.Decoder.Body(
            body, status: status?.code ?? 0, contentType: headers[.contentType])
        guard let found = decoder.validationErrors(in: content) else { return nil }
        if found.fields.isEmpty, found.base.count <= 1, let object = content.json?.errorObject {
            return ReportedErrors([APIError(object)])
        }
        let base = found.base.map { APIError(detail: $0) }
        let fields = found.fields.flatMap { field in
            let pointer = field.name.split(separator: ".", omittingEmptySubsequences: false)
                .map { JSON.pointerSegment(String($0)) }.joined()
            return field.messages.map { APIError(detail: $0, pointer: pointer) }
        }
        return ReportedErrors(Array((base + fields).prefix(APIError.mostKept)))
    }

    var summary: String { errors.summary }

    var sentences: [String] { errors.compactMap(\.sentence) }

    var property: String { "errors" }
}

extension JSON {
    /// The object with the message of an error: the body, or its member `error`.
    fileprivate var errorObject: JSONValue? {
        let error = self["error"] as JSON
        let object = error.vox.kind == .object ? error : self
        guard object.vox.kind == .object, (self["errors"] as JSON).vox.kind == .absent,
            (object["detail"] as JSON).vox.kind != .array,
            let value = JSONValue(object)
        else { return nil }
        return APIError(value).sentence == nil ? nil : value
    }
}
