// SPDX-License-Identifier: MIT

internal import CVox

extension JSON {
    /// The kind of a value.
    public enum Kind: Hashable, Sendable {
        case null, boolean, number, string, array, object
        /// No value.
        case absent

        init(_ kind: vox_kind) {
            self =
                switch kind {
                case VOX_NULL: .null
                case VOX_FALSE, VOX_TRUE: .boolean
                case VOX_NUMBER: .number
                case VOX_STRING: .string
                case VOX_ARRAY: .array
                case VOX_OBJECT: .object
                default: .absent
                }
        }
    }

    /// The three states of a member.
    public enum State: Hashable, Sendable {
        case absent, null, value
    }

    /// What one can ask of a value and do with it, apart from its members. Reached by ``JSON/vox``.
    public struct Operations {
        let json: JSON

        var node: Node? { json.node }

        /// The view this belongs to.
        public var view: JSON { json }

        // MARK: Asking

        /// The kind of the value.
        public var kind: Kind { node?.kind ?? .absent }

        /// Absent, null, or any other value.
        public var state: State {
            guard let node else { return .absent }
            return node.isNull ? .null : .value
        }

        /// Members or elements; 0 for other kinds.
        public var count: Int { node?.count ?? 0 }

        /// The name of a member; nil for everything else.
        public var name: String? {
            guard let node, let parent = node.parent, parent.isObject else { return nil }
            return node.name
        }

        /// The object or array that holds the value.
        public var parent: JSON? { node?.parent.map { JSON($0) } }

        /// The root of the document.
        public var root: JSON? { json.tree.map { JSON($0.root) } }

        /// The JSON Pointer (RFC 6901) of the value, or of the place where it would be.
        public var pointer: String {
            switch json.place {
            case .node(let node): node.pointer
            case .absent(let node, let steps):
                (node?.pointer ?? "") + (steps?.all ?? []).map(\.pointerSegment).joined()
            }
        }

        /// Where the value was read; nil when it was not read from a text.
        public var position: JSONError.Position? { node?.position }

        /// The bytes of the value as they stand in the text it was read from; nil once it was written.
        public var source: [UInt8]? { node?.source }

        /// True when the value or anything below it was written since it was read.
        public var isChanged: Bool { node?.isChanged ?? false }

        /// The first plain read or write in this document that failed; setting nil forgets all that
        /// failed.
        ///
        /// A failed read stops nothing. A failed write stops the documents that would have carried it:
        /// they throw instead of being written, until it is forgotten.
        public var failure: JSONError? {
            get { json.tree?.failure }
            nonmutating set { json.tree?.failure = newValue }
        }

        /// The plain reads and writes in this document that failed since ``failure`` was last set to
        /// nil.
        public var failures: JSONFailures { json.tree?.failures ?? JSONFailures() }

        /// Parses all that is left unread of a document that was opened lazily
        /// (``JSONOptions/Parsing/lazy``); does nothing for others.
        ///
        /// - Throws: the syntax error that comes first in the text, as reading eagerly does. The
        ///   document stays usable.
        /// - Complexity: O(bytes).
        public func materialize() throws(JSONError) { try json.tree?.materialize() }

        /// Bytes the document holds, bytes that editing has lost, and values ever made. O(values).
        public var memory: (reserved: Int, wasted: Int, values: Int) {
            json.tree?.memory ?? (0, 0, 0)
        }

        /// Lends the bytes of a text, for the call; nil for other kinds. Nothing is copied.
        public func withUTF8<Result>(
            _ body: (Span<UInt8>) throws -> Result
        ) rethrows -> Result? {
            guard let node else { return nil }
            return try withExtendedLifetime(node.tree) {
                try BorrowedJSONScalar(node.raw, of: node.tree).withUTF8(body)
            }
        }

        // MARK: Children

        /// The elements of an array, or the values of an object: a list of the moment, which later
        /// edits do not alter. O(count).
        public var elements: [JSON] {
            var elements: [JSON] = []
            var child = node?.first
            while let node = child {
                elements.append(JSON(node))
                child = node.next
            }
            return elements
        }

        /// Names and values of an object, in order; a list of the moment. O(count).
        public var members: [(name: String, value: JSON)] {
            kind == .object ? elements.map { ($0.node?.name ?? "", $0) } : []
        }

        /// The value that a JSON Pointer names from here.
        /// - Throws: ``JSONError`` with code `invalidPointer` or `missing`.
        public func find(_ pointer: String) throws(JSONError) -> JSON {
            guard let node else { throw json.missing }
            return JSON(try node.find(pointer: pointer))
        }

        // MARK: The throwing forms

        /// The value as a Swift type.
        /// - Throws: ``JSONError`` with code `missing`, `wrongKind`, `outOfRange` or `notConvertible`,
        ///   and the pointer.
        public func value<Value: JSONConvertible>(as type: Value.Type = Value.self)
            throws(JSONError) -> Value
        {
            guard node != nil else { throw json.missing.completed(type, found: json) }
            return try json.converted()
        }

        /// Writes a value, making what is missing on the way. A failure changes nothing.
        /// - Throws: ``JSONError`` with code `wrongKind` through a scalar, `notFinite`, `outOfMemory` ….
        public func set(_ value: some JSONConvertible) throws(JSONError) {
            do {
                try value.write(to: json)
            } catch {
                throw json.located(error)
            }
        }

        /// Writes a copy of another value; an absent one removes.
        public func set(_ value: JSON) throws(JSONError) {
            try json.set(copy: value)
        }

        /// Writes null.
        public func setNull() throws(JSONError) { try json.set(.null) }

        /// Writes the value of a JSON text, read under the limits of the document.
        public func set(parsing text: String) throws(JSONError) {
            try json.place { tree throws(JSONError) in try Node.make(json: text, in: tree) }
        }

        /// Writes the value of a JSON text where a JSON Pointer names a value, a member of an object
        /// that is there, or the place behind the last element ("-" or the count).
        /// - Throws: ``JSONError`` with code `invalidPointer`, `missing`, `wrongKind`, or as reading does.
        public func set(_ pointer: String, parsing text: String) throws(JSONError) {
            guard let node else { throw json.missing }
            try node.set(pointer: pointer, parsing: text)
        }

        // MARK: Structure

        /// Appends a copy of a value to an array.
        public func append(_ value: JSON) throws(JSONError) {
            try insert(value, at: count)
        }

        /// Puts a copy of a value into an array, at a position from 0 to the count.
        public func insert(_ value: JSON, at index: Int) throws(JSONError) {
            if let refusal = value.refusal { throw refusal }
            guard let original = value.node else { throw value.missing }
            guard let node else { return try json[index].vox.set(value) }
            guard node.isArray else {
                throw JSONError(.wrongKind, expected: "a list", found: node)
            }
            try node.insert(Node.make(copy: original, in: node.tree), at: index)
        }

        /// Takes the value out of its object or array; of a repeated name all. Views of it still read.
        public func remove() { json.remove() }

        /// Deep equality: objects without regard to order, numbers by exact value. O(values).
        public func isEqual(to other: JSON) -> Bool {
            switch (node, other.node) {
            case (nil, nil): true
            case (let left?, let right?): (try? left.isEqual(to: right)) ?? false
            default: false
            }
        }

        /// A document of its own with the same value and layout.
        public func copy() throws(JSONError) -> JSON {
            guard let node else { throw json.missing }
            return JSON(try node.copied().root)
        }

        // MARK: Writing out

        /// The value as JSON text in UTF-8.
        /// - Throws: ``JSONError``: that of a plain write in the value that failed (``failures``), that
        ///   of malformed text in it when such was met in the document, or code `outOfMemory`.
        public func bytes(style: JSONStyle = .preserve) throws(JSONError) -> [UInt8] {
            guard let node else { throw json.missing }
            try node.checkOutput()
            return try node.bytes(style: style)
        }

        /// The value as JSON text.
        public func text(style: JSONStyle = .preserve) throws(JSONError) -> String {
            String(written: try bytes(style: style))
        }
    }
}
