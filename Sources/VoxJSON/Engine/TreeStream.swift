// SPDX-License-Identifier: MIT

internal import CVox

/// A reader of JSON text that arrives in pieces. The stream returns documents, or the elements of
/// one document.
///
/// The items do not depend on where the text is split.
package final class TreeStream {
    package enum Form {
        /// One document. The items are the elements of the root array, or of the array `data` in
        /// the root object.
        case elements
        /// The text contains documents, one after another.
        case values
    }

    /// A complete part of the text. The part has its own document.
    package enum Item {
        case document(Node)
        /// An element of `data`. The document of the item is `{"data": element}`.
        case element(Node)
        /// The included resources. The document of the item is `{"included": array}`.
        case included(Node)
        /// The document without its lists of elements and included resources.
        case rest(Node)

        /// The node of the item.
        package var node: Node {
            switch self {
            case .document(let node), .element(let node), .included(let node), .rest(let node): node
            }
        }
    }

    private let raw: OpaquePointer
    /// The pool, which must outlive the memory that was taken from it.
    private let pool: JSON.Pool?
    private var isFinished = false

    /// Creates a stream. The limits of the options apply to each value separately.
    ///
    /// `limit` is the maximum size of the whole text in bytes. `maximumHeld` is the maximum size of
    /// one value, and replaces the maximum size in the options.
    package init(
        _ form: Form, options: JSON.Options, upTo limit: Int?, maximumHeld: Int? = nil
    ) throws(JSONError) {
        pool = options.pool
        var core = vox_stream_options_default()
        // The size of an element is not known in advance, and most elements are small.
        core.tree = options.core(for: 0)
        core.form = form == .elements ? VOX_STREAM_ELEMENTS : VOX_STREAM_VALUES
        if let maximumHeld { core.tree.max_size = JSON.Options.coreLimit(maximumHeld) }
        core.max_held = core.tree.max_size
        if let limit { core.max_total = JSON.Options.coreLimit(limit) }
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

    /// Returns the next complete item, or nil if more text is needed.
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

    /// Reads chunks until the next item is complete, and returns that item. Returns nil after the
    /// last item. Throws `CancellationError` if the chunks end because the task was cancelled.
    package func next<Chunks: AsyncIteratorProtocol>(
        from chunks: inout Chunks, isolation actor: isolated (any Actor)?
    ) async throws -> Item? where Chunks.Element: Collection<UInt8> {
        while true {
            if let item = try next() { return item }
            if isFinished { return nil }
            if let chunk = try await chunks.next(isolation: actor) {
                try feed(chunk)
            } else {
                // Many sequences end when their task is cancelled. In that case the text is not
                // complete.
                try Task.checkCancellation()
                vox_stream_finish(raw)
                isFinished = true
            }
        }
    }
}
