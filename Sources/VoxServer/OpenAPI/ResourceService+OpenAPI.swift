// SPDX-License-Identifier: MIT

import HTTPTypes

extension ResourceService {
    /// Returns the description of the service in the format of OpenAPI 3.1: all paths with their
    /// methods, parameters, and the schemas of requests and responses.
    ///
    /// The types of attributes come from the Swift schemas (``ServedType/init(_:_:)``).
    /// To publish the description, set ``openAPIPath``.
    ///
    /// ```swift
    /// struct Note: ResourceSchema {
    ///     static let type = "notes"
    ///     let text = Attribute<String>("text").required()
    /// }
    /// var service = ResourceService([ServedType(Note.self)], store: MemoryStore())
    /// service.title = "Notes"
    /// print(try service.openAPI().text().prefix(61))
    /// // prints: {"openapi":"3.1.0","info":{"title":"Notes","version":"1.0"},"
    /// ```
    /// - Parameter server: the address that all paths begin with. The default is ``basePath``.
    /// - Returns: The description as a JSON value.
    public func openAPI(server: String? = nil) -> JSONValue {
        let types = self.types.values.sorted { $0.name < $1.name }
        let schemas = Self.named(types).map {
            ResourceSchemas(type: $0.type, name: $0.name, maximumIDLength: maximumIDLength)
        }
        var paths = JSONObject()
        for schema in schemas {
            for (path, item) in ServedPaths(service: self, schemas: schema).items {
                paths[path] = .object(item)
            }
        }
        if let operationsPath {
            let schema = OperationsSchema(
                types: types, written: types.filter { canWrite($0.name) },
                maximumOperations: maximumOperations)
            paths["/\(operationsPath)"] = .object([
                "post": .object(ServedPaths.operations(schema))
            ])
        }
        var components = JSONObject()
        for schemas in schemas {
            for (name, schema) in schemas.components(isWritten: canWrite(schemas.type.name)) {
                components[name] = schema
            }
        }
        components[ResourceSchemas.errorName] = Self.errorSchema
        return .object([
            "openapi": "3.1.0",
            "info": .object(["title": .string(title), "version": .string(version)]),
            "servers": .array([
                .object(["url": .string(server ?? (rootPath.isEmpty ? "/" : rootPath))])
            ]),
            "paths": .object(paths), "components": .object(["schemas": .object(components)]),
        ])
    }

    func describe(to request: ClientRequest) async throws -> ClientResponse {
        guard request.method == .get || request.method == .head else {
            throw ErrorResponse(request.method, notAmong: [.get, .head])
        }
        if let item = try RequestQuery(request.url.query, supporting: .everything).items.first {
            throw ErrorResponse(
                .badRequest, "the description of the service has no parameters",
                source: .parameter(String(item.name.prefix(200))))
        }
        try await authorize(.description)
        let bytes = Array(try openAPI().text().utf8)
        let tag = EntityTag(of: bytes, about: nil)
        var fields: HTTPFields = [.contentType: "application/json", .eTag: tag.field]
        if try Preconditions(request.headers).isKnown(tag) {
            return ClientResponse(.notModified, headers: [.eTag: tag.field], url: request.url)
        }
        if request.method == .head { fields[.contentLength] = "\(bytes.count)" }
        return ClientResponse(
            head: HTTPResponse(status: .ok, headerFields: fields), url: request.url,
            body: request.method == .head ? ClientResponse.Body() : ClientResponse.Body(bytes))
    }

    /// Returns the types with names that components can have.
    private static func named(_ types: [ServedType]) -> [(type: ServedType, name: String)] {
        var used: Set<String> = [ResourceSchemas.errorName]
        return types.map { type in
            let characters = type.name.unicodeScalars.map { scalar -> Character in
                let isAllowed =
                    scalar.isASCII
                    && (scalar.properties.isAlphabetic
                        || "0123456789._-".unicodeScalars.contains(scalar))
                return isAllowed ? Character(scalar) : "_"
            }
            var name = String(characters)
            while !used.insert(name).inserted { name += "_" }
            return (type, name)
        }
    }

    private static let errorSchema: JSONValue = [
        "type": "object", "required": ["errors"],
        "properties": [
            "errors": [
                "type": "array", "minItems": 1,
                "items": [
                    "type": "object",
                    "properties": [
                        "status": ["type": "string"], "code": ["type": "string"],
                        "title": ["type": "string"], "detail": ["type": "string"],
                        "source": ["type": "object"],
                    ],
                ],
            ]
        ],
    ]
}
