// SPDX-License-Identifier: MIT

package import CVox

/// A node of a document. A node keeps its document alive, and all views are built on nodes.
@usableFromInline
package struct Node {
    @usableFromInline package let tree: Tree
    @usableFromInline package let raw: OpaquePointer

    @inlinable
    package init(tree: Tree, raw: OpaquePointer) {
        self.tree = tree
        self.raw = raw
    }

    private func wrap(_ raw: OpaquePointer?) -> Node? {
        raw.map { Node(tree: tree, raw: $0) }
    }

    package var kind: JSON.Kind { JSON.Kind(vox_node_kind(raw)) }
    @usableFromInline package var isNull: Bool { vox_node_kind(raw) == VOX_NULL }
    package var isObject: Bool { vox_node_kind(raw) == VOX_OBJECT }
    package var isArray: Bool { vox_node_kind(raw) == VOX_ARRAY }

    package var parent: Node? { wrap(vox_node_parent(tree.raw, raw)) }
    package var first: Node? { wrap(vox_node_first(tree.raw, raw)) }
    package var next: Node? { wrap(vox_node_next(tree.raw, raw)) }
    package var count: Int { vox_node_count(tree.raw, raw) }

    /// The children at the time of the call. Later edits do not change the array.
    package var children: [Node] {
        var children: [Node] = []
        children.reserveCapacity(count)
        var child = first
        while let node = child {
            children.append(node)
            child = node.next
        }
        return children
    }

    package var isChanged: Bool { vox_node_changed(raw) }

    package func element(at index: Int) -> Node? {
        index < 0 ? nil : wrap(vox_array_get(tree.raw, raw, index))
    }

    package func member(_ name: StaticString) -> Node? {
        wrap(vox_object_get(tree.raw, raw, vox_string(name)))
    }

    /// Returns the member with that name, or nil. For literal names, the overload with a
    /// `StaticString` is preferred, because that overload creates no string.
    @_disfavoredOverload
    package func member(_ name: some StringProtocol) -> Node? {
        withCore(name) { wrap(vox_object_get(tree.raw, raw, $0)) }
    }

    /// Returns the member with the same name as `other`, or nil.
    package func member(namedAs other: Node) -> Node? {
        wrap(vox_object_get(tree.raw, raw, vox_node_name(other.tree.raw, other.raw)))
    }

    /// Returns the value at a path of member names, or nil.
    package func member(at path: some Sequence<String>) -> Node? {
        var node: Node? = self
        for name in path { node = node?.member(name) }
        return node
    }

    /// The name of a member. For an element of an array, the name is empty.
    package var name: String { String(core: vox_node_name(tree.raw, raw)) }

    /// The string; nil if the value is not a string.
    package var string: String? {
        vox_node_kind(raw) == VOX_STRING ? String(core: vox_node_text(tree.raw, raw)) : nil
    }

    /// The text of a number; nil if the value is not a number.
    package var numberText: String? {
        vox_node_kind(raw) == VOX_NUMBER ? String(core: vox_node_text(tree.raw, raw)) : nil
    }

    package var boolean: Bool? {
        var value = false
        return vox_node_boolean(raw, &value) ? value : nil
    }

    package func int64() throws(JSONError) -> Int64 {
        var value: Int64 = 0
        try check(vox_node_int64(tree.raw, raw, &value))
        return value
    }

    package func uint64() throws(JSONError) -> UInt64 {
        var value: UInt64 = 0
        try check(vox_node_uint64(tree.raw, raw, &value))
        return value
    }

    package func double() throws(JSONError) -> Double {
        var value = 0.0
        try check(vox_node_double(tree.raw, raw, &value))
        return value
    }

    /// The position of an element in its array.
    ///
    /// At the first use and in an edited array, the cost is O(position). Otherwise, the cost is
    /// O(log count).
    package var index: Int { vox_node_index(tree.raw, raw) }

    /// The JSON Pointer from the root of the document, or, for a detached node, from the topmost
    /// value. O(depth, positions).
    package var pointer: String {
        let length = vox_pointer_write(tree.raw, raw, nil, 0)
        return String(unsafeUninitializedCapacity: length) { buffer in
            buffer.withMemoryRebound(to: CChar.self) {
                min(vox_pointer_write(tree.raw, raw, $0.baseAddress, $0.count), $0.count)
            }
        }
    }

    /// Returns the node at a JSON Pointer, relative to this node.
    package func find(pointer: String) throws(JSONError) -> Node {
        var found: OpaquePointer?
        let status = withCore(pointer) { vox_pointer_get(tree.raw, raw, $0, &found, nil) }
        guard status == VOX_OK, let found else {
            try JSON(self).follow(pointer).nearestNode?.parse()
            throw JSONError(status, pointer: pointer)
        }
        return Node(tree: tree, raw: found)
    }

    /// The bytes of the value in the text that was parsed. The source is nil if the value was
    /// edited after reading.
    package var source: [UInt8]? {
        let source = vox_node_source(tree.raw, raw)
        return source.length == 0
            ? nil : Array(UnsafeRawBufferPointer(start: source.bytes, count: source.length))
    }

    /// The position in the text from which the value was read. The position is nil if the value was
    /// not read from a text.
    package var position: JSONError.Position? {
        let offset = vox_node_offset(raw)
        guard offset != Int(bitPattern: UInt.max) else { return nil }
        var line = 0
        var column = 0
        vox_locate(vox_tree_source(tree.raw), offset, &line, &column)
        return JSONError.Position(offset: offset, line: line, column: column)
    }

    /// Returns true if the values are deeply equal. See ``JSON/Namespace/isEqual(to:)``.
    package func isEqual(to other: Node) throws(JSONError) -> Bool {
        var equal = false
        let status = vox_node_equal(tree.raw, raw, other.tree.raw, other.raw, &equal)
        if status != VOX_OK { try other.materialize() }
        try check(status)
        return equal
    }

    /// Returns true if the values are equal and also have the same order of members and the same
    /// texts of numbers. O(values), without recursion.
    package func isSpelled(as other: Node) -> Bool {
        var next: (OpaquePointer, OpaquePointer)? = (raw, other.raw)
        // Scalars need no memory for this list.
        var pairs: [(OpaquePointer, OpaquePointer)] = []
        while let (one, two) = next {
            let kind = vox_node_kind(one)
            guard kind == vox_node_kind(two),
                vox_string_equal(vox_node_text(tree.raw, one), vox_node_text(other.tree.raw, two))
            else { return false }
            var left = vox_node_first(tree.raw, one)
            var right = vox_node_first(other.tree.raw, two)
            while let child = left, let counterpart = right {
                let name = vox_node_name(tree.raw, child)
                guard vox_string_equal(name, vox_node_name(other.tree.raw, counterpart)) else {
                    return false
                }
                pairs.append((child, counterpart))
                left = vox_node_next(tree.raw, child)
                right = vox_node_next(other.tree.raw, counterpart)
            }
            guard left == nil, right == nil else { return false }
            next = pairs.popLast()
        }
        return true
    }

    /// Throws the error for a status of the core, or does nothing for VOX_OK. If the cause is
    /// malformed text in a deferred value, the error is the syntax error of this text.
    package func check(_ status: vox_status) throws(JSONError) {
        if status == VOX_OK { return }
        let error = JSONError(status, pointer: pointer)
        if error.code.isAboutText { try materialize() }
        throw error
    }

    /// Parses the value if it is deferred, but does not parse its children.
    /// - Throws: The syntax error of the text.
    package func parse() throws(JSONError) { try parse(below: false) }

    /// Parses all deferred values in this value.
    /// - Throws: The syntax error of the first malformed text.
    package func materialize() throws(JSONError) { try parse(below: true) }

    private func parse(below: Bool) throws(JSONError) {
        if vox_node_materialize(tree.raw, raw, below, nil) == VOX_OK { return }
        var error = vox_error()
        if vox_node_materialize(tree.raw, raw, below, &error) != VOX_OK { throw JSONError(error) }
    }
}

extension Node: Hashable {
    @inlinable
    package static func == (left: Node, right: Node) -> Bool { left.raw == right.raw }

    @inlinable
    package func hash(into hasher: inout Hasher) { hasher.combine(raw) }
}

// MARK: - Lookup without a view

// These functions return raw pointers, which own nothing, so a read does not change a reference
// count.

extension Node {
    @inline(__always)
    private func unlessNull(_ found: OpaquePointer?, _ orNull: Bool) -> OpaquePointer? {
        orNull || vox_node_kind(found) != VOX_NULL ? found : nil
    }

    /// Returns the member with that name. If `orNull` is false, a member that is null counts as
    /// missing.
    @usableFromInline
    package func rawMember(_ name: String, orNull: Bool) -> OpaquePointer? {
        unlessNull(withCore(name) { vox_object_get(tree.raw, raw, $0) }, orNull)
    }

    /// Returns the member with a name known at compile time. If `orNull` is false, a member that is
    /// null counts as missing.
    @usableFromInline
    package func rawMember(_ name: StaticString, orNull: Bool) -> OpaquePointer? {
        unlessNull(vox_object_get(tree.raw, raw, vox_string(name)), orNull)
    }

    package func rawElement(at index: Int) -> OpaquePointer? {
        index < 0 ? nil : vox_array_get(tree.raw, raw, index)
    }

    /// The children at the time of the call. Later edits do not change the array.
    package var rawChildren: [OpaquePointer] {
        var children: [OpaquePointer] = []
        children.reserveCapacity(count)
        var child = vox_node_first(tree.raw, raw)
        while let node = child {
            children.append(node)
            child = vox_node_next(tree.raw, node)
        }
        return children
    }

    /// Calls a function with each child in order.
    package func forEachRawChild<Failure: Error>(
        _ body: (OpaquePointer) throws(Failure) -> Void
    ) throws(Failure) {
        var child = vox_node_first(tree.raw, raw)
        while let node = child {
            try body(node)
            child = vox_node_next(tree.raw, node)
        }
    }

    /// Returns true if the value is a number that is exactly equal to the number in `text`.
    package func isNumber(_ text: String) -> Bool {
        withCore(text) { text in
            vox_node_kind(raw) == VOX_NUMBER
                && vox_number_equal(vox_node_text(tree.raw, raw), text)
        }
    }

    /// Returns true if the value is the given string, compared byte by byte.
    package func isString(_ text: String) -> Bool {
        withCore(text) { text in
            vox_node_kind(raw) == VOX_STRING
                && vox_string_equal(vox_node_text(tree.raw, raw), text)
        }
    }
}
