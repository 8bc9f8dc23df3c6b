// SPDX-License-Identifier: MIT

/// A resource of one of several types: an enumeration with a case for each type, and a case for all
/// other types.
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
/// }
/// ```
///
/// A union can be used like a schema for relationships and primary data: `ToOne<Owner>("owner")`,
/// `ToMany<Owner>("owners")`, `Document<Owner>`, `Document<[Owner]>`. The property of a to-one
/// relationship has the type `Owner?`, and the property of a to-many relationship is a list of
/// `Owner`. A resource of a type without a case of its own is not an error, because the enumeration
/// has a case for all other types.
public protocol ResourceUnion: RelationshipTarget
where
    Schema == AnyResource, Content == Self?,
    ListContent == UnionList<Self, ResourceList<AnyResource>>
{
    /// Creates the case for the type of a resource.
    init(_ resource: Resource<AnyResource>)

    /// The resource of the case. By default, it is the associated value of the case, found by
    /// reflection. A program that is built without reflection metadata declares the property.
    var resource: Resource<AnyResource> { get }
}

extension ResourceUnion {
    /// The associated value of the case.
    /// - Precondition: each case has a resource as its only associated value.
    public var resource: Resource<AnyResource> {
        guard let view = Mirror(reflecting: self).children.first?.value as? any ResourceView else {
            preconditionFailure("a case of \(Self.self) has no resource: declare `resource`")
        }
        return view.untyped
    }

    /// `isList` is false, because a union describes a single resource and not a list.
    public static var isList: Bool { false }

    /// Returns the resource, or nil.
    public static func content(of data: JSON) -> Self? {
        AnyResource.content(of: data).map { Self($0) }
    }

    /// Returns the resources.
    public static func listContent(
        of data: JSON
    ) -> UnionList<Self, ResourceList<AnyResource>> {
        UnionList(AnyResource.listContent(of: data))
    }
}

extension Resource where Schema == AnyResource {
    /// Creates a view of the same resource with the schema ``AnyResource``.
    public init(_ resource: Resource<some ResourceSchema>) {
        self.init(resource.node, isResolved: resource.isResolved)
    }
}

/// A resource of any schema.
private protocol ResourceView {
    var untyped: Resource<AnyResource> { get }
}

extension Resource: ResourceView {
    fileprivate var untyped: Resource<AnyResource> {
        Resource<AnyResource>(node, isResolved: isResolved)
    }
}

/// A list of resources of several types. Each element is a value of a union.
///
/// The list is a view of primary data or of a to-many relationship. The list of a relationship can
/// be edited in place, like ``RelatedResources``.
public struct UnionList<Union: ResourceUnion, Base: RandomAccessCollection>: RandomAccessCollection
where Base.Element == Resource<AnyResource>, Base.Index == Int {
    /// A resource as a value of the union. The type of the resource determines the case.
    public typealias Element = Union
    /// A position in the list, counted from 0.
    public typealias Index = Int
    /// A slice of the resources.
    public typealias SubSequence = RelatedSlice<UnionList>

    /// The resources of the list, with the schema ``AnyResource``.
    public let resources: Base

    init(_ resources: Base) { self.resources = resources }

    /// The position of the first resource.
    public var startIndex: Int { resources.startIndex }

    /// The position after the last resource.
    public var endIndex: Int { resources.endIndex }

    /// Returns the resource at a position. Traps if the position is out of range, like the
    /// subscript of an array.
    public subscript(position: Int) -> Union { Union(resources[position]) }

    /// Returns the resources in a range. Traps if the range is out of bounds.
    public subscript(bounds: Range<Int>) -> RelatedSlice<UnionList> { RelatedSlice(self, bounds) }

    /// Returns an iterator over the resources that the list has at the time of the call. Later
    /// edits of the list do not affect the iteration.
    public func makeIterator() -> Iterator { Iterator(resources: resources.makeIterator()) }

    /// An iterator over the resources that a list had when the iterator was created.
    public struct Iterator: IteratorProtocol {
        var resources: Base.Iterator

        /// Returns the next resource, or nil.
        public mutating func next() -> Union? { resources.next().map { Union($0) } }
    }
}

extension UnionList: MutableCollection where Base == RelatedResources<AnyResource> {
    /// The state of the linkage: absent (not loaded), null, or a list.
    public var state: JSON.State { resources.state }

    /// Null linkage (`{"data": null}`). Assign this value to a relationship to set its linkage to
    /// null.
    public static var null: UnionList { UnionList(.null) }

    /// The resource at a position. Traps if the position is out of range, like the subscript of an
    /// array.
    public subscript(position: Int) -> Union {
        get { Union(resources[position]) }
        nonmutating set { resources[position] = newValue.resource }
    }

    /// The resources in a range, as a view. Traps if the range is out of bounds.
    public subscript(bounds: Range<Int>) -> RelatedSlice<UnionList> {
        get { RelatedSlice(self, bounds) }
        nonmutating set { replace(bounds, with: newValue) }
    }

    /// Exchanges the resources at two positions. For details, see `swapAt` of ``RelatedResources``.
    public func swapAt(_ first: Int, _ second: Int) { resources.swapAt(first, second) }

    /// Reverses the order, including the meta information of the identifiers. O(count).
    public func reverse() { resources.reverse() }

    /// Passes the resources to `body` as an array, and then writes the array to the linkage. If
    /// `body` sorts the array, the linkage is written only once.
    public func withContiguousMutableStorageIfAvailable<Result>(
        _ body: (inout UnsafeMutableBufferPointer<Union>) throws -> Result
    ) rethrows -> Result? {
        var unions = Array(self)
        let result = try unions.withUnsafeMutableBufferPointer { try body(&$0) }
        resources.arrange(unions.map(\.resource))
        return result
    }

    /// Appends a resource to the linkage. If the linkage is missing, it is created. O(1).
    public func append(_ element: Union) { resources.append(element.resource) }

    /// Appends resources to the linkage. If the linkage is missing, it is created. O(elements).
    public func append(contentsOf elements: some Sequence<Union>) {
        resources.append(contentsOf: elements.map(\.resource))
    }

    /// Inserts a resource at a position. If the position equals the number of resources, the
    /// resource is appended. O(count).
    public func insert(_ element: Union, at position: Int) {
        resources.insert(element.resource, at: position)
    }

    /// Removes the resource at a position from the linkage. Traps if the position is out of range,
    /// like the subscript of an array. O(count).
    @discardableResult
    public func remove(at position: Int) -> Union { Union(resources.remove(at: position)) }

    /// Removes from the linkage all resources that meet a condition. O(count).
    public func removeAll(where isRemoved: (Union) throws -> Bool) rethrows {
        try resources.removeAll { try isRemoved(Union($0)) }
    }

    /// Removes all resources from the linkage. The linkage becomes an empty list. O(count).
    public func removeAll() { resources.removeAll() }
}

extension UnionList: ExpressibleByArrayLiteral, ExpressibleByNilLiteral
where Base == RelatedResources<AnyResource> {
    /// Creates a list that can be assigned to a relationship.
    public init(arrayLiteral elements: Union...) {
        self.init(RelatedResources(.list(DetachedList(elements.map(\.resource)))))
    }

    /// Creates an absent relationship. Assigning an absent relationship removes the relationship.
    public init(nilLiteral: ()) { self.init(RelatedResources(.none)) }
}
