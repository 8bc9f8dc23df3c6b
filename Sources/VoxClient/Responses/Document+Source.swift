// SPDX-License-Identifier: MIT

/// What a document knows beside its JSON.
struct DocumentNote: Sendable {
    var source: DocumentSource?
    var appended: Set<String> = []
}

extension Document {
    /// Where the document came from; nil when it was not read from a server.
    public var source: DocumentSource? { tree.source }
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
