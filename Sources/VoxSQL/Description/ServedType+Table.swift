// SPDX-License-Identifier: MIT

// What differs for a field of a schema from the rules of
// SQLType(_:table:_:key:version:deletedAt:names:).
extension ServedType.Rule {
    private init(_ path: KeyPath<Schema, some FieldDescriptor>, _ place: SchemaFields.Place) {
        self.init(.table(SchemaFields.Entry(field: Schema.name(of: path), place: place)))
    }

    /// Names the column of an attribute or of a to-one relationship. For a to-many relationship, it
    /// is the column of the targets' table with the key of this type.
    public static func column(
        _ path: KeyPath<Schema, some FieldDescriptor>, _ name: String
    ) -> Self {
        Self(path, .name(name))
    }

    /// Describes the column of an attribute, for a value that the database computes, or if the
    /// Swift type does not give the kind. The column is also `NOT NULL` if the attribute is
    /// required.
    public static func column(
        _ path: KeyPath<Schema, some AttributeDescriptor>, _ column: SQLType.Column
    ) -> Self {
        Self(path, .column(column))
    }

    /// Names the columns of a to-one relationship to one of several types, by the names of the
    /// types.
    public static func columns(
        _ path: KeyPath<Schema, some RelationshipDescriptor>,
        _ columns: KeyValuePairs<String, String>
    ) -> Self {
        Self(path, .columns(columns.map { ($0.key, $0.value) }))
    }

    /// Says that the values of an attribute are unique in the table (`UNIQUE`).
    public static func unique(_ path: KeyPath<Schema, some AttributeDescriptor>) -> Self {
        Self(path, .unique)
    }

    /// Names the join table of a to-many relationship, its column with the key of this type, and
    /// its column with the key of the target. The other direction needs no entry.
    public static func through(
        _ path: KeyPath<Schema, some RelationshipDescriptor>, _ table: String, owner: String,
        target: String
    ) -> Self {
        Self(path, .joinTable(table, owner: owner, target: target))
    }

    /// Says that a field has no column, so that no resource of the store has the field.
    public static func omitted(_ path: KeyPath<Schema, some FieldDescriptor>) -> Self {
        Self(path, .omitted)
    }
}

extension ServedType.Rule {
    /// What the rule says about the table; nil for a rule about requests.
    var entry: SchemaFields.Entry? {
        if case .table(let entry) = content { entry as? SchemaFields.Entry } else { nil }
    }
}

extension SchemaFields.Entry {
    /// The rule that hides a field without a column; nil for any other field.
    func hiding<Schema>() -> ServedType.Rule<Schema>? {
        guard case .omitted = place else { return nil }
        return .options { [field] in $0.hide(field) }
    }
}
