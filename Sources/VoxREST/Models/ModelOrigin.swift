// SPDX-License-Identifier: MIT

public import HTTPTypes

/// Where a model came from: what HTTP tells about the answer that it was read from, or that it took
/// over last.
public struct ModelOrigin: Sendable {
    /// The address that answered.
    public let url: HTTPURL
    private let head: HTTPResponse

    init(_ exchange: Exchange) {
        url = exchange.url
        head = exchange.head
    }

    /// The status.
    public var status: HTTPResponse.Status { head.status }

    /// The header fields.
    public var headers: HTTPFields { head.headerFields }

    /// The version of what was read, for `If-Match` and `If-None-Match`.
    public var etag: String? { headers[.eTag] }
}

extension ModelOrigin: CustomStringConvertible, CustomReflectable {
    /// The status, and the address without its query.
    public var description: String { "\(status.code) from \(url)" }

    /// Shows nothing more than the description: header fields may be secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What is known of the models of a document beside their JSON.
final class ModelNotes: ResponseHeaderSource {
    /// The answer that the document is.
    var origin: ModelOrigin?
    /// The answers that single models took over.
    var origins: [OpaquePointer: ModelOrigin] = [:]
    /// Models without an id that the service has created.
    var created: Set<OpaquePointer> = []
    /// What failed when single models were saved.
    var failures: [OpaquePointer: RequestError] = [:]

    /// The value of a header field of the answer that a model came with.
    func responseHeader(_ name: String, of node: OpaquePointer) -> String? {
        let origin = origins[node] ?? origin
        return HTTPField.Name(name).flatMap { origin?.headers[$0] }
    }
}

extension Tree {
    /// The notes; nil when there is nothing to know.
    var modelNotes: ModelNotes? { storage.note as? ModelNotes }

    /// The notes, made when there are none.
    var madeModelNotes: ModelNotes {
        if let modelNotes { return modelNotes }
        let made = ModelNotes()
        storage.note = made
        return made
    }
}

extension ObjectOperations where Schema: RESTSchema {
    /// Where the model came from; nil for one that was read from no server.
    public var origin: ModelOrigin? {
        guard let node = json.node, let notes = node.tree.modelNotes else { return nil }
        return notes.origins[node.raw] ?? notes.origin
    }

    /// Why the model could not be saved last time; nil after a save that succeeded, or that ended with an
    /// error of another type. Reading it again changes nothing about it.
    public var saveError: RequestError? {
        json.node.flatMap { $0.tree.modelNotes?.failures[$0.raw] }
    }
}
