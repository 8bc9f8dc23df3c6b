// SPDX-License-Identifier: MIT

internal import CVox

extension Tree {
    /// Parses a document. The bytes of the text are copied. O(bytes).
    package convenience init(
        parsing bytes: some Collection<UInt8>, options: JSON.Options
    ) throws(JSONError) {
        func parse(_ buffer: UnsafeBufferPointer<UInt8>) -> Result<OpaquePointer, JSONError> {
            var core = options.core(for: buffer.count)
            var tree: OpaquePointer?
            var error = vox_error()
            let status = buffer.withMemoryRebound(to: CChar.self) { text in
                vox_tree_parse(text.baseAddress, text.count, &core, &tree, &error)
            }
            guard status == VOX_OK, let tree else { return .failure(JSONError(error)) }
            return .success(tree)
        }
        let result =
            bytes.withContiguousStorageIfAvailable(parse)
            ?? Array(bytes).withUnsafeBufferPointer(parse)
        self.init(storage: TreeStorage(raw: try result.get(), pool: options.pool))
    }

    /// Creates a document with the value null.
    package convenience init() throws(JSONError) {
        var tree: OpaquePointer?
        let status = vox_tree_new(nil, &tree)
        guard status == VOX_OK, let tree else { throw JSONError(status) }
        self.init(storage: TreeStorage(raw: tree, pool: nil))
    }

    /// Parses all values that are still deferred.
    /// - Throws: The first syntax error in the text, as in eager parsing.
    package func materialize() throws(JSONError) {
        var error = vox_error()
        if vox_tree_materialize(raw, &error) != VOX_OK { throw JSONError(error) }
    }

    /// The text that the document was read from.
    package var source: [UInt8] {
        let source = vox_tree_source(raw)
        return Array(UnsafeRawBufferPointer(start: source.bytes, count: source.length))
    }

    /// The number of reserved bytes, the number of bytes that edits have left unused, and the
    /// number of values created so far. O(values).
    package var memory: (reserved: Int, wasted: Int, values: Int) {
        let memory = vox_tree_memory(raw)
        return (memory.reserved, memory.wasted, memory.nodes)
    }
}
