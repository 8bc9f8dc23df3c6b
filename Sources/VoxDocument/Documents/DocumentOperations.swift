// SPDX-License-Identifier: MIT

/// What one can ask of a document beside what stands in it. Reached by ``Document/vox``.
public struct DocumentOperations {
    let json: JSON

    /// The document as indented text, as `vox show --tree` prints it: resources with their attributes
    /// and what their relationships lead to, included ones, links, meta and errors.
    ///
    /// ```swift
    /// let text = #"{"data": [{"type": "notes", "id": "1", "attributes": {"text": "hello"}}]}"#
    /// print(try Document<[AnyResource]>(parsing: text).vox.tree())
    /// // prints: data: 1 resource
    /// // prints:   notes 1
    /// // prints:     text: "hello"
    /// ```
    /// - Parameter limit: how many resources of a list are shown.
    /// - Returns: lines of two blanks a level, without a line feed at the end.
    public func tree(limit: Int = 25) -> String { TreeText.of(json, limit: limit) }

    /// The first plain read or write in this document that failed; setting nil forgets all that
    /// failed. See `JSON.Operations.failure`.
    public var failure: JSONError? {
        get { json.vox.failure }
        nonmutating set { json.vox.failure = newValue }
    }

    /// The plain reads and writes in this document that failed since ``failure`` was last set to nil.
    public var failures: JSONFailures { json.vox.failures }
}

extension Document {
    /// What else one can ask of the document: its tree as text, and the reads and writes that failed.
    public var vox: DocumentOperations { DocumentOperations(json: json) }
}
