// SPDX-License-Identifier: MIT

extension SQLType {
    /// A relationship of a ``SQLType``: a foreign key or a join table.
    public struct Relationship: Sendable {
        enum Form: Sendable {
            /// To-one: for each type of targets, a column of the owner's table contains the key of
            /// the target. At most one of these columns has a value; the other columns are null.
            case columns([(type: String, name: String)])
            /// To-many: a column of the targets' table contains the key of the owner.
            case targetColumn(String)
            /// To-many: each row of a join table contains the keys of an owner and a target.
            case joinTable(String, owner: String, target: String)
        }

        let form: Form
        private(set) var isRequired = false
        /// The types of the targets. Only a to-one relationship can have targets of several types.
        let targets: [String]

        private init(_ targets: [String], _ form: Form) {
            self.targets = targets
            self.form = form
        }

        /// Creates a to-one relationship: the column of the owner's table contains the key of the
        /// target.
        public static func toOne(_ target: String, column: String) -> Relationship {
            Relationship([target], .columns([(target, column)]))
        }

        /// Creates a to-one relationship whose target can have one of several types. For each type,
        /// a column of the owner's table contains the key of the target. At most one of these
        /// columns has a value; the other columns are null. Each column is a foreign key that the
        /// database checks.
        ///
        /// ```swift
        /// let owner = SQLType.Relationship.toOne(["users": "user_id", "teams": "team_id"])
        /// ```
        public static func toOne(_ columns: KeyValuePairs<String, String>) -> Relationship {
            Relationship(columns.map { ($0.key, $0.value) })
        }

        init(_ columns: [(type: String, name: String)]) {
            self.init(columns.map(\.type), .columns(columns))
        }

        /// Creates a to-many relationship: the column of the targets' table contains the key of the
        /// owner.
        ///
        /// A target has one owner. If an edit adds a target to an owner, the target is removed from
        /// its earlier owner. An edit of the relationship gives a new version to the changed
        /// targets and to the edited owner. The version of the owner does not change if a target is
        /// created, or if the to-one relationship of a target is edited.
        public static func toMany(_ target: String, column: String) -> Relationship {
            Relationship([target], .targetColumn(column))
        }

        /// Creates a to-many relationship: each row of a join table contains the key of an owner
        /// and the key of a target.
        ///
        /// The targets are a set, and are returned in the order of their keys. The other columns of
        /// the join table must be optional or have defaults.
        public static func toMany(
            _ target: String, through table: String, owner: String, target column: String
        ) -> Relationship {
            Relationship([target], .joinTable(table, owner: owner, target: column))
        }

        /// Returns a to-one relationship that is never empty: its column is `NOT NULL`, or a
        /// `CHECK` constraint requires a value in one of its columns. If the target is deleted, the
        /// database either refuses the deletion or also deletes the resource that has the
        /// relationship (`ON DELETE CASCADE`).
        public func required() -> Relationship {
            var relationship = self
            relationship.isRequired = true
            return relationship
        }

        var isMany: Bool {
            if case .columns = form { false } else { true }
        }

        /// The columns of a to-one relationship in the owner's table; empty for a to-many
        /// relationship.
        var columns: [(type: String, name: String)] {
            if case .columns(let columns) = form { columns } else { [] }
        }

        /// The type of the targets of a to-many relationship.
        var target: String { targets.first ?? "" }

        func canLink(to type: String) -> Bool {
            targets.contains { ExactText($0) == ExactText(type) }
        }

        /// Returns the relationship without the targets of other types than the given ones.
        func limited(to isType: (String) -> Bool) -> Relationship {
            if targets.allSatisfy(isType) { return self }
            var form = form
            if case .columns(let columns) = form {
                form = .columns(columns.filter { isType($0.type) })
            }
            return Relationship(targets.filter(isType), form)
        }

        /// Returns true if this relationship has the same columns as a to-many relationship of
        /// `type`.
        func isInverse(of other: Relationship, from type: String) -> Bool {
            switch (other.form, form) {
            case (.targetColumn(let name), .columns):
                return column(ofType: type).map(ExactText.init) == ExactText(name)
            case (
                .joinTable(let join, let owner, let target), .joinTable(let table, let from, let to)
            ):
                let isSame = ExactText(join) == ExactText(table) && canLink(to: type)
                return isSame && ExactText(owner) == ExactText(to)
                    && ExactText(target) == ExactText(from)
            default: return false
            }
        }

        /// Returns the column of a to-one relationship that contains the keys of targets of this
        /// type.
        func column(ofType type: String) -> String? {
            columns.first { ExactText($0.type) == ExactText(type) }?.name
        }
    }
}
