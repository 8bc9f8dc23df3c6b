// SPDX-License-Identifier: MIT

internal import HTTPTypes

extension Document {
    /// Parses the document of a request, and refuses a resource that does not belong to the
    /// endpoint (JSON:API 1.1, "Creating Resources" and "Updating Resources").
    ///
    /// ```swift
    /// struct Album: ResourceSchema { static let type = "albums" }
    ///
    /// do {
    ///     _ = try Document<Album>(
    ///         ofRequest: #"{"data": {"type": "songs", "id": "1"}}"#.utf8, for: "1")
    /// } catch let refusal as ErrorResponse {
    ///     print(refusal.status.code, refusal.errors[0].pointer ?? "")  // prints: 409 /data/type
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - bytes: the body of the request.
    ///   - id: the id in the address of a request that changes a resource; nil for all other
    ///     requests.
    ///   - options: the options for reading.
    /// - Throws: ``ErrorResponse`` with 409 if the type of the resource differs from the type of
    ///   the schema, or if the id of the resource differs from the id in the address. The status is
    ///   400 if `id` is given but the document has no resource. If the document cannot be read, the
    ///   function throws `DocumentError`, which ``ErrorResponse/init(_:)`` converts to a response.
    public init(
        ofRequest bytes: some Collection<UInt8>, for id: String? = nil,
        options: DocumentOptions = DocumentOptions()
    ) throws {
        do throws(DocumentError) {
            try self.init(parsing: bytes, options: options)
        } catch {
            throw Self.conflict(error, in: bytes) ?? error
        }
        guard let id else { return }
        guard dataState == .value else {
            throw ErrorResponse(.badRequest, "the request document has no resource", at: "/data")
        }
        let named: String? = json["data"]["id"]
        guard named.map(ExactText.init) == ExactText(id) else {
            throw ErrorResponse(.conflict, "the id differs from the id in the path", at: "/data/id")
        }
    }

    /// Returns the 409 error if reading failed because a resource has another type than the schema.
    /// Returns nil for other errors.
    private static func conflict(
        _ error: DocumentError, in bytes: some Collection<UInt8>
    ) -> (any Error)? {
        let steps = error.pointer.split(separator: "/")
        guard steps.count < 4, steps.first == "data", steps.last == "type",
            Primary.Schema.self != AnyResource.self,
            let json = try? JSON(parsing: bytes), let type = String(json[pointer: error.pointer]),
            type != Primary.Schema.type
        else { return nil }
        return ErrorResponse(
            .conflict, "the type must be \(Primary.Schema.type)", at: error.pointer)
    }
}
