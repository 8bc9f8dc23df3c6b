// SPDX-License-Identifier: MIT

/// A view of a relationship object with its linkage, links and meta (JSON:API 1.1,
/// "Relationships"). `resource.vox.relationship(…)` returns this view.
///
/// The related resources are properties of the resource, and not of this view.
public struct Relationship {
    /// The name of the member in `relationships`.
    public let name: String

    let resource: Resource<AnyResource>

    /// The relationship object as an untyped view.
    public var json: JSON { resource.relationships[name] }

    /// The links. `related` is the address of the related resources. `self` and the pagination
    /// links are addresses of the linkage alone.
    public var links: DocumentLinks { DocumentLinks(json["links"]) }

    /// Meta information.
    public var meta: JSON {
        get { json["meta"] }
        nonmutating set { json["meta"] = newValue }
    }

    /// The linkage of the relationship. O(identifiers).
    public var linkage: Linkage { Linkage(json["data"]) }
}

extension Relationship {
    /// The linkage of a relationship. Linkage identifies the targets of the relationship (JSON:API
    /// 1.1, "Resource Linkage").
    public enum Linkage {
        /// The linkage is missing, so the targets are unknown.
        case absent
        /// The to-one relationship is empty.
        case null
        /// The to-one relationship has this target.
        case one(Relationship.Identifier)
        /// The to-many relationship is empty.
        case empty
        /// The to-many relationship has these targets, in order, and may contain repeated targets.
        case many([Relationship.Identifier])

        /// Creates the linkage from `data`. Any value other than null, an object or a list counts
        /// as absent.
        init(_ data: JSON) {
            self =
                switch data.vox.kind {
                case .null: .null
                case .object: .one(Relationship.Identifier(json: data))
                case .array where data.vox.count == 0: .empty
                case .array: .many(data.vox.elements.map { Relationship.Identifier(json: $0) })
                default: .absent
                }
        }

        /// The identifiers in the linkage: none, one or many.
        public var identifiers: [Relationship.Identifier] {
            switch self {
            case .one(let identifier): [identifier]
            case .many(let identifiers): identifiers
            case .absent, .null, .empty: []
            }
        }
    }

    /// A view of a resource identifier object in linkage. The identifier object contains the
    /// identity of the target, and may contain meta information.
    public struct Identifier {
        /// The identifier object as an untyped view.
        public let json: JSON

        /// The type.
        public var type: String { json["type"].node?.text ?? "" }

        /// The id. The id is nil if ``lid`` identifies the target. If the id is a number, the
        /// result is the text of the number.
        public var id: String? { json["id"].node?.text }

        /// The local id of a resource that is new in this document.
        public var lid: String? { json["lid"].node?.string }

        /// The meta information of this identifier object. Other identifiers of the same resource
        /// have their own meta information.
        public var meta: JSON {
            get { json["meta"] }
            nonmutating set { json["meta"] = newValue }
        }

        /// The resource that the identifier refers to. The resource is nil if this view does not
        /// show an identifier object.
        ///
        /// If the resource is neither in this document nor in a linked document, only its identity
        /// is known (``Resource/Namespace/isResolved``).
        public var resource: Resource<AnyResource>? {
            json.node.flatMap { $0.isObject ? $0.resolve(AnyResource.self) : nil }
        }
    }
}
