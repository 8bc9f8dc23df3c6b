// SPDX-License-Identifier: MIT

/// What the primary data of a document can be: one resource of a schema, or a list of them.
public protocol PrimaryData: SendableMetatype {
    /// The view of the primary data.
    associatedtype Content

    /// The schema of the resources.
    associatedtype Schema: ResourceSchema

    /// True for lists.
    static var isList: Bool { get }

    /// True when one resource, or null, is read in place of a list too. Default: false.
    static var takesOne: Bool { get }

    /// Views the primary data.
    static func content(of data: PrimaryDataView) -> Content
}

extension PrimaryData {
    /// False: what is not of the form asked for is an error.
    public static var takesOne: Bool { false }
}

/// What resources can be, one by one: those of a schema, or of one of several types. What relationships lead
/// to, and what lists of primary data hold.
public protocol RelationshipTarget: PrimaryData {
    /// The view of primary data that is a list of them.
    associatedtype ListContent

    /// Views primary data that is a list.
    static func listContent(of data: PrimaryDataView) -> ListContent
}

/// The `data` member of a document, or its absence.
public struct PrimaryDataView {
    let node: Node?

    /// What is left when resources of another type were skipped; nil when none were.
    func kept<Schema: ResourceSchema>(_ schema: Schema.Type) -> [OpaquePointer]? {
        guard let node, let screened = node.tree.screened else { return nil }
        if let kept = screened.kept(of: node) { return kept }
        let resources = node.isArray ? node.children : [node]
        return resources.filter { Schema.describes($0.member("type")?.text) }.map(\.raw)
    }
}

/// A resource of a document that was left out because it is of another type than asked for.
public struct SkippedResource: Hashable, Sendable {
    /// The JSON Pointer of the resource.
    public let pointer: String
    /// Its type.
    public let type: String
}

extension ResourceSchema {
    /// False: one resource.
    public static var isList: Bool { false }

    /// The resource, or nil when there is none.
    public static func content(of data: PrimaryDataView) -> Resource<Self>? {
        guard let node = data.node, node.isObject, data.kept(Self.self)?.isEmpty != true else {
            return nil
        }
        return Resource(node)
    }

    /// The resources.
    public static func listContent(of data: PrimaryDataView) -> ResourceList<Self> {
        ResourceList(list: data.node, kept: data.kept(Self.self))
    }
}

extension Array: PrimaryData where Element: RelationshipTarget {
    /// The schema of the elements; of those of several types that of any.
    public typealias Schema = Element.Schema

    /// True: a list.
    public static var isList: Bool { true }

    /// The resources.
    public static func content(of data: PrimaryDataView) -> Element.ListContent {
        Element.listContent(of: data)
    }
}

/// Whatever primary data there is: a list, one resource, or none. For programs that do not know what
/// an address leads to.
public enum AnyPrimaryData: PrimaryData {
    /// Resources of any type.
    public typealias Schema = AnyResource

    /// True: what is built is a list.
    public static var isList: Bool { true }

    /// True: one resource is as welcome.
    public static var takesOne: Bool { true }

    /// The resources; none where data is null or absent.
    public static func content(of data: PrimaryDataView) -> [Resource<AnyResource>] {
        guard let node = data.node else { return [] }
        if node.isObject { return [Resource(node)] }
        return Array(ResourceList(list: node))
    }
}
