// SPDX-License-Identifier: MIT

public import VoxDocument

// Spellings of the predecessor that carry over. Each only calls the one way of doing the thing.

/// Reads documents: `Deserializer.Single<Album>()`, `Deserializer.Collection<Album>()`.
public enum Deserializer {
    /// Reads documents with at most one primary resource.
    public struct Single<Schema: ResourceSchema> {
        /// How documents are read.
        public var options: DocumentOptions

        /// Makes a deserializer.
        public init(options: DocumentOptions = DocumentOptions()) { self.options = options }

        /// The same as `Document(parsing:options:)`.
        public func deserialize(data: some Swift.Collection<UInt8>) throws(DocumentError)
            -> Document<Schema>
        {
            try Document(parsing: data, options: options)
        }
    }

    /// Reads documents with a list of primary resources.
    public struct Collection<Schema: ResourceSchema> {
        /// How documents are read.
        public var options: DocumentOptions

        /// Makes a deserializer.
        public init(options: DocumentOptions = DocumentOptions()) { self.options = options }

        /// The same as `Document(parsing:options:)`.
        public func deserialize(data: some Swift.Collection<UInt8>) throws(DocumentError)
            -> Document<[Schema]>
        {
            try Document(parsing: data, options: options)
        }
    }
}
