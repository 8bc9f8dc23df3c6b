// SPDX-License-Identifier: MIT

/// A relationship of a ``SQLType``: a foreign key or a join table.
public struct SQLRelationship: Hashable, Sendable {
    enum Form: Hashable, Sendable {
        /// To-one: a column of the owner's table contains the key of the target.
        case column(String)
        /// To-many: a column of the targets' table contains the key of the owner.
        case targetColumn(String)
        /// To-many: each row of a join table contains the keys of an owner and a target.
        case joinTable(String, owner: String, target: String)
    }

    /// The type of the targets.
    public let target: String
    let form: Form
    private(set) var isRequired = false

    /// Creates a to-one relationship: the column of the owner's table contains the key of the
    /// target.
    public static func toOne(_ target: String, column: String) -> SQLRelationship {
        SQLRelationship(target: target, form: .column(column))
    }

    /// Creates a to-many relationship: the column of the targets' table contains the key of the
    /// owner.
    ///
    /// A target has one owner: adding it to another owner removes it from the first owner. An edit
    /// of the relationship gives a new version to the changed targets and to the edited owner. The
    /// version of the owner does not change if a target is created, or if the to-one relationship
    /// of a target is edited.
    public static func toMany(_ target: String, column: String) -> SQLRelationship {
        SQLRelationship(target: target, form: .targetColumn(column))
    }

    /// Creates a to-many relationship: each row of a join table contains the key of an owner and
    /// the key of a target.
    ///
    /// The targets are a set, and are returned in the order of their keys. The other columns of the
    /// join table must be optional or have defaults.
    public static func toMany(
        _ target: String, through table: String, owner: String, target column: String
    ) -> SQLRelationship {
        SQLRelationship(
            target: target, form: .joinTable(table, owner: owner, target: column))
    }

    /// Returns a to-one relationship that is never empty (`NOT NULL`). If its target is deleted,
    /// the database either refuses the deletion or also deletes the resource (`ON DELETE CASCADE`).
    public func required() -> SQLRelationship {
        var relationship = self
        relationship.isRequired = true
        return relationship
    }

    var isMany: Bool {
        if case .column = form { false } else { true }
    }
}
