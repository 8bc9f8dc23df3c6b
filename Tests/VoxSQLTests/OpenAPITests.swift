// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import Foundation
import HTTPTypes
import Testing
import Vox
import VoxSQL

/// The description of the tracker by the OpenAPI Specification.
@Suite("The OpenAPI description of a service")
struct OpenAPITests {
    private func service(
        _ change: (inout ResourceService) -> Void = { _ in }
    ) throws -> ResourceService {
        var service = try ResourceService.tracker(on: NotingDatabase(.sqlite))
        service.title = "Tracker"
        service.openAPIPath = "openapi.json"
        change(&service)
        return service
    }

    private func description(of service: ResourceService) throws -> JSON {
        try JSON(parsing: try service.openAPI().text())
    }

    @Test("It has every path with its methods, parameters and documents")
    func paths() throws {
        let json = try description(of: service())
        #expect(json["openapi"] as String? == "3.1.0")
        #expect(json.info.title as String? == "Tracker")
        let names = (json.paths as JSON).vox.members.map(\.name)
        // A collection, a resource, and two addresses for each relationship; and the operations.
        #expect(names.count == 6 * 2 + 12 * 2 + 1)
        #expect(names.contains("/tasks/{id}/relationships/owner"))
        func methods(_ path: String) -> [String] {
            let paths: JSON = json.paths
            let item: JSON = paths[path]
            return item.vox.members.map(\.name).filter { $0 != "parameters" }.sorted()
        }
        #expect(methods("/tasks") == ["get", "post"])
        #expect(methods("/tasks/{id}") == ["delete", "get", "patch"])
        #expect(methods("/tasks/{id}/labels") == ["get"])
        #expect(methods("/tasks/{id}/relationships/owner") == ["get", "patch"])
        #expect(
            methods("/tasks/{id}/relationships/labels") == ["delete", "get", "patch", "post"])
        #expect(methods("/operations") == ["post"])
        let paths: JSON = json.paths
        let tasks: JSON = paths["/tasks"]
        let list: JSON = tasks["get"]
        let parameters = (list.parameters as JSON).vox.elements.compactMap { $0.name as String? }
        for name in [
            "include", "sort", "fields[tasks]", "filter[state]", "filter[owner]", "page[size]",
        ] { #expect(parameters.contains(name), "\(name)") }
        #expect(Set(parameters).count == parameters.count)
    }

    @Test("The operations have a schema with op, ref, href, data and lid")
    func operations() throws {
        let json = try description(of: service())
        let post: JSON = (json.paths as JSON)["/operations"].post
        let media = (post.requestBody.content as JSON).vox.elements[0]
        let list: JSON = (media.schema.properties as JSON)["atomic:operations"]
        #expect(list.maxItems == 1000)
        let text = try list.vox.text()
        for name in ["op", "ref", "href", "data", "lid", "relationship"] {
            #expect(text.contains("\"\(name)\":"), "\(name)")
        }
        #expect(text.contains(#""enum":["comments","labels","projects","tasks","teams","users"]"#))
        #expect(try !json.vox.text().contains(#""uniqueItems":true,"items":{"type":"object""#))
    }

    @Test("A list is not sorted by a column of JSON, and the description says so")
    func sortFields() throws {
        let store = try SQLStore(NotingDatabase(.sqlite), Catalogue.all)
        let service = ResourceService(Catalogue.served, store: store)
        let json = try description(of: service)
        let parameters: JSON = (json.paths as JSON)["/albums"]["get"].parameters
        let sort = try #require(parameters.vox.elements.first { $0.name == "sort" })
        let names = try (sort.schema.items as JSON)["enum"].vox.text()
        #expect(names.contains("\"title\"") && !names.contains("extra"))
    }

    @Test("The description has a tag, and authorize is asked for it")
    func conditions() async throws {
        var service = try service()
        var request = ClientRequest(
            method: .get, url: try HTTPURL("http://test.example/openapi.json"))
        let tag = try #require(try await service.execute(request).headers[.eTag])
        request.headers[.ifNoneMatch] = tag
        #expect(try await service.execute(request).status == .notModified)
        request.headers = [.ifMatch: "\"other\""]
        #expect(try await service.execute(request).status == .preconditionFailed)
        service.authorize = { operation in
            if operation.action == .describe { throw ErrorResponse(.forbidden) }
        }
        request.headers = [:]
        #expect(try await service.execute(request).status == .forbidden)
    }

    @Test("The schemas of attributes and relationships are those of the types")
    func schemas() throws {
        let json = try description(of: service())
        func attribute(_ type: String, _ name: String) throws -> String {
            let schemas: JSON = json.components.schemas
            let schema: JSON = schemas[type]
            let attributes: JSON = schema.properties.attributes.properties
            let value: JSON = attributes[name]
            return try value.vox.text(style: .compact)
        }
        #expect(try attribute("tasks", "title") == #"{"type":"string"}"#)
        #expect(
            try attribute("tasks", "due") == #"{"type":["string","null"],"format":"date-time"}"#)
        #expect(
            try attribute("tasks", "estimate")
                == #"{"type":["integer","null"],"minimum":-9223372036854775808,"maximum":9223372036854775807}"#
        )
        #expect(try attribute("projects", "archived") == #"{"type":["boolean","null"]}"#)
        let schemas: JSON = json.components.schemas
        let creation: JSON = schemas["tasks-new"]
        #expect(
            try (creation["required"] as JSON).vox.text(style: .compact)
                == #"["type","attributes","relationships"]"#)
        // The service chooses the ids of tasks.
        let members: JSON = creation.properties
        #expect(!members.vox.members.map(\.name).contains("id"))
        let attributes: JSON = creation.properties.attributes
        #expect(
            try (attributes["required"] as JSON).vox.text(style: .compact)
                == #"["state","title"]"#)
        let relationships: JSON = creation.properties.relationships
        #expect(
            try (relationships["required"] as JSON).vox.text(style: .compact) == #"["project"]"#)
        // A response can have links and meta beside the linkage.
        for (name, members) in [
            ("tasks", ["data", "links", "meta"]), ("tasks-new", ["data"]),
            ("tasks-change", ["data"]),
        ] {
            let schema: JSON = schemas[name]
            let fields: JSON = schema.properties.relationships.properties
            let properties: JSON = fields["owner"].properties
            #expect(properties.vox.members.map(\.name) == members, "\(name)")
        }
        // A write-once attribute is in no change.
        let change: JSON = schemas["comments-change"]
        let changed: JSON = change.properties.attributes.properties
        #expect(changed.vox.members.map(\.name) == ["text"])
        let owner: JSON = (creation.properties.relationships.properties as JSON)["owner"]
        #expect(
            try owner.vox.text(style: .compact).contains(#""enum":["teams","users"]"#))
    }

    @Test("It is published at its path, under the root of the service")
    func published() async throws {
        let service = try service { $0.basePath = "/v1" }
        let found = try await service.reply(.get, "/v1/openapi.json", nil)
        #expect(found == "200 " + (try service.openAPI().text()))
        #expect(found.contains(#""servers":[{"url":"/v1"}]"#))
        #expect(try await service.reply(.head, "/v1/openapi.json", nil) == "200 ")
        #expect(try await service.reply(.get, "/openapi.json", nil).hasPrefix("404"))
        #expect(try await service.reply(.post, "/v1/openapi.json", "{}").hasPrefix("405"))
        let silent = try self.service { $0.openAPIPath = nil }
        #expect(try await silent.reply(.get, "/openapi.json", nil).hasPrefix("404"))
    }

    @Test("The pattern of member names allows what the standard allows, and only ASCII is written")
    func memberNames() throws {
        let description = try service().openAPI()
        #expect(try description.text().utf8.allSatisfy { (0x20..<0x7F).contains($0) })
        let json = try JSON(parsing: description.text())
        let body: JSON = (json.paths as JSON)["/tasks"].post.requestBody.content
        let schema: JSON = body["application/vnd.api+json"].schema
        let text: String = try #require(schema.propertyNames.pattern)
        let pattern = try NSRegularExpression(pattern: text)
        func isName(_ name: String) -> Bool {
            pattern.firstMatch(in: name, range: NSRange(name.startIndex..., in: name)) != nil
        }
        for name in ["a", "9", "release-year", "a_b c", "é", "日本", "😀", "\u{80}", "a😀b"] {
            #expect(isName(name), "\(name)")
        }
        for name in [
            "", "-a", "a-", "_", " a", "a+b", "a.b", "a\u{7F}b", "a\u{1F}b", "a\nb", "a/b",
        ] {
            #expect(!isName(name), "\(name)")
        }
    }

    @Test("A type may have any name, and any attribute")
    func names() throws {
        let types = [
            ServedType("a b", attributes: ["x/y"], toOne: ["ü": "a_b"]), ServedType("a_b"),
            ServedType("errors"),
        ]
        let json = try description(of: ResourceService(types, store: MemoryStore()))
        let names = (json.paths as JSON).vox.members.map(\.name)
        #expect(names.contains("/a%20b/{id}/%C3%BC"))
        let schemas = (json.components.schemas as JSON).vox.members.map(\.name)
        #expect(Set(schemas).count == schemas.count && schemas.count == 10)
        for name in schemas {
            #expect(
                name.allSatisfy { $0.isASCII && ($0.isLetter || "_-.".contains($0)) }, "\(name)")
        }
    }
}

#endif
