// SPDX-License-Identifier: MIT

/// The kind of the primary data of a document: one resource of a schema, or a list.
public protocol PrimaryData: SendableMetatype {
    /// The type of the view of the primary data.
    associatedtype Content

    /// The schema of the resources.
    associatedtype Schema: ResourceSchema

    /// True for lists.
    static var isList: Bool { get }

    /// True if one resource or null is accepted instead of a list. Default: false.
    static var takesOne: Bool { get }

    /// Returns a view of the primary data in the member `data` of a document, which may be absent.
    static func content(of data: JSON) -> Content
}

extension PrimaryData {
    /// The default is false, so a document with one resource or null is refused if a list is
    /// expected.
    public static var takesOne: Bool { false }
}

/// The type of a single resource: a schema, or a union of several types. A relationship can have
/// targets of this type, and a list of primary data can have elements of this type.
public protocol RelationshipTarget: PrimaryData {
    /// The type of the view of a list of these resources.
    associatedtype ListContent

    /// Returns a view of the list in the member `data` of a document.
    static func listContent(of data: JSON) -> ListContent
}

extension Node {
    /// Returns the resources of primary data that remain after others were skipped because of their
    /// type. Returns nil if no resource was skipped.
    fileprivate func kept<Schema: ResourceSchema>(_ schema: Schema.Type) -> [OpaquePointer]? {
        guard let screened = tree.screened else { return nil }
        if let kept = screened.kept(of: self) { return kept }
        let resources = isArray ? children : [self]
        return resources.filter { Schema.describes($0.member("type")?.text) }.map(\.raw)
    }
}

extension ResourceSchema {
    /// `isList` is false, because a schema describes a single resource and not a list.
    public static var isList: Bool { false }

    /// Returns the primary resource, or nil if there is none.
    public static func content(of data: JSON) -> Resource<Self>? {
        guard let node = data.node, node.isObject, node.kept(Self.self)?.isEmpty != true else {
            return nil
        }
        return Resource(node)
    }

    /// Returns the resources.
    public static func listContent(of data: JSON) -> ResourceList<Self> {
        let list = data.node
        return ResourceList(list: list, kept: list?.kept(Self.self))
    }
}

extension Array: PrimaryData where Element: RelationshipTarget {
    /// The schema of the elements. A list of resources of several types has `AnyResource` as its
    /// schema.
    public typealias Schema = Element.Schema

    /// `isList` is true, because an array describes a list.
    public static var isList: Bool { true }

    /// Returns the resources.
    public static func content(of data: JSON) -> Element.ListContent {
        Element.listContent(of: data)
    }
}

/// Primary data of any kind: a list, one resource, or none. Use this type if the kind of the
/// primary data is not known in advance.
public enum AnyPrimaryData: PrimaryData {
    /// Resources of any type.
    public typealias Schema = AnyResource

    /// `isList` is true, so a new document of this kind has a list as its primary data.
    public static var isList: Bool { true }

    /// `takesOne` is true, so that reading accepts a single resource too.
    public static var takesOne: Bool { true }

    /// Returns the resources. The list is empty if data is null or absent.
    public static func content(of data: JSON) -> [Resource<AnyResource>] {
        guard let node = data.node else { return [] }
        if node.isObject { return [Resource(node)] }
        return Array(ResourceList(list: node))
    }
}
