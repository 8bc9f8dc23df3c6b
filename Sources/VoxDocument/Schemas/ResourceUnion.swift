// SPDX-License-Identifier: MIT

/// One of several types of resources: an enumeration with a case for each, and one for all others.
///
/// ```swift
/// struct Person: ResourceSchema { static let type = "people" }
/// struct Company: ResourceSchema { static let type = "companies" }
///
/// enum Owner: ResourceUnion {
///     case person(Resource<Person>)
///     case company(Resource<Company>)
///     case unknown(Resource<AnyResource>)
///
///     init(_ resource: Resource<AnyResource>) {
///         self =
///             resource.as(Person.self).map(Owner.person)
///             ?? resource.as(Company.self).map(Owner.company) ?? .unknown(resource)
///     }
///
///     var resource: Resource<AnyResource> {
///         switch self {
///         case .person(let person): Resource(person)
///         case .company(let company): Resource(company)
///         case .unknown(let resource): resource
///         }
///     }
/// }
/// ```
///
/// It stands wherever a schema does for what is related or read: `ToOne<Owner>("owner")`,
/// `ToMany<Owner>("owners")`, `Document<Owner>`, `Document<[Owner]>`. The properties are `Owner?` and lists
/// of `Owner`. A type that the enumeration does not know never fails: it has a case of its own.
public protocol ResourceUnion: RelationshipTarget
where
    Schema == AnyResource, Content == Self?,
    ListContent == UnionList<Self, ResourceList<AnyResource>>
{
    /// Finds the case of a resource by its type.
    init(_ resource: Resource<AnyResource>)

    /// The resource, whatever the case.
    var resource: Resource<AnyResource> { get }
}

extension ResourceUnion {
    /// False: one resource.
    public static var isList: Bool { false }

    /// The resource, or nil when there is none.
    public static func content(of data: PrimaryDataView) -> Self? {
        AnyResource.content(of: data).map { Self($0) }
    }

    /// The resources.
    public static func listContent(
        of data: PrimaryDataView
    ) -> UnionList<Self, ResourceList<AnyResource>> {
        UnionList(AnyResource.listContent(of: data))
    }
}

extension Resource where Schema == AnyResource {
    /// The same resource, its type left open.
    public init(_ resource: Resource<some ResourceSchema>) {
        self.init(resource.node, isResolved: resource.isResolved)
    }
}

/// Resources of several types, each as a case of a union: a view of primary data or of a to-many
/// relationship. That of a relationship is edited in place, as ``RelatedResources`` is.
public struct UnionList<Union: ResourceUnion, Base: RandomAccessCollection>: RandomAccessCollection
where Base.Element == Resource<AnyResource>, Base.Index == Int {
    /// A resource, as the case of its type.
    public typealias Element = Union
    /// Counted from 0.
    public typealias Index = Int
    /// Some of the resources.
    public typealias SubSequence = RelatedSlice<UnionList>

    /// The same resources, their types left open.
    public let resources: Base

    init(_ resources: Base) { self.resources = resources }

    /// The position of the first resource.
    public var startIndex: Int { resources.startIndex }

    /// The position behind the last resource.
    public var endIndex: Int { resources.endIndex }

    /// The resource at a position. Traps outside of the indices, as arrays do.
    public subscript(position: Int) -> Union { Union(resources[position]) }

    /// The resources at some positions. Traps outside of the indices.
    public subscript(bounds: Range<Int>) -> RelatedSlice<UnionList> { RelatedSlice(self, bounds) }

    /// Iterates over the list as it is now; later edits do not disturb it.
    public func makeIterator() -> Iterator { Iterator(resources: resources.makeIterator()) }

    /// The resources of a list as it was.
    public struct Iterator: IteratorProtocol {
        var resources: Base.Iterator

        /// The next resource.
        public mutating func next() -> Union? { resources.next().map { Union($0) } }
    }
}

extension UnionList: MutableCollection where Base == RelatedResources<AnyResource> {
    /// Whether the relationship has linkage at all: absent (not loaded), null, or a list.
    public var state: MemberState { resources.state }

    /// Null, to be assigned: `{"data": null}`.
    public static var null: UnionList { UnionList(.null) }

    /// The resource at a position. Traps outside of the indices, as arrays do.
    public subscript(position: Int) -> Union {
        get { Union(resources[position]) }
        nonmutating set { resources[position] = newValue.resource }
    }

    /// The resources at some positions: a view, as the list is. Traps outside of the indices.
    public subscript(bounds: Range<Int>) -> RelatedSlice<UnionList> {
        get { RelatedSlice(self, bounds) }
        nonmutating set { replace(bounds, with: newValue) }
    }

    /// Exchanges two places, as ``RelatedResources`` does.
    public func swapAt(_ first: Int, _ second: Int) { resources.swapAt(first, second) }

    /// Turns the order around, identifiers with their meta information. O(count).
    public func reverse() { resources.reverse() }

    /// Lends the resources as an array, and writes what became of it: sorting writes the linkage once.
    public func withContiguousMutableStorageIfAvailable<Result>(
        _ body: (inout UnsafeMutableBufferPointer<Union>) throws -> Result
    ) rethrows -> Result? {
        var unions = Array(self)
        let result = try unions.withUnsafeMutableBufferPointer { try body(&$0) }
        resources.arrange(unions.map(\.resource))
        return result
    }

    /// Appends a resource to the linkage, which is made when there is none. O(1).
    public func append(_ element: Union) { resources.append(element.resource) }

    /// Appends resources to the linkage, which is made when there is none. O(elements).
    public func append(contentsOf elements: some Sequence<Union>) {
        resources.append(contentsOf: elements.map(\.resource))
    }

    /// Puts a resource before the one at a position, or behind the last at the count. O(count).
    public func insert(_ element: Union, at position: Int) {
        resources.insert(element.resource, at: position)
    }

    /// Takes the resource at a position out of the linkage. Traps outside of the indices, as arrays do.
    /// O(count).
    @discardableResult
    public func remove(at position: Int) -> Union { Union(resources.remove(at: position)) }

    /// Takes the resources that meet a condition out of the linkage. O(count).
    public func removeAll(where isRemoved: (Union) throws -> Bool) rethrows {
        try resources.removeAll { try isRemoved(Union($0)) }
    }

    /// Takes all resources out of the linkage, which is an empty list then. O(count).
    public func removeAll() { resources.removeAll() }
}

extension UnionList: ExpressibleByArrayLiteral, ExpressibleByNilLiteral
where Base == RelatedResources<AnyResource> {
    /// A list to be assigned.
    public init(arrayLiteral elements: Union...) {
        self.init(RelatedResources(.list(DetachedList(elements.map(\.resource)))))
    }

    /// No relationship: assigning it removes.
    public init(nilLiteral: ()) { self.init(RelatedResources(.none)) }
}
