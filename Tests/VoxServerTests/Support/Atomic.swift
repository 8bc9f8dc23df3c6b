// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTesting

/// A service with an address for atomic requests.
enum Atomic {
    static let mediaType = HTTPMediaType.jsonAPI(ext: [AtomicDocument.uri]).description

    static func service(
        _ store: any ResourceStore, types: [ServedType] = Music.types
    ) -> ResourceService {
        var service = ResourceService(types, store: store)
        service.operationsPath = "operations"
        return service
    }

    /// Everything that a store in memory has, with versions and order.
    static func contents(of store: MemoryStore) -> [String: [StoredResource]] {
        Dictionary(uniqueKeysWithValues: store.types.map { ($0, store.resources(of: $0)) })
    }
}

extension HTTPTransport {
    /// Sends a request with operations, each as JSON text.
    func operate(_ operations: String..., headers: HTTPFields = [:]) async throws -> Reply {
        try await operate(operations, headers: headers)
    }

    func operate(_ operations: [String], headers: HTTPFields = [:]) async throws -> Reply {
        try await operate(
            document: #"{"atomic:operations":[\#(operations.joined(separator: ","))]}"#,
            headers: headers)
    }

    func operate(document: String, headers: HTTPFields = [:]) async throws -> Reply {
        var headers = headers
        headers[.contentType] = headers[.contentType] ?? Atomic.mediaType
        headers[.accept] = headers[.accept] ?? Atomic.mediaType
        return try await send(.post, "/operations", document, headers)
    }
}

extension Reply {
    /// The pointer of the first error.
    var pointer: String? { json.errors[0].source.pointer }

    var results: [JSON] { json["atomic:results"].vox.elements }
}

extension HTTPField.Name {
    static let prefer = HTTPField.Name("Prefer") ?? .accept
    static let preferenceApplied = HTTPField.Name("Preference-Applied") ?? .accept
}

extension JSON {
    /// Of an error: the pointer of the member that the error is about, whether or not the request
    /// has the member.
    var namedPointer: String? {
        let missing: String? = self["meta"]["missing"]
        let pointer: String? = self["source"]["pointer"]
        return missing ?? pointer
    }
}
