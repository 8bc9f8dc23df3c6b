// SPDX-License-Identifier: MIT

internal import CVox

/// Owns a tree of the core, and what belongs to the document beside its values.
final class TreeStorage {
    let raw: OpaquePointer
    /// The first plain read or write that failed (decisions: how reads and writes fail).
    var failure: JSONError?
    /// Objects of other documents that were linked from here, by the node that names them.
    var targets: [OpaquePointer: LinkTarget] = [:]
    /// The handle of a storage in a group, so that there is never a second one.
    weak var handle: Tree?

    init(raw: OpaquePointer) { self.raw = raw }

    deinit { vox_tree_free(raw) }
}

/// A node in a storage that the same group keeps alive.
struct LinkTarget {
    unowned let storage: TreeStorage
    let node: OpaquePointer
}

/// What every view retains: one document, and through its group all documents linked with it.
///
///     view ──▶ Tree ──▶ TreeStorage ──▶ the core's tree
///               └─────▶ LinkGroup ──▶ every TreeStorage linked
///
/// No arrow leads back, so no cycle of ownership arises however documents are linked.
package final class Tree {
    let storage: TreeStorage
    private var linked: LinkGroup?

    init(storage: TreeStorage, group: LinkGroup? = nil) {
        self.storage = storage
        linked = group
        if group != nil {
            storage.handle = self
        }
    }

    var raw: OpaquePointer { storage.raw }

    /// The first plain read or write that failed.
    package var failure: JSONError? {
        get { storage.failure }
        set { storage.failure = newValue }
    }

    /// Notes a failure unless one is noted already.
    package func record(_ error: JSONError) {
        if storage.failure == nil {
            storage.failure = error
        }
    }

    package var root: Node { Node(tree: self, raw: vox_tree_root(raw)) }

    /// The group of this document, made at the first link.
    var group: LinkGroup {
        let group = linked?.current ?? LinkGroup(storage)
        linked = group
        storage.handle = self
        return group
    }

    /// The documents linked with this one, itself left out.
    package var others: [Tree] {
        guard let group = linked?.current else { return [] }
        return group.members.filter { $0 !== storage }.map { group.handle(of: $0) }
    }

    /// Joins two documents, so that each lives as long as a view of either.
    package func join(_ other: Tree) {
        if storage !== other.storage {
            linked = group.merge(other.group)
        }
    }

    /// Makes `node` stand for an object of another document.
    package func link(_ node: Node, to target: Node) {
        join(target.tree)
        storage.targets[node.raw] = LinkTarget(storage: target.tree.storage, node: target.raw)
    }

    package func unlink(_ node: Node) {
        storage.targets[node.raw] = nil
    }

    /// The object that `node` was made to stand for.
    package func target(of node: Node) -> Node? {
        guard !storage.targets.isEmpty, let target = storage.targets[node.raw] else { return nil }
        return Node(tree: group.handle(of: target.storage), raw: target.node)
    }

    /// The nodes that stand for objects of other documents.
    package var linkingNodes: [Node] {
        storage.targets.keys.map { Node(tree: self, raw: $0) }
    }

    /// True when both are the same document.
    package func isSame(as other: Tree) -> Bool { storage === other.storage }
}

/// Documents that link to one another and therefore live together.
final class LinkGroup {
    var members: [TreeStorage]
    private var successor: LinkGroup?

    init(_ member: TreeStorage) { members = [member] }

    /// The group this one has become part of.
    var current: LinkGroup {
        var group = self
        while let next = group.successor {
            group = next
        }
        return group
    }

    /// Becomes one with another group; returns the one that goes on.
    func merge(_ other: LinkGroup) -> LinkGroup {
        if other === self { return self }
        let (larger, smaller) = members.count < other.members.count ? (other, self) : (self, other)
        larger.members += smaller.members
        smaller.members = []
        smaller.successor = larger
        return larger
    }

    func handle(of storage: TreeStorage) -> Tree {
        storage.handle ?? Tree(storage: storage, group: self)
    }
}

extension Tree {
    /// Reads a document. O(bytes); the bytes are copied.
    package convenience init(
        parsing bytes: some Collection<UInt8>, options: JSONOptions
    ) throws(JSONError) {
        func parse(_ buffer: UnsafeBufferPointer<UInt8>) -> Result<OpaquePointer, JSONError> {
            var core = options.core
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
        self.init(storage: TreeStorage(raw: try result.get()))
    }

    /// Makes a document that is null.
    package convenience init(options: JSONOptions = JSONOptions()) throws(JSONError) {
        var core = options.core
        var tree: OpaquePointer?
        let status = vox_tree_new(&core, &tree)
        guard status == VOX_OK, let tree else { throw JSONError(status) }
        self.init(storage: TreeStorage(raw: tree))
    }

    /// What primary data is expected to be.
    package enum Primary {
        case any, one, many
    }

    /// Checks the shape of a JSON:API document. O(resources).
    package func checkDocument(primary: Primary, type: String?, lenient: Bool) throws(JSONError) {
        var error = vox_error()
        let expected =
            switch primary {
            case .any: VOX_PRIMARY_ANY
            case .one: VOX_PRIMARY_ONE
            case .many: VOX_PRIMARY_MANY
            }
        let status = withCore(type ?? "") { vox_document_check(raw, expected, $0, lenient, &error) }
        if status != VOX_OK {
            throw JSONError(error)
        }
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
