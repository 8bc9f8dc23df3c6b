// SPDX-License-Identifier: MIT

/// The resources of a to-many relationship: a view of its linkage, in order.
///
/// A literal can be assigned to a relationship: `album.tracks = [first, second]`, `album.tracks = []`,
/// `album.tracks = nil`, `album.tracks = .null`.
///
/// In a document that was read leniently, what is of another type than the schema's is skipped
/// (``skipped``); then the view is what was left when it was asked for, else it shows later edits.
/// Assigning a list replaces all of the linkage, what was skipped included.
///
/// - Complexity: Access by position is O(1) after the first; resolving a target is O(1). Asking for
///   the view is O(1), and O(count) in a document that was read leniently.
public struct RelatedResources<Schema: ResourceSchema> {
    enum Source {
        case linkage(owner: Node, name: MemberName)
        case list([Resource<Schema>])
        case null
        case none
    }

    let source: Source
    /// The identifiers of a document read leniently, when some are skipped because of their type.
    private let kept: [Node]?

    init(_ source: Source) {
        self.source = source
        kept = Self.kept(of: source)
    }

    private static func kept(of source: Source) -> [Node]? {
        guard case .linkage(let owner, let name) = source, owner.tree.isLenient,
            Schema.self != AnyResource.self,
            let linkage = owner.linkage(name), linkage.isArray
        else { return nil }
        func isKept(_ identifier: Node) -> Bool {
            Schema.describes(identifier.member("type")?.text)
        }
        var identifier = linkage.first
        while let node = identifier, isKept(node) { identifier = node.next }
        return identifier == nil ? nil : linkage.children.filter(isKept)
    }

    /// The identifiers that are left out because they are of another type than the schema's. Empty
    /// unless the document was read leniently. O(count).
    public var skipped: [SkippedResource] {
        guard kept != nil, let linkage else { return [] }
        return linkage.children.filter { !Schema.describes($0.member("type")?.text) }.map {
            SkippedResource(pointer: $0.pointer, type: $0.member("type")?.text ?? "")
        }
    }

    /// Null, to be assigned: `{"data": null}`.
    public static var null: RelatedResources { RelatedResources(.null) }

    private var linkage: Node? {
        guard case .linkage(let owner, let name) = source else { return nil }
        return owner.linkage(name)
    }

    /// Whether the relationship has linkage at all: absent (not loaded), null, or a list.
    public var state: MemberState {
        switch source {
        case .list: .value
        case .null: .null
        case .none: .absent
        case .linkage: linkage.map { $0.isNull ? .null : .value } ?? .absent
        }
    }

    /// Appends a resource to the linkage, which is made when there is none. O(1).
    public func append(_ resource: Resource<Schema>) {
        guard case .linkage(let owner, let name) = source else { return }
        Resource<AnyResource>(owner).addRelated(name, resource)
    }

    /// Takes every identifier of a resource out of the linkage. O(count).
    public func remove(_ resource: Resource<Schema>) {
        guard case .linkage(let owner, let name) = source else { return }
        Resource<AnyResource>(owner).removeRelated(name, resource)
    }
}

extension RelatedResources: RandomAccessCollection {
    /// The position of the first resource.
    public var startIndex: Int { 0 }

    /// The position behind the last resource.
    public var endIndex: Int {
        if case .list(let list) = source { return list.count }
        return kept?.count ?? linkage.map { $0.isArray ? $0.count : 0 } ?? 0
    }

    /// The resource at a position. Traps outside of the indices, as arrays do.
    public subscript(position: Int) -> Resource<Schema> {
        if case .list(let list) = source { return list[position] }
        if let kept { return kept[position].resolve(Schema.self) }
        guard let identifier = linkage?.element(at: position) else {
            preconditionFailure("position \(position) is outside of the relationship")
        }
        return identifier.resolve(Schema.self)
    }

    /// Iterates over the list as it is now; later edits do not disturb it.
    public func makeIterator() -> IndexingIterator<[Resource<Schema>]> {
        if case .list(let list) = source { return list.makeIterator() }
        guard let linkage, linkage.isArray else { return [].makeIterator() }
        return (kept ?? linkage.children).map { $0.resolve(Schema.self) }.makeIterator()
    }
}

extension RelatedResources: ExpressibleByArrayLiteral, ExpressibleByNilLiteral {
    /// A list to be assigned.
    public init(arrayLiteral elements: Resource<Schema>...) { self.init(.list(elements)) }

    /// No relationship: assigning it removes.
    public init(nilLiteral: ()) { self.init(.none) }
}
