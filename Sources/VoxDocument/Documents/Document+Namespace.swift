// SPDX-License-Identifier: MIT

extension Document {
    /// The operations on a document that do not read or write its members. The property ``vox`` of
    /// a document returns them.
    public struct Namespace {
        package let json: JSON

        /// Returns the document as indented text, in the form of `vox show --tree`: resources with
        /// their attributes and relationships, included resources, links, meta and errors.
        ///
        /// ```swift
        /// let text = #"{"data": [{"type": "notes", "id": "1", "attributes": {"text": "hello"}}]}"#
        /// print(try Document<[AnyResource]>(parsing: text).vox.tree())
        /// // prints: data: 1 resource
        /// // prints:   notes 1
        /// // prints:     text: "hello"
        /// ```
        /// - Parameter limit: the maximum number of resources shown from each list.
        /// - Returns: The tree as lines, which are indented by two spaces per level and do not end
        ///   with a line feed.
        public func tree(limit: Int = 25) -> String { TreeText.of(json, limit: limit) }

        /// The first read or write in this document that failed without throwing. Setting nil
        /// clears all failures. See `JSON.Namespace.failure`.
        public var failure: JSONError? {
            get { json.vox.failure }
            nonmutating set { json.vox.failure = newValue }
        }

        /// The reads and writes in this document that failed without throwing since ``failure`` was
        /// last set to nil.
        public var failures: JSON.Failures { json.vox.failures }
    }

    /// The operations on the document itself: writing the tree as text, and listing failed reads
    /// and writes.
    public var vox: Namespace { Namespace(json: json) }
}
