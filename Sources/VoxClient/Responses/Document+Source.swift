// SPDX-License-Identifier: MIT

/// What a document knows beside its JSON.
private struct DocumentNote: Sendable {
    var source: DocumentSource?
    var appended: Set<String> = []
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

extension Node {
    /// The resource object that stands for all of its identity; itself, unless pages were appended
    /// that repeat it.
    var canonical: Node {
        guard tree.hasRepeated, let identity else { return self }
        let first = try? tree.root.resource(
            type: identity.type, id: identity.id, local: identity.isLocal)
        return first ?? self
    }
}
