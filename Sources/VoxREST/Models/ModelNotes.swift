// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// The data about the models of a document that is stored with the document, beside its JSON.
final class ModelNotes: ResponseHeaderSource {
    /// The response that the document was read from.
    var origin: ClientResponse.Head?
    /// The responses that were merged into single models.
    var origins: [OpaquePointer: ClientResponse.Head] = [:]
    /// The models that the service has created without sending their ids.
    var created: Set<OpaquePointer> = []
    /// The errors of saving single models.
    var failures: [OpaquePointer: RequestError] = [:]

    /// Returns the value of a header field of the response that a model was read from or last
    /// merged with.
    func responseHeader(_ name: String, of node: OpaquePointer) -> String? {
        let origin = origins[node] ?? origin
        return HTTPField.Name(name).flatMap { origin?.headers[$0] }
    }
}

extension Tree {
    /// The notes of the document; nil if the document has no notes.
    var modelNotes: ModelNotes? { storage.note as? ModelNotes }

    /// The notes of the document. They are created if the document has no notes.
    var madeModelNotes: ModelNotes {
        if let modelNotes { return modelNotes }
        let made = ModelNotes()
        storage.note = made
        return made
    }
}

extension TypedObject.Namespace where Schema: RESTSchema {
    /// The head of the response that the model was read from, or of the last response that was
    /// merged into the model. Nil for a model that was not read from a server.
    public var source: ClientResponse.Head? {
        guard let node = json.node, let notes = node.tree.modelNotes else { return nil }
        return notes.origins[node.raw] ?? notes.origin
    }

    /// The error of the last save of the model. Nil if the last save succeeded, or threw an error
    /// other than a `RequestError`. A refresh of the model does not change this error.
    public var saveError: RequestError? {
        json.node.flatMap { $0.tree.modelNotes?.failures[$0.raw] }
    }
}
