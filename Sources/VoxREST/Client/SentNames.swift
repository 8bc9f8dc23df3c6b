// SPDX-License-Identifier: MIT

/// The names of the members that requests contain or leave out, as the schema defines them.
struct SentNames: Sendable {
    /// The names that no request contains: read-only attributes, and names under which attributes
    /// are read but not written (`FieldMark.Renamed`).
    let withheldFromNew: Set<ExactText>
    /// The names that requests other than creations do not contain: ``withheldFromNew``, and the
    /// attributes that are written only on creation.
    let withheld: Set<ExactText>
    /// The attributes that a request with a whole model sets to null if the model does not have
    /// them. Each attribute has the name under which it is read, and the name under which it is
    /// written.
    let cleared: [(read: MemberName, written: String)]

    private static let known = SchemaCache<SentNames>()

    /// Returns the names of a schema. The first call inspects the schema by reflection, which takes
    /// some microseconds for each attribute.
    /// - Throws: `JSONError` if the schema has a name twice.
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
