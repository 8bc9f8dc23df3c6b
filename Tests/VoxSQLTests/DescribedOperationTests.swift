// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Testing
import Vox
import VoxSQL
import VoxTestSupport

/// Requests that are drawn from the description of a service.
@Suite("Operations as the description has them")
struct DescribedOperationTests {
    /// Draws values of a JSON Schema. Some of them break the schema.
    private struct Draw {
        var values: RandomValues
        /// How many of a hundred values break the schema.
        let broken: Int

        mutating func value(of schema: JSONValue, _ depth: Int = 0) -> JSONValue {
            if values.random.chance(broken) { return values.value(depth: 2) }
            for name in ["anyOf", "oneOf"] {
                if case .array(let choices)? = schema[name] {
                    return value(of: values.random.pick(choices), depth)
                }
            }
            if case .array(let parts)? = schema["allOf"] { return all(parts, depth) }
            if let constant = schema["const"] { return constant }
            if case .array(let choices)? = schema["enum"] { return values.random.pick(choices) }
            switch schema["type"] {
            case "string": return .string(text(schema["format"] == "uri-reference"))
            case "null": return .null
            case "array":
                let count = values.random.below(3) + (schema["minItems"] == 1 ? 1 : 0)
                return .array((0..<count).map { _ in value(of: schema["items"] ?? [:], depth) })
            default: return object(schema, depth)
            }
        }

        private mutating func text(_ isAddress: Bool) -> String {
            let id = values.random.pick(["1", "2", "a", "9", "\u{0}", "9223372036854775808"])
            if !isAddress { return id }
            return values.random.pick([
                "/tasks/\(id)", "/tasks", "/tasks/\(id)/relationships/labels", "", "//",
                "/tasks/%zz",
                "http://test.example/labels/\(id)", "?", "/projects/\(id)/relationships/tasks",
            ])
        }

        /// One object for several schemas: of "id or lid", the second schema has only the choice.
        private mutating func all(_ parts: [JSONValue], _ depth: Int) -> JSONValue {
            guard let first = parts.first, case .object(var object) = value(of: first, depth) else {
                return .null
            }
            object[values.random.pick(["id", "lid"])] = nil
            return .object(object)
        }

        private mutating func object(_ schema: JSONValue, _ depth: Int) -> JSONValue {
            guard case .object(let members)? = schema["properties"] else {
                return depth > 2 ? [:] : fields()
            }
            var required: [JSONValue] = []
            if case .array(let names)? = schema["required"] { required = names }
            var object = JSONObject()
            for (name, schema) in members
            where required.contains(.string(name)) || values.random.chance(60) {
                object[name] = value(of: schema, depth + 1)
            }
            return .object(object)
        }

        /// The members of attributes, relationships or meta information.
        private mutating func fields() -> JSONValue {
            let links: JSONValue = ["data": ["type": "labels", "id": "1"]]
            return values.random.pick([
                [:], ["title": "a"], ["title": .null], ["labels": ["data": []]], ["labels": links],
                ["project": ["data": ["type": "projects", "id": "1"]]], ["project": links],
                ["name": "a"], ["a": values.value(depth: 1)],
            ])
        }
    }

    @Test(
        "A request that is drawn from the description is executed, or refused with a reason",
        arguments: TestDatabase.all, [0, 4])
    func drawn(on kind: TestDatabase, broken: Int) async throws {
        let seed = Seeded.drawnSeed()
        try await kind.with { database in
            let store = try SQLStore(database, Tables.all)
            try await store.createTables()
            let project = ResourceChange(attributes: ["name": "p"])
            _ = try await store.insert(type: "projects", id: "1", with: project)
            _ = try await store.insert(type: "labels", id: "1", with: ResourceChange())
            let service = try ResourceService.tracker(on: database)
            let description = service.openAPI()
            let body = description["paths"]?["/operations"]?["post"]?["requestBody"]?["content"]
            guard case .object(let media)? = body,
                let schema = media.first(where: { _ in true })?.value["schema"]
            else {
                Issue.record("the description has no operations")
                return
            }
            var draw = Draw(values: RandomValues(seed: seed), broken: broken)
            var statuses: [Int: Int] = [:]
            for number in 0..<Size.of(quick: 300, full: 5000) {
                let document = try draw.value(of: schema).text()
                var request = ClientRequest(
                    method: .post, url: try HTTPURL("http://test.example/operations"),
                    body: Array(document.utf8))
                request.headers[.contentType] =
                    HTTPMediaType.jsonAPI(ext: [AtomicDocument.uri]).description
                let response = try await service.execute(request)
                let status = response.status.code
                statuses[status, default: 0] += 1
                #expect(status < 500, "seed \(seed), \(number): \(document)")
                guard status >= 400 else { continue }
                let json = try JSON(parsing: try await response.body.bytes())
                for error in (json.errors as JSON).vox.elements {
                    #expect(error.title.vox.kind == .string, "seed \(seed), \(number): \(document)")
                }
            }
            #expect(statuses.contains { $0.key >= 400 }, "\(statuses)")
        }
    }
}

#endif
