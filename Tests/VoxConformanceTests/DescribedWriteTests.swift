// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxConformance
import VoxTesting

@Suite("Documents for writing from an OpenAPI description", .timeLimit(.minutes(5)))
struct DescribedWriteTests {
    /// Returns the report of a run that may create notes, and the primary data that it sent first.
    private func run(
        data: String, components: String = "{}", type: String = "application/vnd.api+json",
        describes: String = "/notes"
    ) async throws -> (report: Conformance.Report, sent: JSONValue?) {
        let description = """
            {"openapi": "3.1.0", "paths": {"\(describes)": {
                "get": {}, "post": {"requestBody": {"$ref": "#/components/requestBodies/note"}}}},
             "components": {"schemas": \(components), "requestBodies": {"note": {"content": {
                "\(type)": {"schema": {"properties": {"data": \(data)}}}}}}}}
            """
        let list = #"""
            {"data": [{"type": "notes", "id": "1", "relationships": {
                "owner": {"data": {"type": "people", "id": "3"}},
                "tags": {"data": [{"type": "tags", "id": "5"}]}}}]}
            """#
        let sent = Mutex<JSONValue?>(nil)
        let server = TransportFunction { request in
            if request.method == .post, request.url.path == "/notes" {
                sent.withLock { $0 = $0 ?? request.document?["data"] }
            }
            let isDescription = request.url.path == "/openapi.json"
            let isList = request.method == .get && request.url.path == "/notes"
            let body = isDescription ? description : isList ? list : "{}"
            let status = isDescription || isList ? 200 : 422
            return ClientResponse(
                head: HTTPResponse(
                    status: .init(code: status),
                    headerFields: [.contentType: "application/vnd.api+json"]),
                url: request.url, body: ClientResponse.Body(Array(body.utf8)))
        }
        let report = try await conform(
            server,
            .inMemory {
                $0.writes = ["notes": .null]
                $0.collections = ["notes"]
                $0.only = ["creating"]
            })
        return (report, sent.withLock(\.self))
    }

    /// A schema of an attribute, and the value that is sent for it.
    struct Case: Sendable, CustomTestStringConvertible {
        let schema: String
        let value: JSONValue?
        var testDescription: String { schema }

        init(_ schema: String, _ value: JSONValue?) {
            self.schema = schema
            self.value = value
        }
    }

    @Test(
        "A required attribute has a value that its schema accepts",
        arguments: [
            Case(#"{"type": "boolean"}"#, false), Case(#"{"type": "integer"}"#, 1),
            Case(#"{"type": "integer", "minimum": 7}"#, 7),
            Case(#"{"type": "number", "maximum": -2}"#, -2),
            Case(#"{"type": "integer", "minimum": 7, "exclusiveMinimum": true}"#, 8),
            Case(#"{"type": "integer", "exclusiveMinimum": 7}"#, 8),
            Case(#"{"type": "integer", "exclusiveMaximum": 0}"#, -1),
            Case(#"{"type": "integer", "minimum": 7, "multipleOf": 5}"#, 10),
            Case(#"{"type": "number", "minimum": 0.5, "maximum": 0.75}"#, 0.75),
            Case(#"{"enum": ["red", "green"]}"#, "red"), Case(#"{"enum": [null, 3]}"#, 3),
            Case(#"{"const": "fixed"}"#, "fixed"),
            Case(#"{"type": "string", "format": "date"}"#, "2024-05-17"),
            Case(#"{"type": "string", "format": "date-time"}"#, "2024-05-17T12:00:00Z"),
            Case(#"{"type": "string", "format": "date", "example": "1999-01-02"}"#, "1999-01-02"),
            Case(#"{"type": "string", "pattern": "^A[0-9]$", "examples": ["A7"]}"#, "A7"),
            Case(#"{"type": "string", "pattern": "^A[0-9]$", "default": "A1"}"#, "A1"),
            Case(#"{"type": "string", "maxLength": 3}"#, "a"),
            Case(#"{"type": "integer", "default": 40}"#, 40),
            Case(#"{"type": "integer", "example": 41, "default": 40}"#, 41),
            Case(#"{"type": ["null", "boolean"]}"#, false), Case(#"{"type": "null"}"#, .null),
            Case(#"{"type": "array", "items": {"type": "boolean"}}"#, []),
            Case(
                #"{"type": "array", "minItems": 2, "items": {"type": "boolean"}}"#, [false, false]),
            Case(
                #"{"properties": {"a": {"type": "integer"}, "b": {}}, "required": ["a"]}"#,
                ["a": 1]),
            Case(##"{"$ref": "#/components/schemas/color"}"##, "blue"),
            Case(##"{"allOf": [{"$ref": "#/components/schemas/color"}, {"title": "x"}]}"##, "blue"),
            Case(#"{"oneOf": [{"type": "null"}, {"type": "integer", "minimum": 3}]}"#, 3),
            Case(##"{"$ref": "#/components/schemas/loop"}"##, nil),
        ])
    func values(test: Case) async throws {
        let (_, sent) = try await run(
            data: """
                {"properties": {"type": {"const": "notes"}, "attributes": {
                    "required": ["a"], "properties": {"a": \(test.schema)}}}}
                """,
            components: """
                {"color": {"enum": ["blue"]}, "loop": {"$ref": "#/components/schemas/loop"}}
                """)
        if let value = test.value {
            #expect(sent?["attributes"]?["a"] == value, "\(String(describing: sent))")
        } else {
            #expect(sent != nil)
        }
    }

    @Test(
        "A free text is a new one in each document",
        arguments: [
            #"{"type": "string"}"#, #"{"type": "string", "example": "Note"}"#, "{}",
            #"{"type": "string", "minLength": 30, "maxLength": 40}"#,
            #"{"type": "string", "maxLength": 10}"#, #"{"type": "string", "format": "email"}"#,
            #"{"type": "string", "format": "uri"}"#,
        ])
    func texts(schema: String) async throws {
        let data = """
            {"properties": {"type": {"const": "notes"}, "attributes": {
                "required": ["a"], "properties": {"a": \(schema)}}}}
            """
        let first = try await run(data: data).sent?["attributes"]?["a"]?.text ?? ""
        let second = try await run(data: data).sent?["attributes"]?["a"]?.text ?? ""
        #expect(first != second)
        #expect(first.count >= 10)
        if schema.contains("maxLength\": 10") { #expect(first.count == 10) }
        if schema.contains("minLength") { #expect((30...40).contains(first.count)) }
        if schema.contains("email") { #expect(first.hasSuffix("@example.com")) }
    }

    @Test("Optional attributes are sent if fewer than two are required, read-only ones are not")
    func optional() async throws {
        let (report, sent) = try await run(
            data: #"""
                {"properties": {"type": {"enum": ["notes"]}, "attributes": {"required": ["rank"],
                    "properties": {"made": {"type": "string", "readOnly": true},
                        "rank": {"type": "integer"}, "code": {"type": "string", "pattern": "x"},
                        "flag": {"type": "boolean"}, "title": {"type": "string"}}}}}
                """#)
        let attributes = try #require(sent?["attributes"])
        #expect(attributes["rank"] == 1)
        #expect(attributes["title"]?.text?.hasPrefix("Vox ") == true)
        #expect(attributes["made"] == nil)
        #expect(attributes["code"] == nil)
        #expect(attributes["flag"] == nil)
        #expect(report.notes.contains { $0.contains("the document for notes is") })
    }

    @Test("Type, id and required relationships come from the schema and the resources read")
    func identity() async throws {
        let (_, sent) = try await run(
            data: #"""
                {"required": ["id"], "properties": {"id": {"type": "string"},
                    "relationships": {"required": ["owner", "tags"], "properties": {"owner": {}}}}}
                """#, type: "application/json")
        #expect(sent?["type"] == "notes")
        #expect(sent?["id"]?.text?.hasPrefix("vox-") == true)
        #expect(sent?["relationships"]?["owner"]?["data"] == ["type": "people", "id": "3"])
        #expect(sent?["relationships"]?["tags"]?["data"] == [["type": "tags", "id": "5"]])
    }

    @Test(
        "What cannot be made ends the run with the reason, and nothing is sent",
        arguments: [
            (#"{"properties": {}}"#, "/other", "has no POST /notes"),
            ("1", "/notes", "no schema of its primary data"),
            (
                #"{"properties": {"relationships": {"required": ["boss"]}}}"#, "/notes",
                "needs the relationship boss"
            ),
            (
                #"{"required": ["id"], "properties": {"id": {"format": "uuid"}}}"#, "/notes",
                "an id of a certain format"
            ),
        ])
    func faults(data: String, describes: String, reason: String) async throws {
        let (report, sent) = try await run(data: data, describes: describes)
        #expect(sent == nil)
        guard case .stopped(let words) = report.ending else {
            Issue.record("the run ended with \(report.ending)")
            return
        }
        #expect(words.contains(reason))
    }

    @Test("A server without a description is not written to")
    func undescribed() async throws {
        let report = try await conform(
            Script.server("{}", status: 404),
            .inMemory {
                $0.writes = ["notes": .null]
                $0.only = ["creating"]
            })
        #expect(
            report.ending
                == .stopped(
                    reason: "there is no document for notes: no OpenAPI description was found"))
    }

    @Test("Our own service passes with the documents of its own description")
    func ownService() async throws {
        let store = Library.store()
        let before = store.types.map { store.resources(of: $0).count }
        let report = try await conform(
            Library.service(store),
            .inMemory {
                $0.writes = ["articles": .null, "people": .null, "comments": .null]
                $0.collections = ["articles", "people", "comments"]
                $0.operations = "operations"
            })
        #expect(report.ending == .complete)
        #expect(report.count(.failed) == 0, "\(report.text)")
        #expect(report.count(.warned) == 0, "\(report.text)")
        #expect(report.results["updating/update-attribute"]?.outcome == .passed)
        #expect(report.results["relationships/add-to-many"]?.outcome == .passed)
        #expect(store.types.map { store.resources(of: $0).count } == before)
    }
}
