// SPDX-License-Identifier: MIT

import Testing
import Vox
import VoxServer
import VoxTesting

/// The operations of an OpenAPI description, with what each takes and gives.
@Suite("Descriptions of services")
struct ServiceDescriptionTests {
    private func service(_ change: (inout ServedType) -> Void = { _ in }) -> ResourceService {
        var albums = ServedType(
            "albums", attributes: ["title"], toOne: ["artist": "artists"],
            toMany: ["tracks": "tracks"])
        change(&albums)
        var service = ResourceService(
            [albums, ServedType("artists", attributes: ["name"])], store: MemoryStore())
        service.operationsPath = "operations"
        return service
    }

    /// Method and path of each operation, its id, its responses, and whether it has a body.
    private func operations(_ description: JSON) -> [String] {
        let paths: JSON = description.paths
        return paths.vox.members.flatMap { path, item in
            item.vox.members.filter { $0.name != "parameters" }.map { method, operation in
                let responses: JSON = operation.responses
                let statuses = responses.vox.members.map { status, response in
                    let content: JSON = response.content
                    return content.vox.count == 1 ? status : "(\(status))"
                }
                let id: String = operation.operationId ?? ""
                let body = operation.requestBody.vox.state == .value ? " body" : ""
                return
                    "\(method) \(path): \(id)\(body), \(statuses.sorted().joined(separator: " "))"
            }
        }.sorted()
    }

    @Test("Each operation has its responses, with a document or without one")
    func responses() throws {
        let description = try JSON(parsing: service().openAPI().text())
        #expect(
            operations(description) == [
                "delete /albums/{id}/relationships/tracks: remove-albums-tracks-linkage body, (204) 200 default",
                "delete /albums/{id}: delete-albums, (204) default",
                "delete /artists/{id}: delete-artists, (204) default",
                "get /albums/{id}/artist: get-albums-artist, (204) 200 default",
                "get /albums/{id}/relationships/artist: get-albums-artist-linkage, (204) 200 default",
                "get /albums/{id}/relationships/tracks: get-albums-tracks-linkage, (204) 200 default",
                "get /albums/{id}/tracks: get-albums-tracks, (204) 200 default",
                "get /albums/{id}: get-albums, (204) 200 default",
                "get /albums: list-albums, (204) 200 default",
                "get /artists/{id}: get-artists, (204) 200 default",
                "get /artists: list-artists, (204) 200 default",
                "patch /albums/{id}/relationships/artist: replace-albums-artist-linkage body, (204) 200 default",
                "patch /albums/{id}/relationships/tracks: replace-albums-tracks-linkage body, (204) 200 default",
                "patch /albums/{id}: update-albums body, (204) 200 default",
                "patch /artists/{id}: update-artists body, (204) 200 default",
                "post /albums/{id}/relationships/tracks: add-albums-tracks-linkage body, (204) 200 default",
                "post /albums: create-albums body, (204) 201 default",
                "post /artists: create-artists body, (204) 201 default",
                "post /operations: operations body, (204) 200 default",
            ])
    }

    @Test("A document without a form has no file that cannot be null")
    func files() throws {
        let file = ServedType.File(receive: { _ in .null }, discard: { _ in })
        for (attributes, required, expected) in [
            (nil, [], #"{"type":"null"}"#), (nil, ["cover"], #"{"not":{}}"#),
            (["title", "cover"], [], #"{"type":"null"}"#), (["title", "cover"], ["cover"], nil),
        ] as [(Set<String>?, Set<String>, String?)] {
            let service = service { albums in
                albums.attributes = attributes
                albums.required = required
                albums.files["cover"] = file
            }
            let description = try JSON(parsing: service.openAPI().text())
            let schemas: JSON = description.components.schemas
            let fields: JSON = schemas["albums-new"].properties.attributes.properties
            let cover: JSON = fields["cover"]
            #expect(
                cover.vox.state == .absent
                    ? expected == nil : try cover.vox.text(style: .compact) == expected,
                "\(String(describing: attributes)) \(required)")
        }
    }

    @Test("Linkage is a list, an identifier or null, as the relationship says")
    func linkage() throws {
        let service = service { albums in
            albums.relationships["guests"] = .init(isMany: true, target: "artists")
            albums.required = ["artist"]
        }
        let description = try JSON(parsing: service.openAPI().text())
        let schemas: JSON = description.components.schemas
        func text(_ schema: String, _ name: String) throws -> String {
            let fields: JSON = schemas[schema].properties.relationships.properties
            return try (fields[name].properties.data as JSON).vox.text(style: .compact)
        }
        let identifier =
            #"{"type":"object","required":["type","id"],"properties":{"type":{"type":"string","enum":["artists"]},"id":{"type":"string","minLength":1},"meta":{"type":"object"}}}"#
        for schema in ["albums", "albums-new", "albums-change"] {
            #expect(try text(schema, "artist") == identifier)
            #expect(try text(schema, "guests") == #"{"type":"array","items":\#(identifier)}"#)
            #expect(try text(schema, "tracks") == #"{"type":"array","maxItems":0}"#)
        }
        let free = try JSON(parsing: self.service().openAPI().text())
        let fields: JSON = free.components.schemas.albums.properties.relationships.properties
        #expect(
            try (fields.artist.properties.data as JSON).vox.text(style: .compact)
                == #"{"oneOf":[{"type":"null"},\#(identifier)]}"#)
    }

    /// The names of the parameters of an operation.
    private func parameters(_ service: ResourceService, _ method: String, _ path: String) throws
        -> [String]
    {
        let description = try JSON(parsing: service.openAPI().text())
        let item: JSON = (description.paths as JSON)[path]
        let list: JSON = item[method].parameters
        return list.vox.elements.map { parameter in
            let name: String? = parameter.name
            return name ?? ""
        }
    }

    @Test("Parameters are those that the service takes")
    func parameters() throws {
        let document = ["include", "fields[albums]", "fields[artists]"]
        let fields = ["fields[albums]", "fields[artists]"]
        let page = ["page[size]", "page[number]"]
        let service = service {
            $0.parameters = ["tenantID"]
            $0.sortable = ["title"]
            $0.filterable = ["title", "artist"]
        }
        #expect(
            try parameters(service, "get", "/albums")
                == document + ["tenantID", "sort", "filter[artist]", "filter[title]"] + page)
        #expect(try parameters(service, "post", "/albums") == document + ["tenantID"])
        #expect(try parameters(service, "get", "/albums/{id}") == document + ["tenantID"])
        #expect(try parameters(service, "delete", "/albums/{id}") == [])
        #expect(try parameters(service, "get", "/albums/{id}/artist") == fields)
        #expect(try parameters(service, "get", "/albums/{id}/relationships/artist") == [])
        let unsorted = self.service {
            $0.sortable = []
            $0.filterable = []
        }
        #expect(try parameters(unsorted, "get", "/albums") == document + page)
        var limited = service
        limited.maximumPageSize = 7
        let text = try limited.openAPI().text()
        #expect(text.contains(#""minimum":0,"maximum":7"#))
        limited.maximumPageSize = 0
        #expect(try limited.openAPI().text().contains(#""minimum":0,"maximum":1}"#))
        #expect(!text.contains(#""maximum":1000"#))
    }

    @Test("Ids and operations have the limits of the service, and a name and a version")
    func limits() throws {
        var service = service()
        let text = try service.openAPI().text()
        #expect(text.contains(#""title":"JSON:API service""#) && text.contains(#""version":"1.0""#))
        #expect(text.contains(#""minLength":1,"maxLength":256"#))
        #expect(text.contains(#""maxItems":1000"#) && text.contains(#""maximum":1000"#))
        service.maximumIDLength = 7
        service.maximumOperations = 8
        (service.title, service.version) = ("Music", "2.0")
        let changed = try service.openAPI().text()
        #expect(changed.contains(#""title":"Music""#) && changed.contains(#""version":"2.0""#))
        #expect(changed.contains(#""minLength":1,"maxLength":7"#))
        #expect(changed.contains(#""maxItems":8"#))
        // A resource of an operation has the members of any resource.
        let object = #"{"type":"object"}"#
        let members = ["attributes", "relationships", "meta", "links"].map { "\"\($0)\":\(object)" }
        #expect(changed.contains(members.joined(separator: ",")))
        service.maximumOperations = 0
        #expect(try service.openAPI().text().contains(#""maxItems":1"#))
    }

    /// The schemas of the parameters of an operation, by their names.
    private func schemas(_ method: String, _ path: String) throws -> [String: String] {
        let description = try JSON(parsing: service().openAPI().text())
        let item: JSON = (description.paths as JSON)[path]
        let list: JSON = item[method].parameters
        var found: [String: String] = [:]
        for parameter in list.vox.elements {
            found[parameter.name ?? ""] = try (parameter.schema as JSON).vox.text(style: .compact)
        }
        return found
    }

    @Test("Each parameter has the schema of its values")
    func parameterSchemas() throws {
        func not(_ field: String) -> String {
            #"{"not":{"allOf":[{"contains":{"const":"\#(field)"}},{"contains":{"const":"-\#(field)"}}]}}"#
        }
        func list(_ names: String) -> String {
            #"{"type":"array","items":{"type":"string","enum":[\#(names)]}}"#
        }
        let text = #"{"type":"array","minItems":1,"items":{"type":"string"}}"#
        #expect(
            try schemas("get", "/albums") == [
                "include": list(#""artist","tracks""#),
                "fields[albums]": list(#""title","artist","tracks""#),
                "fields[artists]": list(#""name""#),
                "sort":
                    #"{"type":"array","minItems":1,"uniqueItems":true,"allOf":[\#(not("id")),\#(not("title"))],"items":{"type":"string","enum":["id","title","-id","-title"]}}"#,
                "filter[artist]": text, "filter[id]": text, "filter[title]": text,
                "filter[tracks]": text,
                "page[size]": #"{"type":"integer","minimum":0,"maximum":1000}"#,
                "page[number]": #"{"type":"integer","minimum":1}"#,
            ])
        #expect(
            try schemas("get", "/albums/{id}/artist") == [
                "fields[albums]": list(#""title","artist","tracks""#),
                "fields[artists]": list(#""name""#),
            ])
    }

    @Test("The request and the results of operations have the members of the extension")
    func operationSchemas() throws {
        let description = try JSON(parsing: service().openAPI().text())
        let operation: JSON = (description.paths as JSON)["/operations"].post
        func schema(_ content: JSON) throws -> String {
            try (content.vox.elements[0].schema as JSON).vox.text(style: .compact)
        }
        let (any, text) = (#"{"type":"object"}"#, #"{"type":"string","minLength":1}"#)
        let address = #"{"type":"string","format":"uri-reference"}"#
        let identity =
            #""type":{"type":"string","enum":["albums","artists"]},"id":\#(text),"lid":\#(text)"#
        func object(_ members: String, _ required: String, isClosed: Bool = false) -> String {
            #"{"type":"object","properties":{\#(members)},"required":[\#(required)]"#
                + (isClosed ? #","additionalProperties":false}"# : "}")
        }
        func resource(_ required: String) -> String {
            object(
                #"\#(identity),"attributes":\#(any),"relationships":\#(any),"meta":\#(any),"links":\#(any)"#,
                required)
        }
        func identified(_ members: String, _ required: String) -> String {
            #"{"allOf":[\#(object(members, required, isClosed: true)),{"oneOf":[{"required":["id"]},{"required":["lid"]}]}]}"#
        }
        func one(_ op: String, _ members: String, _ required: String) -> String {
            object(
                #"\#(members),"op":{"const":"\#(op)"},"meta":\#(any)"#, #""op",\#(required)"#,
                isClosed: true)
        }
        let (data, type) = (#""data":\#(resource(#""type""#))"#, #""type""#)
        let (href, reference) = (#""href":\#(address)"#, #""ref":\#(identified(identity, type))"#)
        let identifier = identified(#"\#(identity),"meta":\#(any)"#, type)
        let link = identified(
            #"\#(identity),"relationship":{"type":"string","enum":["artist","tracks"]}"#,
            #""type","relationship""#)
        func edit(_ name: String, _ target: String) -> String {
            object(
                #""op":{"enum":["add","update","remove"]},"\#(name)":\#(target),"data":{"oneOf":[{"type":"null"},\#(identifier),{"type":"array","items":\#(identifier)}]},"meta":\#(any)"#,
                #""op","\#(name)","data""#, isClosed: true)
        }
        let items = [
            one("add", "\(data),\(href)", #""data""#),
            one("update", "\(data),\(reference),\(href)", #""data""#),
            #"{"oneOf":[\#(one("remove", reference, #""ref""#)),\#(one("remove", href, #""href""#))]}"#,
            #"{"oneOf":[\#(edit("href", address)),\#(edit("ref", link))]}"#,
        ]
        let list =
            #"{"type":"array","minItems":1,"maxItems":1000,"items":{"anyOf":[\#(items.joined(separator: ","))]}}"#
        #expect(
            try schema(operation.requestBody.content)
                == object(
                    #""atomic:operations":\#(list),"meta":\#(any),"jsonapi":\#(any)"#,
                    #""atomic:operations""#))
        let result =
            #"{"type":"object","properties":{"data":{"oneOf":[{"type":"null"},\#(resource(#""type","id""#))]},"meta":\#(any)}}"#
        #expect(
            try schema((operation.responses as JSON)["200"].content)
                == object(
                    #""atomic:results":{"type":"array","items":\#(result)},"meta":\#(any),"links":\#(any),"jsonapi":\#(any)"#,
                    #""atomic:results""#))
    }

    @Test("A document of errors has at least one")
    func errorSchema() throws {
        let text = try service().openAPI().text()
        #expect(
            text.contains(
                #""errors":{"type":"object","required":["errors"],"properties":{"errors":{"type":"array","minItems":1,"#
            ))
    }
}
