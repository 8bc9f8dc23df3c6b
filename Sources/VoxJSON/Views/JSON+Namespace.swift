// SPDX-License-Identifier: MIT

internal import CVox

extension JSON {
    /// The kind of a value.
    public enum Kind: Hashable, Sendable {
        case null, boolean, number, string, array, object
        /// There is no value at this position.
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

    /// The state of a member.
    public enum State: Hashable, Sendable {
        case absent, null, value
    }

    /// The operations on a value, except reading and writing a member by name or position.
    /// ``JSON/vox`` returns the operations.
    public struct Namespace {
        let json: JSON

        var node: Node? { json.node }

        /// The view to which the operations apply.
        public var view: JSON { json }

        // MARK: Properties

        /// The kind of the value.
        public var kind: Kind { node?.kind ?? .absent }

        /// The state of the value: absent, null, or any other value.
        public var state: State {
            guard let node else { return .absent }
            return node.isNull ? .null : .value
        }

        /// The number of members of an object, or of elements of an array. The count is 0 for
        /// values of other kinds.
        public var count: Int { node?.count ?? 0 }

        /// The name of a member. The name is nil if the value is not a member of an object.
        public var name: String? {
            guard let node, let parent = node.parent, parent.isObject else { return nil }
            return node.name
        }

        /// The object or array that contains the value.
        public var parent: JSON? { node?.parent.map { JSON($0) } }

        /// The root of the document.
        public var root: JSON? { json.tree.map { JSON($0.root) } }

        /// The JSON Pointer (RFC 6901) of the value. If there is no value, this is the pointer that
        /// a value at this position would have.
        public var pointer: String {
            switch json.place {
            case .node(let node): node.pointer
            case .absent(let node, let steps):
                (node?.pointer ?? "") + (steps?.all ?? []).map(\.pointerSegment).joined()
            }
        }

        /// The position of the value in the text that was read. The position is nil if the value
        /// was not read from a text.
        public var position: JSONError.Position? { node?.position }

        /// The bytes of the value in the text that was read. The source is nil if the value was
        /// edited after reading.
        public var source: [UInt8]? { node?.source }

        /// True if the value, or a value inside it, was edited after reading.
        public var isChanged: Bool { node?.isChanged ?? false }

        /// The first read or write in this document that failed without throwing. Setting nil
        /// clears all failures.
        ///
        /// A failed read does not prevent any output. After a failed write, every call that would
        /// return the written value as text throws the failure, until the failures are cleared.
        public var failure: JSONError? {
            get { json.tree?.failure }
            nonmutating set { json.tree?.failure = newValue }
        }

        /// The reads and writes in this document that failed without throwing since ``failure`` was
        /// last set to nil.
        public var failures: JSON.Failures { json.tree?.failures ?? JSON.Failures() }

        /// Parses all values that lazy parsing (``JSON/Options/Parsing/lazy``) has not parsed yet.
        /// Does nothing if the document was not opened lazily.
        ///
        /// - Throws: The first syntax error in the text, as in eager parsing. The document stays
        ///   usable after the error.
        /// - Complexity: O(bytes).
        public func materialize() throws(JSONError) { try json.tree?.materialize() }

        /// The number of bytes that the document reserves, the number of bytes that edits have left
        /// unused, and the number of values created so far. O(values).
        public var memory: (reserved: Int, wasted: Int, values: Int) {
            json.tree?.memory ?? (0, 0, 0)
        }

        /// Passes the bytes of a string to `body` without a copy. Returns nil if the value is not a
        /// string.
        ///
        /// The bytes of the string are valid only during the call.
        public func withUTF8<Result>(
            _ body: (Span<UInt8>) throws -> Result
        ) rethrows -> Result? {
            guard let node else { return nil }
            return try withExtendedLifetime(node.tree) {
                try BorrowedScalar(node.raw, of: node.tree).withUTF8(body)
            }
        }

        // MARK: Children

        /// The elements of an array, or the values of an object. Later edits of the document do not
        /// change this list. O(count).
        public var elements: [JSON] {
            var elements: [JSON] = []
            var child = node?.first
            while let node = child {
                elements.append(JSON(node))
                child = node.next
            }
            return elements
        }

        /// The names and values of an object, in order. Later edits of the document do not change
        /// this list. O(count).
        public var members: [(name: String, value: JSON)] {
            kind == .object ? elements.map { ($0.node?.name ?? "", $0) } : []
        }

        /// Returns the value at a JSON Pointer, relative to this value.
        /// - Throws: ``JSONError`` with code `invalidPointer` or `missing`.
        public func find(_ pointer: String) throws(JSONError) -> JSON {
            guard let node else { throw json.missing }
            return JSON(try node.find(pointer: pointer))
        }

        // MARK: Throwing forms

        /// Returns the value as a Swift type.
        /// - Throws: ``JSONError`` with the pointer of the value and code `missing`, `wrongKind`,
        ///   `outOfRange` or `notConvertible`.
        public func value<Value: JSONConvertible>(as type: Value.Type = Value.self)
            throws(JSONError) -> Value
        {
            guard node != nil else { throw json.missing.completed(type, found: json) }
            return try json.converted()
        }

        /// Writes a value, and creates the missing objects on the path to the value. A failed write
        /// changes nothing.
        ///
        /// A list replaces all elements of the old list, including elements that a typed read does
        /// not return (see `Array.decode(_:)`).
        /// - Throws: ``JSONError`` with code `wrongKind` if the path leads through a scalar, or
        ///   with another code such as `notFinite` or `outOfMemory`.
        public func set(_ value: some JSONConvertible) throws(JSONError) {
            do throws(JSONError) {
                try json.replacing { () throws(JSONError) in try value.write(to: json) }
            } catch {
                throw json.located(error)
            }
        }

        /// Writes a copy of the value of another view. If the other view is absent, the value of
        /// this view is removed.
        public func set(_ value: JSON) throws(JSONError) {
            try json.set(copy: value)
        }

        /// Writes null.
        public func setNull() throws(JSONError) { try json.set(.null) }

        /// Parses a JSON text under the limits of the document and writes the parsed value.
        public func set(parsing text: String) throws(JSONError) {
            try json.place { tree throws(JSONError) in try Node.make(json: text, in: tree) }
        }

        /// Parses a JSON text and writes the parsed value at a JSON Pointer.
        ///
        /// The pointer may lead to an existing value, to a new member of an existing object, or to
        /// the position after the last element ("-" or the number of elements).
        /// - Throws: ``JSONError`` with code `invalidPointer`, `missing` or `wrongKind`, or the
        ///   syntax error of the JSON text.
        public func set(_ pointer: String, parsing text: String) throws(JSONError) {
            guard let node else { throw json.missing }
            try node.set(pointer: pointer, parsing: text)
        }

        // MARK: Structure

        /// Appends a copy of a value to an array.
        public func append(_ value: JSON) throws(JSONError) {
            try insert(value, at: count)
        }

        /// Inserts a copy of a value into an array, at a position from 0 to the number of elements.
        public func insert(_ value: JSON, at index: Int) throws(JSONError) {
            if let refusal = value.refusal { throw refusal }
            guard let original = value.node else { throw value.missing }
            guard let node else { return try json[index].vox.set(value) }
            guard node.isArray else {
                throw JSONError(.wrongKind, expected: "an array", found: node)
            }
            try node.insert(Node.make(copy: original, in: node.tree), at: index)
        }

        /// Removes the value from its object or array. If several members have the same name as the
        /// value, all of them are removed. Existing views of the removed value can still be read.
        public func remove() { json.remove() }

        /// Returns true if the two values are deeply equal. Objects are compared regardless of the
        /// order of members, and numbers by their exact values. O(values).
        public func isEqual(to other: JSON) -> Bool {
            switch (node, other.node) {
            case (nil, nil): true
            case (let left?, let right?): (try? left.isEqual(to: right)) ?? false
            default: false
            }
        }

        /// Returns a new document with the same value and the same layout.
        public func copy() throws(JSONError) -> JSON {
            guard let node else { throw json.missing }
            return JSON(try node.copied().root)
        }

        // MARK: Output

        /// Returns the value as JSON text in UTF-8.
        /// - Throws: ``JSONError``: the error of a failed write in the value (``failures``), a
        ///   syntax error, or an error with code `outOfMemory`. A syntax error in the value is
        ///   thrown only if lazy reading has already found malformed text in the document.
        public func bytes(style: JSON.Style = .preserve) throws(JSONError) -> [UInt8] {
            guard let node else { throw json.missing }
            try node.checkOutput()
            return try node.bytes(style: style)
        }

        /// Returns the value as JSON text.
        public func text(style: JSON.Style = .preserve) throws(JSONError) -> String {
            String(written: try bytes(style: style))
        }
    }
}
