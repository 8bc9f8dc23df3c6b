// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// What is known of the models of a document beside their JSON.
final class ModelNotes: ResponseHeaderSource {
    /// The response that the document is.
    var origin: ResponseHead?
    /// The answers that single models took over.
    var origins: [OpaquePointer: ResponseHead] = [:]
    /// Models without an id that the service has created.
    var created: Set<OpaquePointer> = []
    /// What failed when single models were saved.
    var failures: [OpaquePointer: RequestError] = [:]

    /// The value of a header field of the response that a model came with.
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

extension ObjectNamespace where Schema: RESTSchema {
    /// The head of the response that the model was read from or last merged; nil for a model that
    /// came from no server.
    public var source: ResponseHead? {
        guard let node = json.node, let notes = node.tree.modelNotes else { return nil }
        return notes.origins[node.raw] ?? notes.origin
    }

    /// The error of the last save; nil after a successful save, and after one that threw an error
    /// of another type. A refresh does not change it.
    public var saveError: RequestError? {
        json.node.flatMap { $0.tree.modelNotes?.failures[$0.raw] }
    }
}
