// SPDX-License-Identifier: MIT

// Descriptions for `print`: the identity of a value and the beginning of its content. Their length
// is bounded, and only the first elements of long lists are read.

/// The maximum number of resources of a list that a description shows.
private let shown = 3
/// The maximum number of bytes of attributes or other JSON that a description shows.
private let excerptLength = 200

extension Resource: CustomDebugStringConvertible {
    /// One line with the type, the id, the word "unresolved" for an unresolved resource, the
    /// beginning of the attributes, and the changes since the resource was read, or since the last
    /// `mark()`.
    public var debugDescription: String {
        let attributes = isResolved ? node.member("attributes" as StaticString) : nil
        return identityDescription
            + (attributes.map { $0.count == 0 ? "" : " " + $0.excerpt(excerptLength) } ?? "")
            + changesText
    }

    /// The names of the first five changes. The text is empty if the resource has no changes. The
    /// text is also empty if the resource was never read and `mark()` was never called.
    var changesText: String {
        let names = changedNames
        let more = names.count > 5 ? ", … \(names.count - 5) more" : ""
        return names.isEmpty
            ? "" : ", changed: " + names.prefix(5).map(\.brief).joined(separator: ", ") + more
    }

    /// The names in JSON of the attributes and relationships that differ from the baseline.
    var changedNames: [String] {
        // `changes()` would update the linkage. A description must not change the document.
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
    /// The type of the document, its primary data and the number of included resources. If the
    /// document reports errors, the description contains these errors instead. The description of a
    /// list contains its first three resources. The description has at most a few thousand bytes.
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
    /// The description of the document.
    public var description: String { document.description }
}

extension ResourceList: CustomStringConvertible {
    /// The number of resources, and the first three resources.
    public var description: String {
        "\(count) resources " + prefix(shown).map(\.debugDescription).shownOf(count)
    }
}

extension RelatedResources: CustomStringConvertible {
    /// The type and id of the first three resources, and the number of further resources. If the
    /// linkage is missing, the description is `absent`. If the linkage is null, the description is
    /// `null`.
    public var description: String {
        state == .value
            ? prefix(shown).map(\.identityDescription).shownOf(count) : "\(state)"
    }
}

extension Relationship.Identifier: CustomStringConvertible {
    /// The type and the id of the target.
    public var description: String {
        let identity = id.map { "id \($0.brief)" } ?? lid.map { "lid \($0.brief)" } ?? "new"
        return "\(type.brief) (\(identity))"
    }
}

extension Relationship.Linkage: CustomStringConvertible {
    /// The identifiers in the linkage, or `absent`, `null` or `[]`. The description of a list
    /// contains its first three identifiers.
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
    /// One line with the status, code, title, detail and source. Each part of the line is truncated
    /// after 200 Unicode scalars.
    public var description: String {
        let source =
            pointer.map { "at \"\($0.brief)\"" } ?? parameter.map { "parameter \($0.brief)" }
        let parts = [status?.brief, code?.brief, title?.brief, detail?.brief, source]
        let text = parts.compactMap { $0 }.joined(separator: ", ")
        return text.isEmpty ? "an error without title, detail or code" : text
    }
}

extension APIError {
    /// The title, the detail and the source of the error. If title and detail are missing, the code
    /// is used instead.
    fileprivate var words: String {
        var words = [title, detail].compactMap { $0?.brief }
        if words.count == 2, words[0] == words[1] { words.removeLast() }
        if words.isEmpty { words = [code?.brief ?? "an error without title, detail or code"] }
        let source =
            pointer.map { " (at \"\($0.brief)\")" } ?? parameter.map { " (parameter \($0.brief))" }
            ?? header.map { " (header field \($0.brief))" }
        return words.joined(separator: ": ") + (source ?? "")
    }
}

extension Array<APIError> {
    /// One line with the first three errors and the number of further errors.
    package var summary: String {
        prefix(shown).map(\.words).joined(separator: "; ")
            + (count > shown ? "; … \(count - shown) more" : "")
    }
}

extension Node {
    /// Returns the first children.
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
    /// Returns the first elements of a list as text, and the number of further elements.
    fileprivate func shownOf(_ total: Int) -> String {
        let rest = total > count ? (isEmpty ? "" : ", ") + "… \(total - count) more" : ""
        return "[" + joined(separator: ", ") + rest + "]"
    }
}

extension String {
    /// The beginning of a name or id, which may have any length.
    fileprivate var brief: String { excerpt(excerptLength) }
}
