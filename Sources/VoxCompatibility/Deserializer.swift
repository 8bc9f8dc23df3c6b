// SPDX-License-Identifier: MIT

public import VoxDocument

// Spellings of the predecessor that still work. Each one only calls the API that replaces it.

/// Creates readers of documents: `Deserializer.Single<Album>()` and
/// `Deserializer.Collection<Album>()`.
public enum Deserializer {
    /// Reads documents with at most one primary resource.
    public struct Single<Schema: ResourceSchema> {
        /// The options that are used when documents are read.
        public var options: DocumentOptions

        /// Creates a deserializer.
        public init(options: DocumentOptions = DocumentOptions()) { self.options = options }

        /// Reads a document, as `Document(parsing:options:)` does.
        public func deserialize(data: some Swift.Collection<UInt8>) throws(DocumentError)
            -> Document<Schema>
        {
            try Document(parsing: data, options: options)
        }
    }

    /// Reads documents with a list of primary resources.
    public struct Collection<Schema: ResourceSchema> {
        /// The options that are used when documents are read.
        public var options: DocumentOptions

        /// Creates a deserializer.
        public init(options: DocumentOptions = DocumentOptions()) { self.options = options }

        /// Reads a document, as `Document(parsing:options:)` does.
        public func deserialize(data: some Swift.Collection<UInt8>) throws(DocumentError)
            -> Document<[Schema]>
        {
            try Document(parsing: data, options: options)
        }
    }
}
