// SPDX-License-Identifier: MIT

/// The JSON Schemas of the documents of a type.
struct ResourceSchemas {
    /// The name of the error document among the components.
    static let errorName = "errors"

    let type: ServedType
    /// The name of the type in the names of components, which have only some characters.
    let name: String
    let maximumIDLength: Int

    static func reference(_ name: String) -> JSONValue {
        .object(["$ref": .string("#/components/schemas/\(name)")])
    }

    /// Returns the resource objects of responses and requests, by the names of components.
    func components(isWritten: Bool) -> [(name: String, schema: JSONValue)] {
        if !isWritten { return [(name, .object(resource))] }
        return [
            (name, .object(resource)),
            (newName, .object(data(required: ["type"] + requiredMembers, isNew: true))),
            (changedName, .object(data(required: ["type", "id"], isNew: false))),
        ]
    }

    var newName: String { "\(name)-new" }
    var changedName: String { "\(name)-change" }

    // MARK: Resource objects

    private var typeName: JSONValue { .object(["const": .string(type.name)]) }

    /// An id has no control characters, and is not a step in a path.
    var id: JSONValue {
        .object([
            "type": "string", "minLength": 1, "maxLength": .number(JSONNumber(maximumIDLength)),
            "pattern": #"^(?!\.{1,2}$)[^\u0000-\u001F\u007F-\u009F]*$"#,
        ])
    }

    /// The names of members in JSON:API documents, section 5.8 of the standard. The pattern lists the
    /// characters that are not allowed, because some tools refuse a description that contains U+0080,
    /// and because the escapes of patterns end at U+FFFF.
    static let memberName: JSONValue = {
        let end = #"[^\u0000-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u007F]"#
        let inner =
            #"[^\u0000-\u001F\u0021-\u002C\u002E\u002F\u003A-\u0040\u005B-\u005E\u0060\u007B-\u007F]"#
        return .object(["pattern": .string("^\(end)(\(inner)*\(end))?$")])
    }()

    private var resource: JSONObject {
        var properties: JSONObject = [
            "type": typeName, "id": id, "links": ["type": "object"], "meta": ["type": "object"],
        ]
        properties["attributes"] = .object(attributes(isRequest: false) { _ in true })
        properties["relationships"] = .object(relationships(isRequest: false))
        return object(properties, required: ["type", "id"])
    }

    /// Returns the resource object of a request.
    private func data(required: [String], isNew: Bool) -> JSONObject {
        var properties: JSONObject = ["type": typeName]
        if !isNew || type.acceptsClientIDs { properties["id"] = id }
        var attributes = attributes(isRequest: true) { name in
            !type.readOnly.contains(name) && (isNew || !type.writeOnce.contains(name))
        }
        var relationships = relationships(isRequest: true)
        if isNew {
            let names = type.required.filter { type.files[$0] == nil }.sorted()
            attributes["required"] = .strings(names.filter { type.relationships[$0] == nil })
            relationships["required"] = .strings(names.filter { type.relationships[$0] != nil })
        }
        attributes["additionalProperties"] = .bool(type.attributes == nil)
        relationships["additionalProperties"] = .bool(false)
        properties["attributes"] = .object(attributes)
        properties["relationships"] = .object(relationships)
        var schema = object(properties, required: required)
        schema["propertyNames"] = Self.memberName
        return schema
    }

    /// The members of a new resource that have required fields.
    private var requiredMembers: [String] {
        let names = type.required.filter { type.files[$0] == nil }
        let areAttributes = Set(names.map { type.relationships[$0] == nil })
        return (areAttributes.contains(true) ? ["attributes"] : [])
            + (areAttributes.contains(false) ? ["relationships"] : [])
    }

    private func attributes(
        isRequest: Bool, where isIncluded: (String) -> Bool
    ) -> JSONObject {
        var properties = JSONObject()
        let names = (type.attributes ?? []).union(type.files.keys)
        for name in names.sorted() where isIncluded(name) {
            if isRequest, type.files[name] != nil {
                if canBeNull(name) {
                    properties[name] = ["type": "null"]
                } else if type.attributes == nil {
                    // The other attributes of the type can have any name.
                    properties[name] = .object(["not": .object([:])])
                }
                continue
            }
            let schema = type.descriptors[name].map {
                AttributeSchema.of($0, isRequired: type.required.contains(name))
            }
            properties[name] = .object(schema ?? [:])
        }
        return object(properties, required: [])
    }

    /// The names of the file attributes in a request.
    struct Files {
        /// The files that a form can have.
        var all: [String] = []
        /// The files that a form must have.
        var required: [String] = []
        /// The files that must be null in a document without a form.
        var null: [String] = []
    }

    func files(isNew: Bool) -> Files {
        let names = type.files.keys.sorted().filter { name in
            !type.readOnly.contains(name) && (isNew || !type.writeOnce.contains(name))
        }
        let required = isNew ? names.filter(type.required.contains) : []
        return Files(
            all: names, required: required.filter { !canBeNull($0) },
            null: required.filter(canBeNull))
    }

    /// Returns true if the attribute of a file can be null. A required attribute can be null if its
    /// Swift type is optional.
    private func canBeNull(_ name: String) -> Bool {
        !type.required.contains(name) || type.descriptors[name]?.acceptsNull ?? false
    }

    private func relationships(isRequest: Bool) -> JSONObject {
        var properties = JSONObject()
        for (name, relationship) in type.relationships.sorted(by: { $0.key < $1.key }) {
            let data = Self.linkage(relationship, isRequired: type.required.contains(name))
            guard isRequest else {
                let members: JSONObject = [
                    "data": data, "links": ["type": "object"], "meta": ["type": "object"],
                ]
                properties[name] = .object(object(members, required: []))
                continue
            }
            var schema = object(["data": data], required: ["data"])
            schema["propertyNames"] = Self.memberName
            properties[name] = .object(schema)
        }
        return object(properties, required: [])
    }

    // MARK: Linkage

    static func linkage(
        _ relationship: ServedType.Relationship, isRequired: Bool = false
    ) -> JSONValue {
        // No target is served.
        if relationship.targets == [] {
            return relationship.isMany ? ["type": "array", "maxItems": 0] : ["type": "null"]
        }
        var type: JSONObject = ["type": "string"]
        if let targets = relationship.targets { type["enum"] = .strings(targets.sorted()) }
        let identifier: JSONObject = [
            "type": "object", "required": ["type", "id"],
            "properties": .object([
                "type": .object(type), "id": .object(["type": "string", "minLength": 1]),
                "meta": ["type": "object"],
            ]),
        ]
        if relationship.isMany {
            return .object(["type": "array", "items": .object(identifier)])
        }
        if isRequired { return .object(identifier) }
        return .object(["oneOf": .array([["type": "null"], .object(identifier)])])
    }

    private func object(_ properties: JSONObject, required: [String]) -> JSONObject {
        var schema: JSONObject = ["type": "object", "properties": .object(properties)]
        if !required.isEmpty { schema["required"] = .strings(required) }
        return schema
    }
}

extension JSONValue {
    static func strings(_ texts: some Sequence<String>) -> JSONValue {
        .array(texts.map { .string($0) })
    }
}
