// SPDX-License-Identifier: MIT

/// The kind of the subjects of a probe.
enum SubjectKind: String, Sendable, CaseIterable {
    case server, collection, resource, attribute, include, nested, sort, filter, page, cursor
    case toOne = "to-one"
    case toMany = "to-many"
    case emptyToOne = "empty-to-one"
    case emptyToMany = "empty-to-many"
    case relatedSort = "related-sort"
    case write
    case writeResource = "write-resource"
    case writeToOne = "write-to-one"
    case writeToMany = "write-to-many"
    case atomic
    case atomicToOne = "atomic-to-one"
    case atomicToMany = "atomic-to-many"

    /// True if probes of this kind write to the server.
    var writes: Bool {
        switch self {
        case .write, .writeResource, .writeToOne, .writeToMany, .atomic, .atomicToOne,
            .atomicToMany:
            true
        default: false
        }
    }

    /// The reason why a server has no subject of this kind.
    var absence: String {
        switch self {
        case .server: "the server was not reached"
        case .collection: "no collection was found"
        case .resource: "no resource was found"
        case .attribute: "no resource with attributes was found"
        case .toOne: "no to-one relationship with a target was found"
        case .toMany: "no to-many relationship with targets was found"
        case .emptyToOne: "no empty to-one relationship was found"
        case .emptyToMany: "no empty to-many relationship was found"
        case .include: "no relationship was found that the server includes"
        case .nested: "no path of two relationships was found that the server includes"
        case .sort: "no field was found that the server sorts by"
        case .relatedSort: "no related resources were found that the server sorts"
        case .filter: "no filter was found that the server applies"
        case .page: "no list with more than one page was found"
        case .cursor: "the server does not apply the profile Cursor Pagination"
        case .write, .writeResource: "the run created no resource (--write)"
        case .writeToOne: "no to-one relationship was found that may be written (--write)"
        case .writeToMany: "no to-many relationship was found that may be written (--write)"
        case .atomic: "no address of Atomic Operations was found that may be used (--write)"
        case .atomicToOne, .atomicToMany:
            "no relationship was found that Atomic Operations may write (--write)"
        }
    }
}
