// SPDX-License-Identifier: MIT

/// A relationship object (JSON:API 1.1, "Relationships"): a view of the member that holds linkage,
/// links and meta. Reached by `resource.vox.relationship(…)`.
///
/// The related resources themselves are properties of the resource.
public struct Relationship {
    /// The name of the member in `relationships`.
    public let name: String

    let resource: Resource<AnyResource>

    /// The relationship object as an untyped view.
    public var json: JSON { resource.relationships[name] }

    /// The links. `related` leads to the related resources; `self`, and the links to other pages,
    /// lead to the linkage alone.
    public var links: DocumentLinks { DocumentLinks(json["links"]) }

    /// Meta information.
    public var meta: JSON {
        get { json["meta"] }
        nonmutating set { json["meta"] = newValue }
    }

    /// What the relationship says about its targets. O(identifiers).
    public var linkage: Linkage { Linkage(json["data"]) }
}

/// What a relationship says about its targets (JSON:API 1.1, "Resource Linkage").
public enum Linkage {
    /// Nothing: it is not known, because the linkage was not sent.
    case absent
    /// The to-one relationship is empty.
    case null
    /// The to-one relationship has this target.
    case one(ResourceIdentifier)
    /// The to-many relationship is empty.
    case empty
    /// The to-many relationship has these targets, in order, repetitions included.
    case many([ResourceIdentifier])

    /// What is neither null, an object nor a list counts as absent.
    init(_ data: JSON) {
        self =
            switch data.vox.kind {
            case .null: .null
            case .object: .one(ResourceIdentifier(json: data))
            case .array where data.vox.count == 0: .empty
            case .array: .many(data.vox.elements.map { ResourceIdentifier(json: $0) })
            default: .absent
            }
    }

    /// The identifiers, however many.
    public var identifiers: [ResourceIdentifier] {
        switch self {
        case .one(let identifier): [identifier]
        case .many(let identifiers): identifiers
        case .absent, .null, .empty: []
        }
    }
}

/// A resource identifier object at its place in a linkage: what it says, and the meta information of
/// this one occurrence.
public struct ResourceIdentifier {
    /// The identifier object as an untyped view.
    public let json: JSON

    /// The type.
    public var type: String { json["type"].node?.text ?? "" }

    /// The id; nil when the target is named by ``lid``. Numbers are given as their text.
    public var id: String? { json["id"].node?.text }

    /// The local id of a resource that is new in this document.
    public var lid: String? { json["lid"].node?.string }

    /// Meta information of this occurrence; another identifier of the same resource has its own.
    public var meta: JSON {
        get { json["meta"] }
        nonmutating set { json["meta"] = newValue }
    }

    /// The resource that is meant; known by its identity alone when no document at hand contains it
    /// (``ResourceOperations/isResolved``). Nil for what is no identifier object.
    public var resource: Resource<AnyResource>? {
        json.node.flatMap { $0.isObject ? $0.resolve(AnyResource.self) : nil }
    }
}
