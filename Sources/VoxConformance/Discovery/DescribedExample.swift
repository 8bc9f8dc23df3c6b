// SPDX-License-Identifier: MIT

/// Makes a document that creates a resource from the JSON Schemas of an OpenAPI description.
///
/// The document has the required attributes, and two others if fewer are required. Texts without a
/// format, a pattern or a choice contain `{random}`, so that two documents differ.
struct DescribedExample {
    /// The description.
    let root: JSON
    /// The linkage of the relationships of a resource that the server has, by name.
    let linkage: [String: JSONValue]

    private static let maximumDepth = 16
    /// The number of attributes that a document has at least, if the description has as many.
    private static let attributeCount = 2

    /// The reason why there is no document.
    struct Fault: Error {
        let reason: String
    }

    /// Returns the document that an operation accepts.
    func document(for operation: JSON, type: String?) throws(Fault) -> JSONValue {
        let content = resolved(operation.value(at: "requestBody")).value(at: "content")
        let bodies = content.vox.members.filter { HTTPMediaType($0.name)?.isJSONAPI ?? false }
        // Some descriptions of servers of JSON:API name the media type of JSON alone.
        let body = bodies.first?.value ?? content.value(at: "application/json")
        let data = property("data", of: body.value(at: "schema"))
        guard data.vox.kind == .object else {
            throw Fault(reason: "the OpenAPI description has no schema of its primary data")
        }
        var resource = JSONObject()
        let names = value(of: property("type", of: data), depth: 0)
        guard let name = names?.text.flatMap({ $0.contains("{") ? nil : $0 }) ?? type else {
            throw Fault(reason: "the OpenAPI description does not name the type")
        }
        resource["type"] = .string(name)
        if required(data).contains("id") {
            guard property("id", of: data).text(at: "format") == nil else {
                throw Fault(reason: "the OpenAPI description requires an id of a certain format")
            }
            resource["id"] = .string("vox-\(JSONValue.randomMark)")
        }
        let attributes = attributes(of: property("attributes", of: data))
        if !attributes.names.isEmpty { resource["attributes"] = .object(attributes) }
        var relationships = JSONObject()
        for name in required(property("relationships", of: data)) {
            guard let data = linkage[name] else {
                throw Fault(
                    reason:
                        "it needs the relationship \(name.excerpt(60)), and no resource shows one")
            }
            relationships[name] = .object(["data": data])
        }
        if !relationships.names.isEmpty { resource["relationships"] = .object(relationships) }
        return .object(["data": .object(resource)])
    }

    private func attributes(of schema: JSON) -> JSONObject {
        var attributes = JSONObject()
        let all = properties(schema).filter {
            Bool(resolved($0.value).value(at: "readOnly")) != true
        }
        let needed = Set(required(schema))
        for (name, schema) in all where needed.contains(name) {
            attributes[name] = value(of: schema, depth: 0) ?? .null
        }
        let others = all.filter { !needed.contains($0.name) }
            .compactMap { name, schema in value(of: schema, depth: 0).map { (name, $0) } }
        // The probes change a text.
        if !attributes.contains(where: { $0.value.isNewText }),
            let (name, text) = others.first(where: { $0.1.isNewText })
        {
            attributes[name] = text
        }
        for (name, value) in others where attributes.names.count < Self.attributeCount {
            switch value {
            case .string, .number, .bool: attributes[name] = value
            case .null, .array, .object: break
            }
        }
        return attributes
    }

    // MARK: Schemas

    /// Returns a schema in place of a reference to it.
    private func resolved(_ schema: JSON) -> JSON {
        var schema = schema
        for _ in 0..<Self.maximumDepth {
            guard let reference = schema.text(at: "$ref"), reference.hasPrefix("#/") else { break }
            schema = root[pointer: String(reference.dropFirst())]
        }
        return schema
    }

    /// A schema, and the schemas that it consists of. Of a choice, it is the first one.
    private func parts(_ schema: JSON, depth: Int = 0) -> [JSON] {
        let schema = resolved(schema)
        guard depth < Self.maximumDepth else { return [] }
        let choices: [JSON] = ["oneOf", "anyOf"].compactMap { name in
            schema.value(at: name).vox.elements.first { resolved($0).text(at: "type") != "null" }
        }
        let others = schema.value(at: "allOf").vox.elements + choices
        return [schema] + others.flatMap { parts($0, depth: depth + 1) }
    }

    private func properties(_ schema: JSON) -> [(name: String, value: JSON)] {
        var seen: Set<String> = []
        return parts(schema).flatMap { $0.value(at: "properties").vox.members }
            .filter { seen.insert($0.name).inserted }.map { ($0.name, $0.value) }
    }

    private func property(_ name: String, of schema: JSON) -> JSON {
        resolved(properties(schema).first { $0.name == name }?.value ?? JSON(nilLiteral: ()))
    }

    private func required(_ schema: JSON) -> [String] {
        parts(schema).flatMap { $0.value(at: "required").vox.elements.compactMap(\.plainText) }
    }

    // MARK: Values

    /// Returns a value that a schema accepts; nil if none is known.
    private func value(of schema: JSON, depth: Int) -> JSONValue? {
        let parts = parts(schema)
        guard depth < Self.maximumDepth else { return nil }
        func first(_ name: String) -> JSON? {
            parts.lazy.map { $0.value(at: name) }.first { $0.vox.kind != .absent }
        }
        let kind = kind(of: parts)
        if let value = first("const") { return JSONValue(value) }
        if let values = first("enum")?.vox.elements {
            return (values.first { $0.vox.kind != .null } ?? values.first).flatMap { JSONValue($0) }
        }
        let isFree = kind == "string" && first("format") == nil && first("pattern") == nil
        if !isFree, let value = first("example") ?? first("examples")?[0] ?? first("default"),
            let known = JSONValue(value)
        {
            return known
        }
        switch kind {
        case "string": return text(first)
        case "integer", "number": return number(first)
        case "boolean": return .bool(false)
        case "null": return .null
        case "array":
            let count = first("minItems").flatMap { Int($0) } ?? 0
            guard count > 0 else { return .array([]) }
            return value(of: first("items") ?? JSON(nilLiteral: ()), depth: depth + 1).map {
                .array(Array(repeating: $0, count: min(count, 100)))
            }
        case "object":
            var members = JSONObject()
            for (name, schema) in properties(schema) where required(parts[0]).contains(name) {
                members[name] = value(of: schema, depth: depth + 1) ?? .null
            }
            return .object(members)
        default: return nil
        }
    }

    /// The kind of a schema. A schema without a kind accepts texts.
    private func kind(of parts: [JSON]) -> String {
        for part in parts {
            if let name = part.text(at: "type") { return name }
            let names = part.value(at: "type").vox.elements.compactMap(\.plainText)
            if let name = names.first(where: { $0 != "null" }) ?? names.first { return name }
            if part.value(at: "properties").vox.kind == .object { return "object" }
        }
        return "string"
    }

    private func text(_ member: (String) -> JSON?) -> JSONValue? {
        let mark = JSONValue.randomMark
        switch member("format")?.plainText {
        case "date": return "2024-05-17"
        case "date-time": return "2024-05-17T12:00:00Z"
        case "time": return "12:00:00Z"
        case "duration": return "P1D"
        case "email", "idn-email": return .string("\(mark)@example.com")
        case "uri", "url", "iri", "uri-reference": return .string("https://example.com/\(mark)")
        case "hostname", "idn-hostname": return .string("\(mark).example")
        case "ipv4": return "192.0.2.1"
        case "ipv6": return "2001:db8::1"
        case "uuid": return "5f0c1a52-6d0b-4c52-9d5e-6f3f0a3c7b11"
        case "byte": return "Vm94"
        default: break
        }
        if member("pattern") != nil { return nil }
        let least = member("minLength").flatMap { Int($0) } ?? 0
        let most = member("maxLength").flatMap { Int($0) } ?? .max
        let random = WriteExample.random().count
        // Words of other characters than those of an example may be refused.
        let beginning = "Vox "
        guard most >= random else {
            return .string(String(repeating: "a", count: max(1, min(least, most))))
        }
        let start = most >= random + beginning.count ? beginning : ""
        let missing = max(0, min(least, 10_000) - random - start.count)
        return .string(start + mark + String(repeating: "a", count: missing))
    }

    private func number(_ member: (String) -> JSON?) -> JSONValue? {
        func bound(_ name: String, _ exclusive: String, _ step: Double) -> Double? {
            let limit = member(name).flatMap { Double($0) }
            if let other = member(exclusive).flatMap({ Double($0) }) { return other + step }
            // In OpenAPI 3.0, an exclusive limit is a boolean.
            let isExclusive = member(exclusive).flatMap { Bool($0) } ?? false
            return isExclusive ? limit.map { $0 + step } : limit
        }
        let least = bound("minimum", "exclusiveMinimum", 1)
        let most = bound("maximum", "exclusiveMaximum", -1)
        var number = max(1, least ?? 1)
        if let most { number = min(number, most) }
        if let factor = member("multipleOf").flatMap({ Double($0) }), factor > 0 {
            number = (number / factor).rounded(.up) * factor
        }
        guard let whole = Int(exactly: number) else {
            return JSONNumber(number).map { .number($0) }
        }
        return .number(JSONNumber(whole))
    }
}

extension JSONValue {
    /// True for a text that is another one in each document.
    fileprivate var isNewText: Bool { text?.contains(Self.randomMark) ?? false }
}
