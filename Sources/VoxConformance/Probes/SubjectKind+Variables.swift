// SPDX-License-Identifier: MIT

extension SubjectKind {
    private static let collectionNames = ["type", "collection"]
    private static let resourceNames = collectionNames + ["id", "resource", "missing", "absent"]
    private static let emptyRelationshipNames =
        resourceNames + ["relationship", "linkage", "related"]
    private static let relationshipNames =
        emptyRelationshipNames + ["target-type", "target-id", "missing-linkage"]
    private static let writeNames =
        collectionNames + [
            "body", "data", "other-body", "other-data", "attributes", "id-of-client",
            "relationships", "attribute", "value",
        ]
    private static let writeResourceNames =
        writeNames + ["id", "resource", "new-value", "kept", "kept-value"]
    private static let writeRelationshipNames =
        writeResourceNames + [
            "relationship", "linkage", "related", "target-type", "target-id", "target", "other-id",
            "other", "target-data", "other-target-data",
        ]

    /// The names of the variables that a subject of this kind may have, without those that every
    /// subject has.
    private var own: [String] {
        switch self {
        case .server: []
        case .collection: Self.collectionNames
        case .resource: Self.resourceNames
        case .attribute: Self.resourceNames + ["attribute", "value", "other-attribute"]
        case .toOne, .toMany: Self.relationshipNames
        case .emptyToOne, .emptyToMany: Self.emptyRelationshipNames
        case .include: Self.relationshipNames + ["path", "other-path", "page-size"]
        case .nested: Self.relationshipNames + ["path", "outer", "inner"]
        case .sort:
            Self.collectionNames + [
                "field", "attribute", "page-size", "tied-field", "second-field", "tie",
            ]
        case .relatedSort: Self.relationshipNames + ["field", "page-size"]
        case .filter: Self.collectionNames + ["filter", "value", "attribute", "page-size"]
        case .page: Self.collectionNames + ["first", "next", "page-size"]
        case .cursor: Self.collectionNames + ["size", "field"]
        case .write: Self.writeNames
        case .writeResource: Self.writeResourceNames
        case .writeToOne, .writeToMany: Self.writeRelationshipNames
        case .atomic: Self.writeResourceNames + ["operations"]
        case .atomicToOne, .atomicToMany: Self.writeRelationshipNames + ["operations"]
        }
    }

    /// The names of the variables that a subject of this kind may have.
    var variables: Set<String> { Set(own).union(["base", "random"]) }
}
