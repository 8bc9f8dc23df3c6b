// SPDX-License-Identifier: MIT

package import CVox

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension Node {
    /// A scalar value for a function of the core. Creating this scalar needs no allocation.
    @usableFromInline
    package enum Scalar {
        case null
        case boolean(Bool)
        case int64(Int64)
        case uint64(UInt64)
        case double(Double)
        case emptyArray
        case emptyObject
    }

    private static func value(_ scalar: Scalar) -> vox_value {
        switch scalar {
        case .null: vox_value_null()
        case .boolean(let value): vox_value_boolean(value)
        case .int64(let value): vox_value_int64(value)
        case .uint64(let value): vox_value_uint64(value)
        case .double(let value): vox_value_double(value)
        case .emptyArray: vox_value_array()
        case .emptyObject: vox_value_object()
        }
    }

    // MARK: Detached values

    package static func make(_ value: vox_value, in tree: Tree) throws(JSONError) -> Node {
        var made: OpaquePointer?
        let status = vox_node_new(tree.raw, value, &made)
        guard status == VOX_OK, let made else { throw JSONError(status) }
        return Node(tree: tree, raw: made)
    }

    package static func make(scalar: Scalar, in tree: Tree) throws(JSONError) -> Node {
        try make(value(scalar), in: tree)
    }

    package static func make(string: some StringProtocol, in tree: Tree) throws(JSONError) -> Node {
        let result = withCore(string) { text in
            Result { () throws(JSONError) in try make(vox_value_string(text), in: tree) }
        }
        return try result.get()
    }

    package static func make(number: String, in tree: Tree) throws(JSONError) -> Node {
        let result = withCore(number) { text in
            Result { () throws(JSONError) in try make(vox_value_number(text), in: tree) }
        }
        return try result.get()
    }

    /// Parses a JSON text into a detached value, under the limits of the document.
    package static func make(json: String, in tree: Tree) throws(JSONError) -> Node {
        let result = withCore(json) { text in
            Result { () throws(JSONError) in try make(vox_value_json(text), in: tree) }
        }
        do {
            return try result.get()
        } catch {
            // The core reports only the code. Parsing the text as a document of its own throws an
            // error with the position.
            if error.code.isAboutText { _ = try Tree(parsing: json.utf8, options: JSON.Options()) }
            throw error
        }
    }

    /// Returns a detached deep copy of a node of any document.
    package static func make(copy node: Node, in tree: Tree) throws(JSONError) -> Node {
        try node.materialize()
        return try make(vox_value_copy(node.tree.raw, node.raw), in: tree)
    }

    /// Returns a snapshot as a detached node. The node is created without recursion.
    package static func make(_ value: JSONValue, in tree: Tree) throws(JSONError) -> Node {
        let result = withValue(value) { core in
            Result { () throws(JSONError) in try make(core, in: tree) }
        }
        let root = try result.get()
        var unfilled = [(node: root, value: value)]
        while let (node, value) = unfilled.popLast() {
            switch value {
            case .object(let members):
                for (name, value) in members {
                    let member = try node.addMember(name, value)
                    if value.isContainer { unfilled.append((member, value)) }
                }
            case .array(let values):
                for value in values {
                    let element = try node.addElement(value)
                    if value.isContainer { unfilled.append((element, value)) }
                }
            case .null, .bool, .number, .string: break
            }
        }
        return root
    }

    /// Adds a member with a scalar, or with an empty container.
    private func addMember(_ name: String, _ value: JSONValue) throws(JSONError) -> Node {
        var member: OpaquePointer?
        let status = withCore(name) { name in
            Self.withValue(value) { vox_object_set(tree.raw, raw, name, $0, &member) }
        }
        return try added(status, member)
    }

    /// Adds an element: a scalar, or an empty container.
    private func addElement(_ value: JSONValue) throws(JSONError) -> Node {
        var element: OpaquePointer?
        let status = Self.withValue(value) { vox_array_append(tree.raw, raw, $0, &element) }
        return try added(status, element)
    }

    /// The error has no pointer, because a pointer into a detached value says nothing to the caller.
    private func added(_ status: vox_status, _ child: OpaquePointer?) throws(JSONError) -> Node {
        guard status == VOX_OK, let child else { throw JSONError(status) }
        return Node(tree: tree, raw: child)
    }

    /// Calls a function with a scalar, or with an empty container, as a value of the core.
    private static func withValue<Result>(
        _ value: JSONValue, _ body: (vox_value) -> Result
    ) -> Result {
        switch value {
        case .null: body(vox_value_null())
        case .bool(let value): body(vox_value_boolean(value))
        case .number(let number): withCore(number.text) { body(vox_value_number($0)) }
        case .string(let text): withCore(text) { body(vox_value_string($0)) }
        case .array: body(vox_value_array())
        case .object: body(vox_value_object())
        }
    }

    // MARK: Writing

    /// Overwrites the value.
    package func set(_ scalar: Scalar) throws(JSONError) {
        try check(vox_node_set(tree.raw, raw, Self.value(scalar)))
    }

    package func set(string: some StringProtocol) throws(JSONError) {
        try check(withCore(string) { vox_node_set(tree.raw, raw, vox_value_string($0)) })
    }

    /// Overwrites the value with a string. The string must be UTF-8.
    package func set(utf8 text: UnsafeBufferPointer<UInt8>) throws(JSONError) {
        let status = text.withMemoryRebound(to: CChar.self) {
            vox_node_set(
                tree.raw, raw, vox_value_string(vox_string(bytes: $0.baseAddress, length: $0.count))
            )
        }
        try check(status)
    }

    /// Overwrites the value with a deep copy of a node of any document.
    package func set(copy node: Node) throws(JSONError) {
        try node.materialize()
        try check(vox_node_set(tree.raw, raw, vox_value_copy(node.tree.raw, node.raw)))
    }

    /// Replaces this value by the value and the children of a detached node.
    package func take(_ loose: Node) throws(JSONError) {
        try check(vox_node_set(tree.raw, raw, vox_value_node(loose.raw)))
    }

    /// Sets the value of a member. If the member is missing, it is created.
    @discardableResult
    package func setMember(_ name: vox_string, to value: vox_value) throws(JSONError) -> Node {
        var member: OpaquePointer?
        let status = vox_object_set(tree.raw, raw, name, value, &member)
        return try written(status, member)
    }

    @discardableResult
    package func setMember(_ name: StaticString, to scalar: Scalar) throws(JSONError) -> Node {
        try setMember(vox_string(name), to: Self.value(scalar))
    }

    @discardableResult
    package func setMember(_ name: StaticString, to text: String) throws(JSONError) -> Node {
        var member: OpaquePointer?
        let status = withCore(text) {
            vox_object_set(tree.raw, raw, vox_string(name), vox_value_string($0), &member)
        }
        return try written(status, member)
    }

    /// Sets a member to a detached node. The node replaces the old value of the member.
    @discardableResult
    package func setMember(_ name: StaticString, to loose: Node) throws(JSONError) -> Node {
        try setMember(vox_string(name), to: vox_value_node(loose.raw))
    }

    /// Sets the member with the same name as `other` to a copy of `other`.
    package func setMember(copying other: Node) throws(JSONError) {
        try other.materialize()
        try setMember(
            vox_node_name(other.tree.raw, other.raw),
            to: vox_value_copy(other.tree.raw, other.raw))
    }

    /// Sets the value of a member. For a literal name, the overload with a `StaticString` is
    /// preferred, because that overload creates no string.
    @_disfavoredOverload
    @discardableResult
    package func setMember(_ name: some StringProtocol, to loose: Node) throws(JSONError) -> Node {
        var member: OpaquePointer?
        let status = withCore(name) {
            vox_object_set(tree.raw, raw, $0, vox_value_node(loose.raw), &member)
        }
        return try written(status, member)
    }

    /// Sets the value of a member. If the member is missing, it is created.
    ///
    /// Returns false if the write fails. A failed write changes nothing. The throwing functions
    /// report the reason of a failure.
    @usableFromInline
    package func trySetMember(_ name: StaticString, to scalar: Scalar) -> Bool {
        vox_object_set(tree.raw, raw, vox_string(name), Self.value(scalar), nil) == VOX_OK
    }

    /// Sets the value of a member to a string. Returns false if the write fails.
    @usableFromInline
    package func trySetMember(_ name: StaticString, to text: String) -> Bool {
        withCore(text) {
            vox_object_set(tree.raw, raw, vox_string(name), vox_value_string($0), nil)
        } == VOX_OK
    }

    /// Sets the value of a member. If the member is missing, it is created. Returns false if the
    /// write fails.
    func trySetMember(_ name: String, to scalar: Scalar) -> Bool {
        withCore(name) { vox_object_set(tree.raw, raw, $0, Self.value(scalar), nil) } == VOX_OK
    }

    /// Sets the value of a member to a string. Returns false if the write fails.
    func trySetMember(_ name: String, to text: some StringProtocol) -> Bool {
        withCore(name) { name in
            withCore(text) { vox_object_set(tree.raw, raw, name, vox_value_string($0), nil) }
        } == VOX_OK
    }

    /// Appends a scalar to an array. Returns false if the write fails.
    func tryAppend(_ scalar: Scalar) -> Bool {
        vox_array_append(tree.raw, raw, Self.value(scalar), nil) == VOX_OK
    }

    /// Appends a string to an array. Returns false if the write fails.
    func tryAppend(_ text: String) -> Bool {
        withCore(text) { vox_array_append(tree.raw, raw, vox_value_string($0), nil) } == VOX_OK
    }

    /// Appends a scalar or an empty container to an array, and returns the element.
    package func append(_ scalar: Scalar) throws(JSONError) -> Node {
        var element: OpaquePointer?
        let status = vox_array_append(tree.raw, raw, Self.value(scalar), &element)
        return try written(status, element)
    }

    package func append(_ loose: Node) throws(JSONError) {
        try check(vox_array_append(tree.raw, raw, vox_value_node(loose.raw), nil))
    }

    package func insert(_ loose: Node, at index: Int) throws(JSONError) {
        guard index >= 0 else { throw JSONError(VOX_ERROR_INDEX, pointer: pointer) }
        try check(vox_array_insert(tree.raw, raw, index, vox_value_node(loose.raw), nil))
    }

    /// Parses a JSON text and writes the parsed value at a JSON Pointer.
    package func set(pointer: String, parsing text: String) throws(JSONError) {
        let status = withCore(pointer) { pointer in
            withCore(text) { vox_pointer_set(tree.raw, raw, pointer, vox_value_json($0), nil, nil) }
        }
        if status != VOX_OK {
            try JSON(self).follow(pointer).nearestNode?.parse()
            throw JSONError(status, pointer: pointer)
        }
    }

    /// Removes the node from its parent. Does nothing if the node is detached.
    ///
    /// In a frozen document, the removal fails, and the failure is recorded.
    package func remove() {
        // The other possible error is that the node is detached, which needs no action.
        if vox_node_remove(tree.raw, raw) == VOX_ERROR_FROZEN {
            noteWrite(JSONError(VOX_ERROR_FROZEN, pointer: pointer))
        }
    }

    private func written(_ status: vox_status, _ member: OpaquePointer?) throws(JSONError) -> Node {
        try check(status)
        guard let member else { throw JSONError(VOX_ERROR_MISSING, pointer: pointer) }
        return Node(tree: tree, raw: member)
    }

    // MARK: Output

    /// Returns the JSON text of the node and its descendants.
    ///
    /// The text of a large document has about the size of the source, so the array is allocated in
    /// this size, and the text is written directly into the array. For all other values, the text
    /// is copied from the memory of the core.
    package func bytes(style: JSON.Style) throws(JSONError) -> [UInt8] {
        let source = vox_tree_source(tree.raw)
        if source.length >= 1 << 16, style != .pretty, raw == vox_tree_root(tree.raw) {
            var output: [UInt8] = []
            output.reserveCapacity(source.length)
            try write(to: &output, style: style)
            // An array that is mostly unused capacity is copied to a smaller one.
            return output.count > source.length / 2 ? output : output.withUnsafeBytes { Array($0) }
        }
        var buffer = vox_buffer()
        defer { vox_buffer_free(&buffer) }
        try check(vox_write_buffer(tree.raw, raw, style.core, &buffer))
        return Array(UnsafeRawBufferPointer(start: buffer.bytes, count: buffer.length))
    }

    /// Returns the JSON text as `Data`.
    ///
    /// The returned data owns the memory in which the core wrote the text. If most of this memory
    /// is unused, the text is copied.
    package func data(style: JSON.Style) throws(JSONError) -> Data {
        var buffer = vox_buffer()
        let status = vox_write_buffer(tree.raw, raw, style.core, &buffer)
        guard status == VOX_OK, let bytes = buffer.bytes else {
            vox_buffer_free(&buffer)
            try check(status)
            return Data()
        }
        if buffer.capacity / 2 > buffer.length {
            defer { vox_buffer_free(&buffer) }
            return Data(bytes: bytes, count: buffer.length)
        }
        return Data(bytesNoCopy: bytes, count: buffer.length, deallocator: .free)
    }

    /// Appends the JSON text to `output`, with one copy and no intermediate buffer.
    package func write(to output: inout [UInt8], style: JSON.Style) throws(JSONError) {
        let length = output.count
        let status = withUnsafeMutablePointer(to: &output) { output in
            let sink = vox_sink(
                write: { context, bytes, length in
                    guard let context, let bytes else { return 1 }
                    context.assumingMemoryBound(to: [UInt8].self).pointee.append(
                        contentsOf: UnsafeRawBufferPointer(start: bytes, count: length))
                    return 0
                }, context: output)
            return vox_write(tree.raw, raw, style.core, sink)
        }
        if status != VOX_OK {
            output.removeSubrange(length...)
            try check(status)
        }
    }

    /// Returns a new document with the same value and the same layout.
    package func copied() throws(JSONError) -> Tree {
        var copy: OpaquePointer?
        try check(vox_tree_copy(tree.raw, raw, &copy))
        guard let copy else { throw JSONError(VOX_ERROR_MEMORY) }
        return Tree(storage: TreeStorage(raw: copy, pool: tree.storage.pool))
    }
}

extension JSONValue {
    fileprivate var isContainer: Bool {
        switch self {
        case .array, .object: true
        case .null, .bool, .number, .string: false
        }
    }
}
