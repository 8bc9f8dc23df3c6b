// SPDX-License-Identifier: MIT

/// What the primary data of a document can be: one resource of a schema, or a list of them.
public protocol PrimaryData {
    /// The view of the primary data.
    associatedtype Content

    /// The schema of the resources.
    associatedtype Schema: ResourceSchema

    /// True for lists.
    static var isList: Bool { get }

    /// Views the primary data.
    static func content(of data: PrimaryDataView) -> Content
}

/// The `data` member of a document, or its absence.
public struct PrimaryDataView {
    let node: Node?
}

extension ResourceSchema {
    /// False: one resource.
    public static var isList: Bool { false }

    /// The resource, or nil when there is none.
    public static func content(of data: PrimaryDataView) -> Resource<Self>? {
        data.node.flatMap { $0.isObject ? Resource($0) : nil }
    }
}

extension Array: PrimaryData where Element: ResourceSchema {
    /// The schema of the elements.
    public typealias Schema = Element

    /// True: a list.
    public static var isList: Bool { true }

    /// The resources.
    public static func content(of data: PrimaryDataView) -> ResourceList<Element> {
        ResourceList(list: data.node)
    }
}
