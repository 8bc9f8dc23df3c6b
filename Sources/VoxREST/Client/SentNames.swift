// SPDX-License-Identifier: MIT

/// What a schema says about the members that requests carry.
struct SentNames: Sendable {
    /// Those that no request carries: read-only attributes, and the names under which attributes are read
    /// that are written under other names (`Renamed`).
    let withheldFromNew: Set<ExactText>
    /// These, and the attributes that are written once: what no request carries but the one that creates.
    let withheld: Set<ExactText>
    /// The attributes that a whole model sets to null where it has none, by the names under which they are
    /// read and written.
    let cleared: [(read: MemberName, written: String)]

    private static let known = SchemaCache<SentNames>()

    /// Those of a schema. The first time it is looked at by reflection: some microseconds for an attribute.
    /// - Throws: `JSONError` when the schema has a name twice.
    static func of<Schema: ObjectSchema>(_ schema: Schema.Type) throws(JSONError) -> SentNames {
        try known.value(of: schema) { () throws(JSONError) in
            try Schema.check()
            return SentNames(schema)
        }
    }

    private init<Schema: ObjectSchema>(_ schema: Schema.Type) {
        var read: Set<ExactText> = []
        var written: Set<ExactText> = []
        var cleared: [(read: MemberName, written: String)] = []
        for (_, descriptor) in Schema.fields {
            guard let attribute = descriptor as? any AttributeDescriptor else { continue }
            let name = Schema.name(of: attribute)
            let other = Schema.writtenName(of: attribute)
            other.names.first.map { _ = written.insert(ExactText($0)) }
            if attribute.writtenName != nil, name.names.count == 1 {
                read.insert(ExactText(name.text))
            }
            if case .nested = other { continue }
            if attribute.access == .always { cleared.append((name, other.text)) }
        }
        let never = Schema.attributeNames { $0 == .never }.union(read.subtracting(written))
        withheldFromNew = never
        withheld = never.union(Schema.attributeNames { $0 == .onCreate })
        self.cleared = cleared
    }
}
