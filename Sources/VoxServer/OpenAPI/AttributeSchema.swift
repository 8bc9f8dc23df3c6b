// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The JSON Schema of the values of an attribute.
package enum AttributeSchema {
    /// Returns the schema of an attribute. An attribute that is not required can be null.
    package static func of(_ attribute: any AttributeDescriptor, isRequired: Bool) -> JSONObject {
        let schema = schema(of: attribute)
        return isRequired ? schema : nullable(schema)
    }

    /// Returns true if the values of an attribute are times, or lists of times.
    static func isTime(_ attribute: any AttributeDescriptor) -> Bool {
        let schema = schema(of: attribute)
        let element = schema["items"] ?? .object(schema)
        return element["format"] == "date-time"
    }

    /// Returns true if the JSON of the values can be of any kind.
    package static func isUntyped(_ attribute: any AttributeDescriptor) -> Bool {
        let type = valueType(of: attribute)
        return type is any JSONCodable.Type || type == JSONValue.self
    }

    /// Returns the type of the values in JSON, without `Optional`.
    static func valueType(of attribute: some AttributeDescriptor) -> Any.Type {
        if let derived = attribute as? any FieldMark.Derived { return baseType(of: derived) }
        let type = type(of: attribute).valueType
        return (type as? any SchemaOptional.Type)?.wrappedType ?? type
    }

    private static func baseType(of attribute: some FieldMark.Derived) -> Any.Type {
        valueType(of: attribute.base)
    }

    /// The values in JSON have the type of the attribute that all others are derived from.
    private static func schema(of attribute: some AttributeDescriptor) -> JSONObject {
        if let derived = attribute as? any FieldMark.Derived { return base(of: derived) }
        return values(of: type(of: attribute).valueType)
    }

    private static func base(of attribute: some FieldMark.Derived) -> JSONObject {
        var schema = schema(of: attribute.base)
        // The text that another transform changes has another form in JSON.
        guard let day = attribute as? any DayAttribute, day.isDay,
            !(attribute.base is any DayAttribute)
        else { return schema }
        if case .object(var items)? = schema["items"] {
            items["format"] = "date"
            schema["items"] = .object(items)
        } else {
            schema["format"] = "date"
        }
        return schema
    }

    /// Returns the schema of a Swift type; an empty schema, which allows each value, for a type
    /// whose form in JSON is not known.
    private static func values(of type: Any.Type) -> JSONObject {
        switch type {
        case is String.Type: return ["type": "string"]
        case is Bool.Type: return ["type": "boolean"]
        case is Date.Type: return ["type": "string", "format": "date-time"]
        case is UUID.Type: return ["type": "string", "format": "uuid"]
        case is URL.Type: return ["type": "string", "format": "uri"]
        case is Double.Type, is Float.Type, is JSONNumber.Type: return ["type": "number"]
        case let integer as any FixedWidthInteger.Type: return bounds(of: integer)
        case let list as any SchemaList.Type:
            return ["type": "array", "items": .object(values(of: list.elementType))]
        case let optional as any SchemaOptional.Type:
            return nullable(values(of: optional.wrappedType))
        case let raw as any RawRepresentable.Type: return rawValues(of: raw)
        case is any SchemaObject.Type: return ["type": "object"]
        default: return [:]
        }
    }

    private static func bounds<Number: FixedWidthInteger>(of type: Number.Type) -> JSONObject {
        guard let least = Int64(exactly: Number.min), let greatest = Int64(exactly: Number.max)
        else { return ["type": "integer"] }
        return [
            "type": "integer", "minimum": .number(JSONNumber(least)),
            "maximum": .number(JSONNumber(greatest)),
        ]
    }

    private static func rawValues<Raw: RawRepresentable>(of type: Raw.Type) -> JSONObject {
        guard let known = type as? any CaseIterable.Type, let values = cases(of: known) else {
            return self.values(of: Raw.RawValue.self)
        }
        return ["enum": .array(values)]
    }

    private static func cases<Known: CaseIterable>(of type: Known.Type) -> [JSONValue]? {
        var values: [JSONValue] = []
        for value in type.allCases {
            guard let raw = (value as? any RawRepresentable)?.rawValue as? String else {
                return nil
            }
            values.append(.string(raw))
        }
        return values
    }

    private static func nullable(_ schema: JSONObject) -> JSONObject {
        var schema = schema
        if case .string(let type)? = schema["type"] {
            schema["type"] = .array([.string(type), "null"])
        } else if case .array(let values)? = schema["enum"] {
            schema["enum"] = .array(values + [.null])
        }
        return schema
    }
}

extension AttributeDescriptor {
    fileprivate static var valueType: Any.Type { Value.self }
}

private protocol SchemaList {
    static var elementType: Any.Type { get }
}

extension Array: SchemaList {
    fileprivate static var elementType: Any.Type { Element.self }
}

/// A value that is an object in JSON.
private protocol SchemaObject {}

extension Dictionary: SchemaObject {}
extension JSONObject: SchemaObject {}
extension TypedObject: SchemaObject {}

private protocol SchemaOptional {
    static var wrappedType: Any.Type { get }
}

extension Optional: SchemaOptional {
    fileprivate static var wrappedType: Any.Type { Wrapped.self }
}
