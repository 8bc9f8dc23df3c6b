// SPDX-License-Identifier: MIT

/// The JSON Schemas of atomic requests and their results.
struct OperationsSchema {
    let types: [ServedType]
    /// The types that operations can change.
    let written: [ServedType]
    let maximumOperations: Int

    private var relationshipName: JSONValue {
        let names = Set(written.flatMap { $0.relationships.keys })
        if names.isEmpty { return Self.text }
        return .object(["type": "string", "enum": .strings(names.sorted())])
    }

    var request: JSONValue {
        let list: JSONValue = .object([
            "type": "array", "minItems": 1,
            "maxItems": .number(JSONNumber(max(maximumOperations, 1))),
            "items": .object(["anyOf": .array([creation, change, deletion, edit])]),
        ])
        return Self.object(
            ["atomic:operations": list, "meta": ["type": "object"], "jsonapi": ["type": "object"]],
            required: ["atomic:operations"])
    }

    var results: JSONValue {
        let result = Self.object([
            "data": .object([
                "oneOf": .array([["type": "null"], resource(required: ["type", "id"])])
            ]),
            "meta": ["type": "object"],
        ])
        return Self.object(
            [
                "atomic:results": .object(["type": "array", "items": result]),
                "meta": ["type": "object"], "links": ["type": "object"],
                "jsonapi": ["type": "object"],
            ], required: ["atomic:results"])
    }

    // MARK: Operations

    private var creation: JSONValue {
        Self.operation(
            "add", ["data": resource(required: ["type"]), "href": Self.address], ["data"])
    }

    /// The target is in `ref`, in `href`, or in the data.
    private var change: JSONValue {
        Self.operation(
            "update",
            ["data": resource(required: ["type"]), "ref": reference, "href": Self.address], ["data"]
        )
    }

    private var deletion: JSONValue {
        .object([
            "oneOf": .array([
                Self.operation("remove", ["ref": reference], ["ref"]),
                Self.operation("remove", ["href": Self.address], ["href"]),
            ])
        ])
    }

    private var edit: JSONValue {
        let target: [String: JSONValue] = ["ref": linkReference, "href": Self.address]
        let data: JSONValue = .object([
            "oneOf": .array([
                ["type": "null"], identifier, .object(["type": "array", "items": identifier]),
            ])
        ])
        return .object([
            "oneOf": .array(
                target.sorted { $0.key < $1.key }.map { name, schema in
                    Self.object(
                        [
                            "op": ["enum": ["add", "update", "remove"]], name: schema, "data": data,
                            "meta": ["type": "object"],
                        ],
                        required: ["op", name, "data"], isClosed: true)
                })
        ])
    }

    private static func operation(
        _ op: String, _ members: JSONObject, _ required: [String]
    ) -> JSONValue {
        var members = members
        members["op"] = .object(["const": .string(op)])
        members["meta"] = ["type": "object"]
        return object(members, required: ["op"] + required, isClosed: true)
    }

    // MARK: Parts

    private static let address: JSONValue = ["type": "string", "format": "uri-reference"]

    private static let text: JSONValue = ["type": "string", "minLength": 1]

    private static let identities: JSONValue = [
        "oneOf": [["required": ["id"]], ["required": ["lid"]]]
    ]

    private static func identity(_ types: [ServedType]) -> JSONObject {
        [
            "type": .object(["type": "string", "enum": .strings(types.map(\.name))]),
            "id": text, "lid": text,
        ]
    }

    private var reference: JSONValue { identified(Self.identity(written)) }

    private var linkReference: JSONValue {
        var members = Self.identity(written)
        members["relationship"] = relationshipName
        return identified(members, and: ["relationship"])
    }

    private var identifier: JSONValue {
        var members = Self.identity(types)
        members["meta"] = ["type": "object"]
        return identified(members)
    }

    private func identified(_ members: JSONObject, and required: [String] = []) -> JSONValue {
        .object([
            "allOf": .array([
                Self.object(members, required: ["type"] + required, isClosed: true),
                Self.identities,
            ])
        ])
    }

    private func resource(required: [String]) -> JSONValue {
        var members = Self.identity(written)
        for name in ["attributes", "relationships", "meta", "links"] {
            members[name] = ["type": "object"]
        }
        return Self.object(members, required: required)
    }

    private static func object(
        _ members: JSONObject, required: [String] = [], isClosed: Bool = false
    ) -> JSONValue {
        var schema: JSONObject = ["type": "object", "properties": .object(members)]
        if !required.isEmpty { schema["required"] = .strings(required) }
        if isClosed { schema["additionalProperties"] = false }
        return .object(schema)
    }
}
