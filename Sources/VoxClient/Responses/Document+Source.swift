// SPDX-License-Identifier: MIT

/// The response that a document was read from.
struct DocumentSource: Sendable {
    let client: APIClient
    let head: ResponseHead
    /// The settings of the request. Pages are requested with the same.
    let settings: RequestSettings

    var url: HTTPURL { head.url }
}

/// What is stored with a document beside its JSON.
struct DocumentNote: Sendable {
    var source: DocumentSource?
    var appended: Set<String> = []
}

extension Document {
    /// The head of the response that the document was read from; nil when it came from no server.
    public var source: ResponseHead? { tree.source?.head }
}

extension Tree {
    private var documentNote: DocumentNote {
        get { note as? DocumentNote ?? DocumentNote() }
        set { note = newValue }
    }

    /// Where the document came from.
    var source: DocumentSource? {
        get { documentNote.source }
        set { documentNote.source = newValue }
    }

    /// The addresses of the pages that were appended.
    var appended: Set<String> {
        get { documentNote.appended }
        set { documentNote.appended = newValue }
    }
}
