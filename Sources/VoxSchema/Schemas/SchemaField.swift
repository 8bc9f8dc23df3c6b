// SPDX-License-Identifier: MIT

/// The field of a schema that an error is about. The name of the property is found only when the
/// error is described.
package struct SchemaField: ErrorField {
    let schema: any ObjectSchema.Type
    let name: MemberName

    package init(_ schema: any ObjectSchema.Type, _ name: MemberName) {
        self.schema = schema
        self.name = name
    }

    /// The name of the schema and the property, such as `Album.title`. If no stored property is
    /// found, the text contains the name in JSON instead of the name of the property.
    package var text: String {
        func names(_ field: some FieldDescriptor, of schema: any ObjectSchema.Type) -> Bool {
            schema.name(of: field).isEqual(to: name)
        }
        func writes(_ field: some AttributeDescriptor, of schema: any ObjectSchema.Type) -> Bool {
            schema.writtenName(of: field).isEqual(to: name)
        }
        let field = schema.fields.first { _, field in
            if names(field, of: schema) { return true }
            guard let attribute = field as? any AttributeDescriptor else { return false }
            return writes(attribute, of: schema)
        }
        return "\(schema).\(field?.property ?? name.text)"
    }
}

extension JSON {
    /// Records that a field could not be read, with the expected type.
    @usableFromInline
    func noteRead(
        _ error: JSONError, of schema: any ObjectSchema.Type, _ name: MemberName, as type: Any.Type
    ) {
        noteRead(error.completed(type, found: self).about(SchemaField(schema, name)))
    }
}
