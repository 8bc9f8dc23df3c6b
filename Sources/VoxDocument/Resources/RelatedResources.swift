// SPDX-License-Identifier: MIT

/// The resources of a to-many relationship: a view of its linkage, in order.
///
/// A literal can be assigned to a relationship: `album.tracks = [first, second]`,
/// `album.tracks = []`, `album.tracks = nil`, `album.tracks = .null`. The list can be edited in
/// place like an array: `album.tracks.append(third)`, `album.tracks.insert(third, at: 0)`,
/// `album.tracks[0] = third`, `album.tracks.removeAll { $0.title == nil }`,
/// `album.tracks.sort { … }`.
///
/// In a document that was read leniently, resources that do not have the type of the schema are
/// skipped (``skipped``). If no resource was skipped, the view also shows edits of the linkage
/// after the creation of the view. If resources were skipped, the view does not show later edits.
/// Assigning a list replaces the whole linkage, including skipped resources.
///
/// - Complexity: Access by position is O(1) after the first access, and resolving a target is O(1).
///   Creating the view is O(1), or O(count) in a document that was read leniently.
public struct RelatedResources<Schema: ResourceSchema> {
    enum Source {
        /// The linkage of a relationship of a resource. The schema is used only in error messages.
        case linkage(
            owner: Resource<AnyResource>, name: MemberName, schema: any ResourceSchema.Type)
        case list(DetachedList<Schema>)
        case null
        case none
    }

    let source: Source
    /// The remaining identifiers, if lenient reading has skipped others because of their type. Nil
    /// if no identifiers were skipped.
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

    /// The identifiers of resources that are left out because of their type: the JSON Pointer and
    /// the type of each identifier. If the document was not read leniently, the list is empty.
    /// O(count).
    public var skipped: [(pointer: String, type: String)] {
        guard kept != nil, let linkage else { return [] }
        return linkage.children.filter { !Schema.describes($0.member("type")?.text) }.map {
            ($0.pointer, $0.member("type")?.text ?? "")
        }
    }

    /// Null linkage (`{"data": null}`). Assign this value to a relationship to set its linkage to
    /// null.
    public static var null: RelatedResources { RelatedResources(.null) }

    private var linkage: Node? {
        guard case .linkage(let owner, let name, _) = source else { return nil }
        return owner.linkage(name)
    }

    /// The state of the linkage: absent (not loaded), null, or a list.
    public var state: JSON.State {
        switch source {
        case .list: .value
        case .null: .null
        case .none: .absent
        case .linkage: linkage.map { $0.isNull ? .null : .value } ?? .absent
        }
    }

    /// Returns the identifier at a position. Returns nil if the position is out of range, or if the
    /// list is not the linkage of a relationship.
    func identifier(at position: Int) -> Node? {
        guard let kept else {
            return linkage.flatMap { $0.isArray ? $0.element(at: position) : nil }
        }
        return kept.nodes.indices.contains(position) ? kept.nodes[position] : nil
    }

    /// Records that another identifier is at a position.
    func noteIdentifier(_ identifier: Node, at position: Int) {
        kept?.nodes[position] = identifier
    }
}

extension RelatedResources: RandomAccessCollection {
    /// A related resource.
    public typealias Element = Resource<Schema>
    /// A position in the list, counted from 0.
    public typealias Index = Int
    /// A slice of the resources.
    public typealias SubSequence = RelatedSlice<RelatedResources>

    /// The position of the first resource.
    public var startIndex: Int { 0 }

    /// The position after the last resource.
    public var endIndex: Int {
        if case .list(let list) = source { return list.resources.count }
        return kept?.nodes.count ?? linkage.map { $0.isArray ? $0.count : 0 } ?? 0
    }

    /// The resource at a position. Traps if the position is out of range, like the subscript of an
    /// array.
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

    /// The resources in a range, as a view. Traps if the range is out of bounds.
    public subscript(bounds: Range<Int>) -> RelatedSlice<RelatedResources> {
        get { RelatedSlice(self, bounds) }
        nonmutating set { replace(bounds, with: newValue) }
    }

    /// Returns an iterator over the resources that the list has at the time of the call. Later
    /// edits of the list do not affect the iteration.
    @inlinable
    public func makeIterator() -> IndexingIterator<[Resource<Schema>]> {
        (detached ?? identifiers.map { $0.resolve(Schema.self) }).makeIterator()
    }

    /// The resources of a list that is not the linkage of a relationship. Nil for linkage.
    @usableFromInline var detached: [Resource<Schema>]? {
        if case .list(let list) = source { list.resources } else { nil }
    }

    @usableFromInline var identifiers: [Node] {
        guard let linkage, linkage.isArray else { return [] }
        return kept?.nodes ?? linkage.children
    }
}

extension RelatedResources: ExpressibleByArrayLiteral, ExpressibleByNilLiteral {
    /// Creates a list that can be assigned to a relationship.
    public init(arrayLiteral elements: Resource<Schema>...) {
        self.init(.list(DetachedList(elements)))
    }

    /// Creates an absent relationship. Assigning an absent relationship removes the relationship.
    public init(nilLiteral: ()) { self.init(.none) }
}

/// A list that is not the linkage of a relationship. An array literal creates this list for an
/// assignment.
final class DetachedList<Schema: ResourceSchema> {
    var resources: [Resource<Schema>]

    init(_ resources: [Resource<Schema>]) { self.resources = resources }
}

/// The identifiers that remain after others were skipped. An edit of the list replaces these
/// identifiers one by one.
private final class KeptIdentifiers {
    var nodes: [Node]

    init(_ nodes: [Node]) { self.nodes = nodes }
}
