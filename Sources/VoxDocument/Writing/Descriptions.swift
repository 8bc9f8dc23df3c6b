// SPDX-License-Identifier: MIT

// What `print` shows: who it is, and the beginning of what it says. Lengths are bounded, and of long
// lists the first few are looked at.

/// How many resources of a list are shown.
private let shown = 3
/// How many bytes of the attributes of a resource, or of other JSON, are shown.
private let excerptLength = 200

extension Resource: CustomDebugStringConvertible {
    /// Type, id, whether the target of the linkage is missing, the beginning of the attributes, and what
    /// was changed since it was read or last marked.
    public var debugDescription: String {
        let attributes = isResolved ? node.member("attributes" as StaticString) : nil
        return identityDescription
            + (attributes.map { $0.count == 0 ? "" : " " + $0.excerpt(excerptLength) } ?? "")
            + changesText
    }

    /// The names of what was changed, five of them; empty for a resource that was neither changed nor
    /// read.
    var changesText: String {
        let names = changedNames
        let more = names.count > 5 ? ", … \(names.count - 5) more" : ""
        return names.isEmpty
            ? "" : ", changed: " + names.prefix(5).map(\.brief).joined(separator: ", ") + more
    }

    /// The JSON names of the attributes and relationships that differ from what was read or last marked.
    var changedNames: [String] {
        // Not by `changes()`, which brings linkage up to date: to look at a thing alters nothing.
        guard isResolved, node.isChanged, (try? node.baseline()) != nil,
            let changes = try? ResourceChanges(of: node)
        else { return [] }
        return changes.attributes + changes.relationships
    }

    var identityDescription: String {
        let identity = id.map { "id \($0.brief)" } ?? lid.map { "lid \($0.brief)" } ?? "new"
        return "\(type.brief) (\(identity)\(isResolved ? "" : ", unresolved"))"
    }
}

extension Document: CustomStringConvertible {
    /// The type of the document, its primary data (of a list the first three), how many resources are
    /// included, or the errors that it reports. Some thousand bytes at most.
    public var description: String {
        let schema = String(describing: Primary.Schema.self)
        return "Document<\(Primary.isList ? "[\(schema)]" : schema)>: \(contents)"
    }

    private var contents: String {
        if hasErrors {
            let count = member("errors")?.count ?? 0
            let first = member("errors")?.prefix(shown).compactMap { try? JSONValue($0) } ?? []
            return "errors " + first.map { APIError($0).description }.shownOf(count)
        }
        var text: String
        if let data = member("data") {
            if data.isArray {
                let first = data.prefix(shown).map { Resource<AnyResource>($0).debugDescription }
                text = "\(data.count) resources " + first.shownOf(data.count)
            } else if data.isObject {
                text = Resource<AnyResource>(data).debugDescription
            } else {
                text = "null"
            }
        } else {
            text = "no data"
        }
        if let included = member("included"), included.count > 0 {
            text += ", \(included.count) included"
        }
        if let meta = member("meta") { text += ", meta " + meta.excerpt(excerptLength) }
        return text
    }
}

extension FrozenDocument: CustomStringConvertible {
    /// As that of the document.
    public var description: String { document.description }
}

extension ResourceList: CustomStringConvertible {
    /// How many resources there are, and the first three.
    public var description: String {
        "\(count) resources " + prefix(shown).map(\.debugDescription).shownOf(count)
    }
}

extension RelatedResources: CustomStringConvertible {
    /// The first three resources by type and id, and how many more there are; or the state when there
    /// is no list.
    public var description: String {
        state == .value
            ? prefix(shown).map(\.identityDescription).shownOf(count) : "\(state)"
    }
}

extension ResourceIdentifier: CustomStringConvertible {
    /// Type and id.
    public var description: String {
        let identity = id.map { "id \($0.brief)" } ?? lid.map { "lid \($0.brief)" } ?? "new"
        return "\(type.brief) (\(identity))"
    }
}

extension Linkage: CustomStringConvertible {
    /// The state, or the identifiers: of a list the first three.
    public var description: String {
        switch self {
        case .absent: "absent"
        case .null: "null"
        case .one(let identifier): identifier.description
        case .empty: "[]"
        case .many(let list): list.prefix(shown).map(\.description).shownOf(list.count)
        }
    }
}

extension APIError: CustomStringConvertible {
    /// One line: status, code, title, detail, and what it is about; each cut behind 200 Unicode scalars.
    public var description: String {
        let source =
            pointer.map { "at \"\($0.brief)\"" } ?? parameter.map { "parameter \($0.brief)" }
        let parts = [status?.brief, code?.brief, title?.brief, detail?.brief, source]
        let text = parts.compactMap { $0 }.joined(separator: ", ")
        return text.isEmpty ? "an error without words" : text
    }
}

extension APIError {
    /// Title and detail, or else the code, and what the error is about.
    fileprivate var words: String {
        var words = [title, detail].compactMap { $0?.brief }
        if words.count == 2, words[0] == words[1] { words.removeLast() }
        if words.isEmpty { words = [code?.brief ?? "an error without words"] }
        let source =
            pointer.map { " (at \"\($0.brief)\")" } ?? parameter.map { " (parameter \($0.brief))" }
            ?? header.map { " (header field \($0.brief))" }
        return words.joined(separator: ": ") + (source ?? "")
    }
}

extension Array<APIError> {
    /// The first three in one line, and how many more there are.
    package var summary: String {
        prefix(shown).map(\.words).joined(separator: "; ")
            + (count > shown ? "; … \(count - shown) more" : "")
    }
}

extension Node {
    /// The first children.
    fileprivate func prefix(_ count: Int) -> [Node] {
        var children: [Node] = []
        var child = first
        while let node = child, children.count < count {
            children.append(node)
            child = node.next
        }
        return children
    }
}

extension Array<String> {
    /// The first of a list as text, and how many more there are.
    fileprivate func shownOf(_ total: Int) -> String {
        let rest = total > count ? (isEmpty ? "" : ", ") + "… \(total - count) more" : ""
        return "[" + joined(separator: ", ") + rest + "]"
    }
}

extension String {
    /// Names and ids may be of any length.
    fileprivate var brief: String { excerpt(excerptLength) }
}
