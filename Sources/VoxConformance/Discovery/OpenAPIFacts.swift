// SPDX-License-Identifier: MIT

/// The addresses in an OpenAPI description of a server.
struct OpenAPIFacts {
    /// The paths without parameters that can be read.
    let collections: [HTTPURL]
    /// The path that accepts Atomic Operations.
    let operations: HTTPURL?
    private let document: JSON.Frozen
    /// The address that the paths begin with.
    private let root: HTTPURL

    private static let maximumCollections = 200

    /// Returns nil if the response is no OpenAPI description.
    init?(_ response: Received, base: HTTPURL) {
        let json = response.json
        let isDescription = ["openapi", "swagger"].contains { json.text(at: $0) != nil }
        let paths = json.value(at: "paths")
        guard isDescription, paths.vox.kind == .object, let document = response.document else {
            return nil
        }
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
        self.document = document
        self.root = root
    }

    /// Returns a document that creates a resource in a collection, with the type and the linkage of
    /// its resources where the description does not say enough.
    func example(
        in collection: HTTPURL, type: String?, linkage: [String: JSONValue]
    ) throws(DescribedExample.Fault) -> JSONValue {
        let json = document.json
        let item = json.value(at: "paths").vox.members.first { path, _ in
            collection.place.map { place in (try? root.appending(path: path))?.place == place }
                ?? false
        }
        guard let operation = item?.value.value(at: "post"), operation.vox.kind == .object else {
            throw DescribedExample.Fault(
                reason: "the OpenAPI description has no POST \(collection.path.excerpt(100))")
        }
        return try DescribedExample(root: json, linkage: linkage)
            .document(for: operation, type: type)
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
