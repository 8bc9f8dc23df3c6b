// SPDX-License-Identifier: MIT

/// The addresses in an OpenAPI description of a server.
struct OpenAPIFacts {
    /// The paths without parameters that can be read.
    let collections: [HTTPURL]
    /// The path that accepts Atomic Operations.
    let operations: HTTPURL?

    private static let maximumCollections = 200

    /// Returns nil if the response is no OpenAPI description.
    init?(_ response: Received, base: HTTPURL) {
        let json = response.json
        let isDescription = ["openapi", "swagger"].contains { json.text(at: $0) != nil }
        let paths = json.value(at: "paths")
        guard isDescription, paths.vox.kind == .object else { return nil }
        let root = Self.root(of: json, response, base)
        var collections: [HTTPURL] = []
        var operations: HTTPURL?
        for (path, item) in paths.vox.members where !path.contains("{") {
            guard let url = try? root.appending(path: path) else { continue }
            if collections.count == Self.maximumCollections { break }
            if Self.returnsDocuments(item.value(at: "get")) { collections.append(url) }
            if Self.acceptsOperations(item.value(at: "post")) { operations = operations ?? url }
        }
        self.collections = collections
        self.operations = operations
    }

    /// Returns the address that the paths begin with.
    private static func root(of json: JSON, _ response: Received, _ base: HTTPURL) -> HTTPURL {
        let server: JSON = json.value(at: "servers")[0]
        let address = server.text(at: "url") ?? json.text(at: "basePath")
        guard let address, !address.contains("{"),
            let url = base.local(address, from: response.url)
        else { return base }
        return url
    }

    /// Returns true if an operation may return documents of JSON:API.
    private static func returnsDocuments(_ operation: JSON) -> Bool {
        guard operation.vox.kind == .object else { return false }
        let content = operation.value(at: "responses").value(at: "200").value(at: "content")
        let types = content.vox.members.map(\.name)
        return types.isEmpty || types.contains { HTTPMediaType($0)?.isJSONAPI ?? false }
    }

    private static func acceptsOperations(_ operation: JSON) -> Bool {
        let content = operation.value(at: "requestBody").value(at: "content")
        return content.vox.members.contains {
            HTTPMediaType($0.name)?.ext.contains(AtomicDocument.uri) ?? false
        }
    }
}
