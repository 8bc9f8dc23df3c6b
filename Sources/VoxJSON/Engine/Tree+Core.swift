// SPDX-License-Identifier: MIT

internal import CVox

extension Tree {
    /// Reads a document. O(bytes); the bytes are copied.
    package convenience init(
        parsing bytes: some Collection<UInt8>, options: JSONOptions
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

    /// Makes a document that is null.
    package convenience init(options: JSONOptions = JSONOptions()) throws(JSONError) {
        var core = options.core(for: 0)
        var tree: OpaquePointer?
        let status = vox_tree_new(&core, &tree)
        guard status == VOX_OK, let tree else { throw JSONError(status) }
        self.init(storage: TreeStorage(raw: tree, pool: options.pool))
    }

    /// Parses all that is deferred.
    /// - Throws: the error that comes first in the text, as eager parsing has it.
    package func materialize() throws(JSONError) {
        var error = vox_error()
        if vox_tree_materialize(raw, &error) != VOX_OK { throw JSONError(error) }
    }

    /// What primary data is expected to be.
    package enum Primary {
        case any, one, many
    }

    /// How much is forgiven when a JSON:API document is read.
    package enum Reading {
        case strict, standard, lenient
    }

    /// Why a document is not shaped as it must be.
    package struct ShapeFault: Error {
        package let error: JSONError
        /// Of two resource objects for one resource the pointer of the first.
        package let otherPointer: String?
    }

    /// Checks the shape of a JSON:API document, and says how many primary resources are of another
    /// type than asked for (0 unless the reading is lenient). O(resources).
    package func checkDocument(
        primary: Primary, type: String?, reading: Reading
    ) throws(ShapeFault) -> Int {
        var error = vox_error()
        var report = vox_document_report()
        let expected =
            switch primary {
            case .any: VOX_PRIMARY_ANY
            case .one: VOX_PRIMARY_ONE
            case .many: VOX_PRIMARY_MANY
            }
        let forgiven =
            switch reading {
            case .strict: VOX_READING_STRICT
            case .standard: VOX_READING_STANDARD
            case .lenient: VOX_READING_LENIENT
            }
        let status = withCore(type ?? "") {
            vox_document_check(raw, expected, $0, forgiven, &report, &error)
        }
        if status != VOX_OK {
            throw ShapeFault(
                error: JSONError(error),
                otherPointer: report.first.map { Node(tree: self, raw: $0).pointer })
        }
        isLenient = reading == .lenient
        return report.foreign
    }

    /// The text the document was read from.
    package var source: [UInt8] {
        let source = vox_tree_source(raw)
        return Array(UnsafeRawBufferPointer(start: source.bytes, count: source.length))
    }

    /// Bytes held, bytes lost to editing, values ever made. O(values).
    package var memory: (reserved: Int, wasted: Int, values: Int) {
        let memory = vox_tree_memory(raw)
        return (memory.reserved, memory.wasted, memory.nodes)
    }
}
