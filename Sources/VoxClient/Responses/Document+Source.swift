// SPDX-License-Identifier: MIT

/// The response that a document was read from.
struct DocumentSource: Sendable {
    let client: APIClient
    let head: ClientResponse.Head
    /// The settings of the request. Other pages are requested with the same settings.
    let settings: ClientRequest.Settings

    var url: HTTPURL { head.url }

    /// The way to find the next page.
    var paging: Paging.Next { client.options.paging }
}

/// The content of a page that was appended to a document.
struct AppendedPageContent: Hashable {
    /// The number of primary resources.
    let count: Int
    /// A hash of the identities of the primary resources.
    let hash: Int
}

/// The data that is stored with a document beside its JSON.
struct DocumentNote: Sendable {
    var source: DocumentSource?
    /// The number of resources that a stream returned before this document; 0 without a stream.
    var streamed = 0
    var appended: Set<String> = []
    var lastPage: AppendedPageContent?
    var followsPageZero = false
    var contents: Set<AppendedPageContent> = []
}

extension Document {
    /// The head of the response that the document was read from; nil if the document was not read
    /// from a server.
    public var source: ClientResponse.Head? { tree.source?.head }
}

extension Document.Namespace {
    /// The URIs of the extensions that the server applied to the document, from the media type of
    /// the response. The list is empty for a document that was not read from a server.
    public var extensions: [String] { json.node?.tree.source?.head.mediaType?.ext ?? [] }

    /// The URIs of the profiles that the server applied to the document, from the media type of the
    /// response. The list is empty for a document that was not read from a server.
    public var profiles: [String] { json.node?.tree.source?.head.mediaType?.profile ?? [] }
}

extension Tree {
    private var documentNote: DocumentNote {
        get { note as? DocumentNote ?? DocumentNote() }
        set { note = newValue }
    }

    /// The response that the document was read from; nil if the document was not read from a
    /// server.
    var source: DocumentSource? {
        get { documentNote.source }
        set { documentNote.source = newValue }
    }

    /// The number of resources that a stream returned before this document; 0 without a stream.
    var streamed: Int { documentNote.streamed }

    /// The content of the page that was appended last; nil if no page was appended.
    var lastPage: AppendedPageContent? {
        get { documentNote.lastPage }
        set { documentNote.lastPage = newValue }
    }

    /// True if an earlier page of the same list has the number zero.
    var followsPageZero: Bool {
        get { documentNote.followsPageZero }
        set { documentNote.followsPageZero = newValue }
    }

    /// The contents of the pages that were appended, and of the page before them.
    var contents: Set<AppendedPageContent> {
        get { documentNote.contents }
        set { documentNote.contents = newValue }
    }

    /// The addresses of the pages that were appended.
    var appended: Set<String> {
        get { documentNote.appended }
        set { documentNote.appended = newValue }
    }
}
