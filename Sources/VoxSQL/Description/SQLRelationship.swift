// SPDX-License-Identifier: MIT

/// A relationship of a ``SQLType``: a foreign key or a join table.
public struct SQLRelationship: Hashable, Sendable {
    enum Form: Hashable, Sendable {
        /// To-one: a column of the own table has the key of the target.
        case column(String)
        /// To-many: a column of the table of the targets has the key of the owner.
        case targetColumn(String)
        /// To-many: each row of a table has the keys of an owner and a target.
        case joinTable(String, owner: String, target: String)
    }

    /// The type of the targets.
    public let target: String
    let form: Form
    private(set) var isRequired = false

    /// Creates a to-one relationship: the column of the own table contains the key of the target.
    public static func toOne(_ target: String, column: String) -> SQLRelationship {
        SQLRelationship(target: target, form: .column(column))
    }

    /// Creates a to-many relationship: the column of the table of the targets contains the key of
    /// the owner.
    ///
    /// A target has one owner: adding it to another owner takes it from the first one. Such an edit
    /// gives the changed targets and the edited owner a new version. A new target, and a target
    /// that is changed through its own to-one relationship, leave the version of the owner
    /// unchanged.
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
    /// the database decides: it refuses the deletion, or also deletes the resource
    /// (`ON DELETE CASCADE`).
    public func required() -> SQLRelationship {
        var relationship = self
        relationship.isRequired = true
        return relationship
    }

    var isMany: Bool {
        if case .column = form { false } else { true }
    }
}
