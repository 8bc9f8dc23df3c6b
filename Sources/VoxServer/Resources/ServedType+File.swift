// SPDX-License-Identifier: MIT

extension ServedType {
    /// An attribute that is a file. The service passes the content of the file to a function, and
    /// the value that the function returns becomes the value of the attribute.
    ///
    /// For example, the function writes the file to an object store and returns its key.
    ///
    /// ```swift
    /// var albums = ServedType("albums", attributes: ["title", "cover"])
    /// albums.files["cover"] = ServedType.File(maximumSize: 4 << 20) { part in
    ///     guard part.contentType == "image/png" else {
    ///         throw ErrorResponse(.unsupportedMediaType, "a cover must be image/png")
    ///     }
    ///     var count = 0
    ///     for try await chunk in part.body { count += chunk.count }
    ///     return .object(["bytes": .number(JSONNumber(count))])
    /// } discard: { _ in
    ///     // removes the file that belongs to the value
    /// }
    /// ```
    public struct File: Sendable {
        /// The maximum size of the file in bytes. The service responds with 413 to a larger file.
        public var maximumSize: Int
        /// A function that receives a file, and returns the value of the attribute.
        ///
        /// The function reads the content of the part as a stream. If the function throws, the
        /// service writes nothing and does not call ``discard`` for this file, so the function must
        /// remove what it has written. For an `ErrorResponse`, the response has its status and
        /// errors. A body that is cut off makes reading throw.
        ///
        /// Each call must return a new value, such as a random key. A hash of the content is no
        /// such value: if two resources had the same value, discarding the file of one resource
        /// would remove the file of the other resource.
        public var receive: @Sendable (MultipartBody.Reader.Part) async throws -> JSONValue
        /// A function that undoes ``receive``: it removes the file that belongs to a value.
        ///
        /// The service calls the function with each value that was received for a write that did
        /// not succeed, also if the client is gone. If the function throws, the error goes to
        /// ``ResourceService/onFailure`` and to the log.
        ///
        /// The service does not call the function in three cases: a later write replaces or deletes
        /// the value; the resource already had the value before an update; or the store may have
        /// kept the write, for example because the database did not respond to COMMIT.
        public var discard: @Sendable (JSONValue) async throws -> Void

        /// Creates an attribute that is a file. The default maximum size is 16 MiB.
        public init(
            maximumSize: Int = 16 << 20,
            receive: @escaping @Sendable (MultipartBody.Reader.Part) async throws -> JSONValue,
            discard: @escaping @Sendable (JSONValue) async throws -> Void
        ) {
            self.maximumSize = maximumSize
            self.receive = receive
            self.discard = discard
        }

        /// The name of the part with the JSON:API document.
        static let documentName = "document"
    }

    func formLimits(maximumDocumentSize: Int) -> MultipartBody.Reader.Limits {
        var limits = MultipartBody.Reader.Limits()
        // A further part is read, so that the response names what is wrong with it.
        limits.parts = files.count + 2
        limits.partBytesByName = files.mapValues(\.maximumSize)
        limits.partBytesByName[File.documentName] = maximumDocumentSize
        // A part of another name is refused before it is read.
        limits.partBytes = 0
        limits.bytes = limits.partBytesByName.values.reduce(
            limits.parts * (limits.headerBytes + 1024)
        ) { sum, size in
            let (sum, isTooLarge) = sum.addingReportingOverflow(size)
            return isTooLarge ? .max : sum
        }
        return limits
    }
}
