// SPDX-License-Identifier: MIT

/// The fields of a schema in a table: the columns of the attributes, and what is known of the
/// relationships without the other types.
struct SchemaFields: Sendable {
    /// Where a program says that a field is.
    enum Place: Sendable {
        case name(String)
        case column(SQLType.Column)
        case columns([(type: String, name: String)])
        case joinTable(String, owner: String, target: String)
        case unique
        case omitted
    }

    struct Entry: Sendable {
        let field: String
        let place: Place
    }

    /// A relationship of the schema whose columns are not known yet.
    struct Link: Sendable {
        let name: String
        let isToMany: Bool
        let isRequired: Bool
        /// The type of the targets; nil if they can have several types.
        let target: String?
        /// Returns the name of the case of a union for a type; nil if there is no union.
        let caseName: (@Sendable (_ type: String) -> String?)?
        /// Nil if the program says nothing.
        let place: Place?
    }

    private(set) var attributes: [(name: String, column: SQLType.Column)] = []
    private(set) var links: [Link] = []
    /// What the program has to say, a sentence for each field.
    private(set) var problems: [String] = []
    private let names: KeyStrategy

    init<Schema: ResourceSchema>(
        _ schema: Schema.Type, _ entries: [Entry], _ names: KeyStrategy
    ) {
        self.names = names
        let described = schema.fieldNames
        let required = Set(described.required.map(ExactText.init))
        var places: [ExactText: [Place]] = [:]
        for entry in entries { places[ExactText(entry.field), default: []].append(entry.place) }
        var known: Set<ExactText> = []
        for case (_, let attribute as any AttributeDescriptor) in schema.fields {
            let name = schema.name(of: attribute)
            let isNested = name.names.count > 1
            let field = name.names.first ?? name.text
            guard known.insert(ExactText(field)).inserted else { continue }
            add(
                field, isNested ? .json : SQLType.Column.Kind(attribute),
                places[ExactText(field)] ?? [],
                isRequired: required.contains(ExactText(field))
                    && !attribute.acceptsNull)
        }
        for relationship in described.relationships {
            let place = places[ExactText(relationship.name)]?.last
            if case .omitted? = place { continue }
            links.append(
                Link(
                    name: relationship.name, isToMany: relationship.isToMany,
                    isRequired: required.contains(ExactText(relationship.name)),
                    target: relationship.accepts == nil ? relationship.target : nil,
                    caseName: relationship.caseName, place: place))
        }
    }

    private mutating func add(
        _ field: String, _ kind: SQLType.Column.Kind?, _ places: [Place], isRequired: Bool
    ) {
        var name: String?
        var column: SQLType.Column?
        var isUnique = false
        for place in places {
            switch place {
            case .name(let stated): name = stated
            case .column(let stated): column = stated
            case .unique: isUnique = true
            case .omitted: return
            case .columns, .joinTable: problems.append("\"\(field)\" is an attribute")
            }
        }
        if column == nil {
            guard let kind else {
                problems.append(
                    "the type of \"\(field)\" gives no kind of column: add .column(…, .text(…)) or"
                        + " another kind")
                return
            }
            guard let name = name ?? columnName(field) else {
                problems.append(unnamed(field))
                return
            }
            column = SQLType.Column(kind, name: name)
        }
        guard var column else { return }
        if isRequired, column.expression == nil { column = column.required() }
        if isUnique { column = column.unique() }
        attributes.append((field, column))
    }

    /// Returns the name of the column of a field; nil if the name needs an entry.
    func columnName(_ field: String) -> String? {
        let name = names.name(for: field)
        return Self.isPlain(name) ? name : nil
    }

    /// Returns true if a name consists of lower-case letters, digits and `_`.
    static func isPlain(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || $0 == UInt8(ascii: "_")
            }
    }

    func unnamed(_ field: String) -> String {
        "\"\(field)\" is no name of a column: add .column(…, \"NAME\"), or names: .snakeCase for all"
            + " fields of the type"
    }
}

extension SQLType.Column.Kind {
    /// The kind of the column of an attribute; nil if its Swift type does not say the kind.
    init?(_ attribute: any AttributeDescriptor) {
        if AttributeSchema.isUntyped(attribute) {
            self = .json
            return
        }
        let schema = AttributeSchema.of(attribute, isRequired: true)
        var type = schema["type"]
        if case .array(let types)? = type { type = types.first }
        switch type {
        case "string":
            switch schema["format"] {
            case "date-time": self = .date
            case "date": self = .day
            default: self = .text
            }
        case "boolean": self = .boolean
        case "integer": self = .integer
        case "number": self = .real
        case "array", "object": self = .json
        default:
            // All values of an enumeration are strings.
            guard schema["enum"] != nil else { return nil }
            self = .text
        }
    }
}
