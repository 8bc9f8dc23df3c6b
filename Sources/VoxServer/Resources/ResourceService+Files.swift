// SPDX-License-Identifier: MIT

import HTTPTypes

// Requests with files: a form with the JSON:API document in its first part, and with a part for
// each file attribute.
extension ResourceService: MountedTransport {
    /// Returns the maximum size of a form that is read as a stream. Returns nil if the body of the
    /// request is read into memory. For a form without files the result is `Int.max`, because the
    /// service refuses the form without reading it.
    package func streamedSize(of request: ClientRequest) -> Int? {
        guard request.isForm else { return nil }
        if let type = fileType(of: request) {
            return type.formLimits(maximumDocumentSize: maximumBodySize).bytes
        }
        return operation(of: request) != nil || isOperationsAddress(request.url) ? Int.max : nil
    }

    /// Returns the type of the resource that a form creates or updates, if the type has files.
    /// Returns nil for all other requests.
    private func fileType(of request: ClientRequest) -> ServedType? {
        guard
            request.isForm, let operation = operation(of: request),
            operation.action == .create || operation.action == .update,
            let type = types[operation.type], !type.files.isEmpty
        else { return nil }
        return type
    }

    func hasFiles(_ exchange: ServedRequest) -> Bool { fileType(of: exchange.request) != nil }

    /// Receives the document and the files of a form, and passes the checked content to a function
    /// that writes it. If nothing is written, all received files are discarded. `old` is the
    /// resource that the request updates; nil for a new resource.
    func receiving<Result: Sendable>(
        _ exchange: ServedRequest, of type: ServedType, updating old: StoredResource?,
        _ write: (CheckedContent) async throws -> Result
    ) async throws -> Result {
        var received: [ReceivedFile] = []
        let form = try form(exchange, of: type)
        do {
            var parts = form.makeAsyncIterator()
            let data = try await document(exchange, of: type, updating: old, &parts)
            var names: Set<String> = []
            while let part = try await parts.next() {
                let file = try type.file(part, in: data, after: names)
                let value = try await file.receive(part)
                received.append(ReceivedFile(name: part.name, file: file, value: value))
                names.insert(part.name)
                try data["attributes"][part.name].vox.set(JSON(value))
            }
            return try await write(
                CheckedContent(data, of: type, isNew: old == nil, self, received: names))
        } catch {
            if (error as? any UncertainWrite)?.mayBeKept != true {
                // A value that the resource already had belongs to a file that is in use.
                await discard(received.filter { old?.attributes[$0.name] != $0.value })
            }
            // The function that received a file may have replaced the error of the form.
            guard let failure = await form.failure else { throw error }
            throw Self.cause(of: failure, in: type)
        }
    }

    private func form(_ exchange: ServedRequest, of type: ServedType) throws -> MultipartBody.Reader
    {
        let request = exchange.request
        try Negotiation.checkEncoding(in: request.headers)
        let limits = type.formLimits(maximumDocumentSize: maximumBodySize)
        if let length = request.content?.length, length > limits.bytes {
            throw ErrorResponse(.contentTooLarge, "the form is larger than \(limits.bytes) bytes")
        }
        let content = request.content ?? ClientRequest.Body([])
        return try MultipartBody.Reader(
            OpenedBody(body: content), contentType: request.headers[.contentType], limits: limits)
    }

    /// Reads the document, and checks all that can be checked before the files arrive.
    private func document(
        _ exchange: ServedRequest, of type: ServedType, updating old: StoredResource?,
        _ parts: inout MultipartBody.Reader.AsyncIterator
    ) async throws -> JSON {
        guard let part = try await parts.next(), part.name == ServedType.File.documentName else {
            throw ErrorResponse(
                .badRequest,
                "the first part of the form must be \"\(ServedType.File.documentName)\"")
        }
        let mediaType: HTTPMediaType
        do throws(ErrorResponse) {
            mediaType = try negotiation.requestType(in: part.headers)
        } catch {
            throw error.inPart(part.name)
        }
        let data = try exchange.data(
            old == nil ? .create : .update, of: await part.body.bytes(), mediaType)
        try data.check(type: type.name, id: old?.id)
        let content = try CheckedContent(data, of: type, isNew: old == nil, self, received: nil)
        try refuse(
            old.map { content.faults(on: $0, of: type) }
                ?? faults(ofNewID: content.id, of: type) + content.faults)
        return data
    }

    /// Discards files in a task of its own, because the task of the request may be canceled.
    private func discard(_ received: [ReceivedFile]) async {
        if received.isEmpty { return }
        await Task {
            for one in received.reversed() {
                do {
                    try await one.file.discard(one.value)
                } catch {
                    onFailure?(error)
                    RequestRecord.current?.add(error)
                }
            }
        }.value
    }

    /// Returns the error for an error of a form. A file that is too large has the pointer of its
    /// attribute. A server that reads a body throws error responses, which a ``ClientRequest/Body``
    /// wraps.
    private static func cause(of failure: any Error, in type: ServedType) -> any Error {
        guard let error = failure as? RequestError else { return failure }
        if case .largePart(let name)? = error.cause as? MultipartBody.Reader.Fault,
            type.files[exactly: name] != nil
        {
            return ErrorResponse(
                .contentTooLarge, error.message,
                at: JSON.pointer(ofAttribute: name))
        }
        guard error.code == .unsendable else { return error }
        return error.cause as? ErrorResponse ?? UnreadableBody(error: error)
    }
}

private struct ReceivedFile: Sendable {
    /// The name of the attribute.
    let name: String
    let file: ServedType.File
    /// The value of the attribute.
    let value: JSONValue
}

extension ErrorResponse {
    /// Returns this error response for the header fields of a part. The result has no source and no
    /// header fields, because these would be about the header fields of the request.
    fileprivate func inPart(_ name: String) -> ErrorResponse {
        let details = errors.compactMap(\.detail).joined(separator: "; ")
        return ErrorResponse([
            APIError(
                status: status.code, title: errors.first?.title ?? "",
                detail: "the part \"\(name)\": \(details)")
        ])
    }
}

extension ClientRequest {
    var isForm: Bool {
        guard let text = headers[.contentType] else { return false }
        return HTTPMediaType(text)?.essence == HTTPMediaType.formEssence
    }
}

extension HTTPMediaType {
    package static let formEssence = "multipart/form-data"
}

/// The body of a request could not be read, and the client is not the cause.
struct UnreadableBody: Error {
    let error: RequestError
}

/// A body that is opened when its first chunk is read.
private struct OpenedBody: AsyncSequence, Sendable {
    typealias Element = [UInt8]
    typealias Failure = any Error

    let body: ClientRequest.Body

    struct AsyncIterator: AsyncIteratorProtocol {
        let body: ClientRequest.Body
        var chunks: ClientRequest.Body.Chunks.AsyncIterator?

        mutating func next() async throws -> [UInt8]? { try await next(isolation: #isolation) }

        mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(any Error) -> [UInt8]? {
            if chunks == nil { chunks = try await body.open().makeAsyncIterator() }
            return try await chunks?.next(isolation: actor)
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: body) }
}

extension ServedType {
    /// Returns the file attribute of a part, and refuses a part that does not belong to the form.
    fileprivate func file(
        _ part: MultipartBody.Reader.Part, in data: JSON, after names: Set<String>
    ) throws(ErrorResponse) -> File {
        let pointer = JSON.pointer(ofAttribute: part.name)
        guard let file = files[exactly: part.name] else {
            throw ErrorResponse([
                APIError(.unprocessableContent, "\(name) has no such file", at: pointer)
            ])
        }
        if names.contains(part.name) {
            throw ErrorResponse(.badRequest, "the file is repeated", at: pointer)
        }
        guard data["attributes"][part.name].vox.state == .absent else {
            throw ErrorResponse(
                .badRequest, "the attribute is in the document and in a part of its own",
                at: pointer)
        }
        if readOnly.contains(part.name) {
            throw ErrorResponse(.forbidden, "the attribute is read-only", at: pointer)
        }
        return file
    }
}
