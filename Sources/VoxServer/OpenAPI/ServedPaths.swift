// SPDX-License-Identifier: MIT

/// The paths of a type in the description of a service.
struct ServedPaths {
    let service: ResourceService
    let schemas: ResourceSchemas

    private var type: ServedType { schemas.type }

    /// False if the store only reads the resources.
    private var isWritten: Bool { service.canWrite(type.name) }

    /// The path items of the type. A type and a relationship are one segment, and percent-encoded
    /// where necessary.
    var items: [(path: String, item: JSONObject)] {
        let collection = "/" + Self.segment(type.name)
        let resource = "\(collection)/{id}"
        var items: [(String, JSONObject)] = [
            (collection, self.collection), (resource, self.resource),
        ]
        for (name, relationship) in type.relationships.sorted(by: { $0.key < $1.key }) {
            let segment = Self.segment(name)
            items.append(("\(resource)/\(segment)", related(name, relationship)))
            items.append(("\(resource)/relationships/\(segment)", linkage(name, relationship)))
        }
        return items
    }

    private static func segment(_ name: String) -> String {
        (try? PathTemplate.segment(name, named: "name")) ?? name
    }

    // MARK: Items

    private var collection: JSONObject {
        var list = operation("list", "Returns resources, page by page.", 200, listDocument)
        list["parameters"] = .array(documentParameters(of: type) + listParameters(of: type))
        if !isWritten { return ["get": .object(list)] }
        var creation = operation(
            "create", "Creates a resource.", 201, document(ResourceSchemas.reference(schemas.name)))
        creation["requestBody"] = body(
            ResourceSchemas.reference(schemas.newName), files: schemas.files(isNew: true))
        creation["parameters"] = .array(documentParameters(of: type))
        return ["get": .object(list), "post": .object(creation)]
    }

    private var resource: JSONObject {
        let whole = document(ResourceSchemas.reference(schemas.name))
        var reading = operation("get", "Returns the resource.", 200, whole)
        reading["parameters"] = .array(documentParameters(of: type))
        if !isWritten { return ["parameters": .array([id]), "get": .object(reading)] }
        var update = operation("update", "Changes the resource.", 200, whole)
        update["requestBody"] = body(
            ResourceSchemas.reference(schemas.changedName), files: schemas.files(isNew: false))
        update["parameters"] = .array(documentParameters(of: type))
        let deletion = operation("delete", "Deletes the resource.", 204, nil)
        return [
            "parameters": .array([id]), "get": .object(reading), "patch": .object(update),
            "delete": .object(deletion),
        ]
    }

    private func related(
        _ name: String, _ relationship: ServedType.Relationship
    ) -> JSONObject {
        let targets = (relationship.targets ?? []).sorted()
        let any: JSONValue = ["type": "object", "required": ["type", "id"]]
        let content: JSONValue =
            relationship.isMany
            ? ["type": "array", "items": any] : ["oneOf": [["type": "null"], any]]
        var reading = operation(
            "get", "Returns the resources of the relationship.", 200, document(content), name)
        if let target = targets.first.flatMap({ service.types[$0] }), targets.count == 1 {
            reading["parameters"] = .array(
                documentParameters(of: target)
                    + (relationship.isMany ? listParameters(of: target) : []))
        }
        return ["parameters": .array([id]), "get": .object(reading)]
    }

    private func linkage(
        _ name: String, _ relationship: ServedType.Relationship
    ) -> JSONObject {
        let content = document(ResourceSchemas.linkage(relationship))
        var item: JSONObject = ["parameters": .array([id])]
        item["get"] = .object(
            operation("get", "Returns the linkage.", 200, content, name + "-linkage"))
        if !service.canWrite(name, of: type) { return item }
        var edits = [("patch", "replace", "Replaces the linkage.")]
        if relationship.isMany {
            edits += [
                ("post", "add", "Adds targets."), ("delete", "remove", "Removes targets."),
            ]
        }
        for (method, verb, summary) in edits {
            var edit = operation(verb, summary, 200, content, name + "-linkage")
            edit["requestBody"] = body(ResourceSchemas.linkage(relationship))
            item[method] = .object(edit)
        }
        return item
    }

    /// Returns the operation of atomic requests.
    static func operations(_ schema: OperationsSchema) -> JSONObject {
        let media = HTTPMediaType.jsonAPI(ext: [AtomicDocument.uri]).description
        return [
            "operationId": "operations", "summary": "Executes all operations, or none.",
            "requestBody": [
                "required": true,
                "content": .object([media: .object(["schema": schema.request])]),
            ],
            "responses": .object([
                "200": .object([
                    "description": "The results.",
                    "content": .object([media: .object(["schema": schema.results])]),
                ]),
                "204": ["description": "The operations have no results."],
                "default": .object(failure(media)),
            ]),
        ]
    }

    // MARK: Operations

    private func operation(
        _ verb: String, _ summary: String, _ status: Int, _ document: JSONValue?,
        _ field: String? = nil
    ) -> JSONObject {
        var responses = JSONObject()
        var success: JSONObject = ["description": "The request was successful."]
        if let document {
            success["content"] = .object([Self.media: .object(["schema": document])])
        }
        responses["\(status)"] = .object(success)
        // `Prefer: return=minimal`, and linkage that is not loaded.
        if status == 200 || status == 201 {
            responses["204"] = [
                "description": "The request was successful, and there is no document."
            ]
        }
        responses["default"] = .object(Self.failure(Self.media))
        let name = schemas.name + (field.map { "-" + $0 } ?? "")
        return [
            "operationId": .string("\(verb)-\(name)"), "summary": .string(summary),
            "tags": .strings([type.name]), "responses": .object(responses),
        ]
    }

    private static let media = HTTPMediaType.jsonAPI.description

    private static func failure(_ media: String) -> JSONObject {
        [
            "description": "The request failed.",
            "content": .object([
                media: .object(["schema": ResourceSchemas.reference(ResourceSchemas.errorName)])
            ]),
        ]
    }

    /// Returns the body of a request with some primary data. If the request can have files, the
    /// body can also be a form. If a file is required, the body must be a form.
    private func body(
        _ data: JSONValue, files: ResourceSchemas.Files = ResourceSchemas.Files()
    ) -> JSONValue {
        let document: JSONValue = .object([
            "type": "object", "required": ["data"], "properties": .object(["data": data]),
            "propertyNames": ResourceSchemas.memberName,
        ])
        var content = JSONObject()
        if files.required.isEmpty {
            content[Self.media] = .object([
                "schema": files.null.isEmpty
                    ? document : .object(["allOf": .array([document, attributes(files.null)])])
            ])
        }
        if !files.all.isEmpty {
            let part = ServedType.File.documentName
            var parts: JSONObject = [part: document]
            for name in files.all {
                parts[name] = [
                    "type": "string", "contentMediaType": "application/octet-stream",
                ]
            }
            let form: JSONValue = .object([
                "type": "object",
                "description": .string("The part \"\(part)\" must be the first part of the form."),
                "properties": .object(parts), "required": .strings([part] + files.required),
                "additionalProperties": false,
            ])
            content[HTTPMediaType.formEssence] = .object([
                "schema": form,
                "encoding": .object([part: .object(["contentType": .string(Self.media)])]),
            ])
        }
        return .object(["required": true, "content": .object(content)])
    }

    /// Returns the schema of a document whose resource has certain attributes.
    private func attributes(_ names: [String]) -> JSONValue {
        let data: JSONObject = [
            "required": ["attributes"],
            "properties": .object(["attributes": .object(["required": .strings(names)])]),
        ]
        return .object(["properties": .object(["data": .object(data)])])
    }

    private func document(_ data: JSONValue) -> JSONValue {
        .object([
            "type": "object", "required": ["data"],
            "properties": .object([
                "data": data, "included": ["type": "array", "items": ["type": "object"]],
                "links": ["type": "object"], "meta": ["type": "object"],
                "jsonapi": ["type": "object"],
            ]),
        ])
    }

    private var listDocument: JSONValue {
        document(.object(["type": "array", "items": ResourceSchemas.reference(schemas.name)]))
    }

    // MARK: Parameters

    private var id: JSONValue {
        .object([
            "name": "id", "in": "path", "required": true,
            "schema": schemas.id,
        ])
    }

    private func documentParameters(of type: ServedType) -> [JSONValue] {
        var parameters: [JSONValue] = []
        if !type.relationships.isEmpty {
            parameters.append(
                names(
                    "include", type.relationships.keys.sorted(),
                    "Relationships whose resources the document includes. A path has dots."))
        }
        for name in service.types.keys.sorted() {
            guard let served = service.types[name], let attributes = served.attributes else {
                continue
            }
            parameters.append(
                names(
                    "fields[\(name)]", attributes.sorted() + served.relationships.keys.sorted(),
                    "The fields of these resources in the document."))
        }
        for name in type.parameters.sorted() {
            parameters.append(
                parameter(name, ["type": "string"], "A parameter of the service's own."))
        }
        return parameters
    }

    private func listParameters(of type: ServedType) -> [JSONValue] {
        var parameters: [JSONValue] = []
        let related = (type.sortable ?? []).filter { $0.contains(".") }
        let fields = (type.attributes ?? []).union(related).union(["id"]).filter {
            type.canSort(by: $0) && service.store.canSort(by: $0, type.name)
        }.sorted()
        if !fields.isEmpty {
            parameters.append(sort(by: fields))
        }
        if service.filters is FilterExpression.Brackets {
            let fields = (type.attributes ?? []).union(type.relationships.keys).union(["id"])
            for field in fields.filter(type.canFilter).sorted() {
                parameters.append(filter(field, of: type))
            }
        }
        let size: JSONValue = .object([
            "type": "integer", "minimum": 0,
            "maximum": .number(JSONNumber(max(service.maximumPageSize, 1))),
        ])
        parameters.append(
            parameter(
                "page[size]", size, "The number of resources on a page; 0 for the total alone."))
        parameters.append(
            parameter("page[number]", ["type": "integer", "minimum": 1], "The number of the page."))
        return parameters
    }

    /// Returns the parameter that finds resources with one of several values.
    private func filter(_ field: String, of type: ServedType) -> JSONValue {
        let value = type.descriptors[field].map { AttributeSchema.of($0, isRequired: true) }
        let values: JSONObject = [
            "type": "array", "minItems": 1, "items": .object(value ?? ["type": "string"]),
        ]
        return parameter(
            "filter[\(field)]", .object(values), "Resources with one of the values.", isList: true)
    }

    private func names(_ name: String, _ values: [String], _ description: String) -> JSONValue {
        let list: JSONObject = [
            "type": "array", "items": .object(["type": "string", "enum": .strings(values)]),
        ]
        return parameter(name, .object(list), description, isList: true)
    }

    /// Returns the parameter of sort fields. A list has each field once, in one direction.
    private func sort(by fields: [String]) -> JSONValue {
        let twice = fields.map { field -> JSONValue in
            let both: [JSONValue] = [field, "-" + field].map {
                .object(["contains": .object(["const": .string($0)])])
            }
            return .object(["not": .object(["allOf": .array(both)])])
        }
        let values = fields + fields.map { "-" + $0 }
        let list: JSONObject = [
            "type": "array", "minItems": 1, "uniqueItems": true, "allOf": .array(twice),
            "items": .object(["type": "string", "enum": .strings(values)]),
        ]
        return parameter(
            "sort", .object(list), "The sort fields. A minus sign is descending order.",
            isList: true)
    }

    private func parameter(
        _ name: String, _ schema: JSONValue, _ description: String, isList: Bool = false
    ) -> JSONValue {
        var parameter: JSONObject = [
            "name": .string(name), "in": "query", "description": .string(description),
        ]
        if isList {
            parameter["style"] = "form"
            parameter["explode"] = false
        }
        parameter["schema"] = schema
        return .object(parameter)
    }
}
