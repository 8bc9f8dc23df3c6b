// SPDX-License-Identifier: MIT

internal import CVox

/// Documents, or elements of one, from text that arrives in pieces. Wherever it is cut, what comes
/// out is the same.
package final class TreeStream {
    package enum Form {
        /// The elements of one document's list: of a root array, or of `data` in a root object.
        case elements
        /// Documents one after another.
        case values
    }

    /// Something that is complete, in a document of its own.
    package enum Item {
        case document(Node)
        /// Of `data`: in `{"data": element}`.
        case element(Node)
        /// In `{"included": array}`.
        case included(Node)
        /// The document without its lists.
        case rest(Node)

        /// What it is.
        package var node: Node {
            switch self {
            case .document(let node), .element(let node), .included(let node), .rest(let node): node
            }
        }
    }

    private let raw: OpaquePointer
    /// Lives as long as what has its memory from it.
    private let pool: JSONPool?
    private var isFinished = false

    /// The limits of the options are those of one value. `limit` is the most bytes of the whole text,
    /// `maximumHeld` of one value, in place of the options' size.
    package init(
        _ form: Form, options: JSONOptions, upTo limit: Int?, maximumHeld: Int? = nil
    ) throws(JSONError) {
        pool = options.pool
        var core = vox_stream_options_default()
        // How large an element is, nobody knows before it is there; most are small.
        core.tree = options.core(for: 0)
        core.form = form == .elements ? VOX_STREAM_ELEMENTS : VOX_STREAM_VALUES
        if let maximumHeld { core.tree.max_size = JSONOptions.coreLimit(maximumHeld) }
        core.max_held = core.tree.max_size
        if let limit { core.max_total = JSONOptions.coreLimit(limit) }
        var stream: OpaquePointer?
        let status = vox_stream_new(&core, &stream)
        guard status == VOX_OK, let stream else { throw JSONError(status) }
        raw = stream
    }

    deinit { vox_stream_free(raw) }

    private func feed(_ bytes: some Collection<UInt8>) throws(JSONError) {
        func feed(_ buffer: UnsafeBufferPointer<UInt8>) -> vox_status {
            buffer.withMemoryRebound(to: CChar.self) {
                vox_stream_feed(raw, $0.baseAddress, $0.count)
            }
        }
        let status =
            bytes.withContiguousStorageIfAvailable(feed)
            ?? Array(bytes).withUnsafeBufferPointer(feed)
        if status != VOX_OK { throw JSONError(status) }
    }

    /// What is complete by now; nil when there is no more of it.
    private func next() throws(JSONError) -> Item? {
        var item = vox_item()
        var error = vox_error()
        guard vox_stream_next(raw, &item, &error) == VOX_OK else { throw JSONError(error) }
        guard let tree = item.tree, let value = item.node else { return nil }
        let node = Node(tree: Tree(storage: TreeStorage(raw: tree, pool: pool)), raw: value)
        return switch item.kind {
        case VOX_ITEM_ELEMENT: .element(node)
        case VOX_ITEM_INCLUDED: .included(node)
        case VOX_ITEM_REST: .rest(node)
        default: .document(node)
        }
    }

    /// The next item, for which as many chunks are read as it takes; nil behind the last.
    package func next<Chunks: AsyncIteratorProtocol>(
        from chunks: inout Chunks, isolation actor: isolated (any Actor)?
    ) async throws -> Item? where Chunks.Element: Collection<UInt8> {
        while true {
            if let item = try next() { return item }
            if isFinished { return nil }
            if let chunk = try await chunks.next(isolation: actor) {
                try feed(chunk)
            } else {
                vox_stream_finish(raw)
                isFinished = true
            }
        }
    }
}
