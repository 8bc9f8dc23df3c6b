// SPDX-License-Identifier: MIT

/// The resources of a to-many relationship: a view of its linkage, in order.
///
/// A literal can be assigned to a relationship: `album.tracks = [first, second]`, `album.tracks = []`,
/// `album.tracks = nil`, `album.tracks = .null`. It is edited in place as an array is:
/// `album.tracks.append(third)`, `album.tracks.insert(third, at: 0)`, `album.tracks[0] = third`,
/// `album.tracks.removeAll { $0.title == nil }`, `album.tracks.sort { … }`.
///
/// In a document that was read leniently, what is of another type than the schema's is skipped
/// (``skipped``); then the view is what was left when it was asked for, else it shows later edits.
/// Assigning a list replaces all of the linkage, what was skipped included.
///
/// - Complexity: Access by position is O(1) after the first; resolving a target is O(1). Asking for
///   the view is O(1), and O(count) in a document that was read leniently.
public struct RelatedResources<Schema: ResourceSchema> {
    enum Source {
        /// Of the resource that has the relationship, whose schema is known to errors.
        case linkage(
            owner: Resource<AnyResource>, name: MemberName, schema: any ResourceSchema.Type)
        case list(DetachedList<Schema>)
        case null
        case none
    }

    let source: Source
    /// The identifiers of a document read leniently, when some are skipped because of their type.
    private let kept: KeptIdentifiers?

    init(_ source: Source) {
        self.source = source
        kept = Self.kept(of: source).map { KeptIdentifiers($0) }
    }

    private static func kept(of source: Source) -> [Node]? {
        guard case .linkage(let owner, let name, _) = source, owner.node.tree.isLenient,
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
        guard case .linkage(let owner, let name, _) = source else { return nil }
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

    /// The identifier at a position; nil outside of the indices, and in a list that is no relationship.
    func identifier(at position: Int) -> Node? {
        guard let kept else {
            return linkage.flatMap { $0.isArray ? $0.element(at: position) : nil }
        }
        return kept.nodes.indices.contains(position) ? kept.nodes[position] : nil
    }

    /// Notes that the identifier at a position is another one.
    func noteIdentifier(_ identifier: Node, at position: Int) {
        kept?.nodes[position] = identifier
    }
}

extension RelatedResources: RandomAccessCollection {
    /// A related resource.
    public typealias Element = Resource<Schema>
    /// Counted from 0.
    public typealias Index = Int
    /// Some of the resources.
    public typealias SubSequence = RelatedSlice<RelatedResources>

    /// The position of the first resource.
    public var startIndex: Int { 0 }

    /// The position behind the last resource.
    public var endIndex: Int {
        if case .list(let list) = source { return list.resources.count }
        return kept?.nodes.count ?? linkage.map { $0.isArray ? $0.count : 0 } ?? 0
    }

    /// The resource at a position. Traps outside of the indices, as arrays do.
    public subscript(position: Int) -> Resource<Schema> {
        get {
            if case .list(let list) = source { return list.resources[position] }
            if let kept { return kept.nodes[position].resolve(Schema.self) }
            guard let identifier = linkage?.element(at: position) else {
                preconditionFailure("position \(position) is outside of the relationship")
            }
            return identifier.resolve(Schema.self)
        }
        nonmutating set { replace(at: position, with: newValue) }
    }

    /// The resources at some positions: a view, as the list is. Traps outside of the indices.
    public subscript(bounds: Range<Int>) -> RelatedSlice<RelatedResources> {
        get { RelatedSlice(self, bounds) }
        nonmutating set { replace(bounds, with: newValue) }
    }

    /// Iterates over the list as it is now; later edits do not disturb it.
    @inlinable
    public func makeIterator() -> IndexingIterator<[Resource<Schema>]> {
        (detached ?? identifiers.map { $0.resolve(Schema.self) }).makeIterator()
    }

    /// The resources of a list that is no relationship.
    @usableFromInline var detached: [Resource<Schema>]? {
        if case .list(let list) = source { list.resources } else { nil }
    }

    @usableFromInline var identifiers: [Node] {
        guard let linkage, linkage.isArray else { return [] }
        return kept?.nodes ?? linkage.children
    }
}

extension RelatedResources: ExpressibleByArrayLiteral, ExpressibleByNilLiteral {
    /// A list to be assigned.
    public init(arrayLiteral elements: Resource<Schema>...) {
        self.init(.list(DetachedList(elements)))
    }

    /// No relationship: assigning it removes.
    public init(nilLiteral: ()) { self.init(.none) }
}

/// A list that is no relationship: what a literal makes, to be assigned to one.
final class DetachedList<Schema: ResourceSchema> {
    var resources: [Resource<Schema>]

    init(_ resources: [Resource<Schema>]) { self.resources = resources }
}

/// Identifiers, one of which takes the place of another when the list is edited.
private final class KeptIdentifiers {
    var nodes: [Node]

    init(_ nodes: [Node]) { self.nodes = nodes }
}
