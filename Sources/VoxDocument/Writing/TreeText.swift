// SPDX-License-Identifier: MIT

/// A JSON:API document as indented text for users, with limits for depth, width and length.
///
///     data: 1 resource
///       albums 1
///         title: "Night Trains"
///         artist → artists 7
///     included: 1 resource
///       artists 7
///         name: "The Cartographers"
struct TreeText {
    /// The maximum number of resources that are shown of a list.
    let limit: Int
    private var lines: [String] = []

    private static let excerptLength = 100
    /// The maximum depth at which objects are shown member by member.
    private static let deepest = 4
    /// The maximum number of members shown of an object, or identifiers of a linkage.
    private static let widest = 50

    /// Returns the text of a document, without a line feed after the last line.
    static func of(_ document: JSON, limit: Int) -> String {
        var text = TreeText(limit: max(limit, 0))
        text.add(document)
        return text.lines.joined(separator: "\n")
    }

    private init(limit: Int) { self.limit = limit }

    private mutating func add(_ document: JSON) {
        guard document.vox.kind == .object else { return add("", document, at: 0) }
        addLists(of: document)
        let data = document["data"]
        switch data.vox.kind {
        case .absent: break
        case .array: add(list: data, named: "data") { $0.add(resource: $1) }
        case .object:
            line("data: 1 resource", at: 0)
            add(resource: data)
        default: line("data: \(excerpt(data))", at: 0)
        }
        if document["included"].vox.kind == .array {
            add(list: document["included"], named: "included") { $0.add(resource: $1) }
        }
        for name in ["errors", "links", "meta", "jsonapi"] where document[name].vox.kind != .absent
        {
            add(name, document[name], at: 0)
        }
    }

    /// Adds a list. `add` adds one element.
    mutating func add(
        list: JSON, named name: String, of noun: String = "resource",
        _ add: (inout TreeText, JSON) -> Void
    ) {
        let count = list.vox.count
        line("\(name): \(count) \(noun)\(count == 1 ? "" : "s")", at: 0)
        var child = list.node?.first
        var shown = 0
        while let node = child, shown < limit {
            add(&self, JSON(node))
            shown += 1
            child = node.next
        }
        if count > shown { line("… \(count - shown) more", at: 1) }
    }

    /// Adds a resource. The line begins with `op`, and ends with `target`.
    mutating func add(resource json: JSON, op: String = "", target: String = "") {
        guard let node = json.node, node.isObject else { return line(excerpt(json), at: 1) }
        let resource = Resource<AnyResource>(node)
        let text = Relationship.Identifier(json: json).treeText + resource.changesText
        line(op + text + target, at: 1)
        add(members: json["attributes"], at: 2)
        for relationship in json["relationships"].node?.children.prefix(Self.widest) ?? [] {
            let linkage = Relationship.Linkage(JSON(relationship)["data"])
            line("\(Self.name(relationship.name)) → \(linkage.treeText)", at: 2)
        }
        for name in ["links", "meta"] where json[name].vox.count > 0 {
            add(name, json[name], at: 2)
        }
    }

    private mutating func add(members object: JSON, at depth: Int) {
        var child = object.vox.kind == .object ? object.node?.first : nil
        var shown = 0
        while let node = child, shown < Self.widest {
            add(Self.name(node.name), JSON(node), at: depth)
            shown += 1
            child = node.next
        }
        let count = object.vox.kind == .object ? object.vox.count : 0
        if count > shown { line("… \(count - shown) more", at: depth) }
    }

    /// Adds a value. An object that is not too deep is shown member by member.
    mutating func add(_ name: String, _ value: JSON, at depth: Int) {
        let isOpened =
            value.vox.kind == .object && value.vox.count > 0 && depth < Self.deepest
            || value.vox.kind == .array && name == "errors" && depth == 0
        guard isOpened else {
            return line(name.isEmpty ? excerpt(value) : "\(name): \(excerpt(value))", at: depth)
        }
        line(name, at: depth)
        if value.vox.kind == .object { return add(members: value, at: depth + 1) }
        for error in value.node?.children.prefix(limit) ?? [] {
            let text = (try? JSONValue(error)).map { APIError($0).description }
            line(text ?? error.excerpt(Self.excerptLength), at: depth + 1)
        }
    }

    func excerpt(_ value: JSON) -> String {
        value.node?.excerpt(Self.excerptLength) ?? "none"
    }

    mutating func line(_ text: String, at depth: Int) {
        lines.append(String(repeating: "  ", count: depth) + text)
    }

    /// Returns a name, in quotes if it has characters that could be misread.
    static func name(_ name: String) -> String {
        let isPlain =
            !name.isEmpty && name.utf8.count <= excerptLength
            && name.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains($0)
            }
        if isPlain { return name }
        let beginning = String(name.unicodeScalars.prefix(excerptLength))
        return (try? JSONValue.string(beginning).text().excerpt(.max)) ?? "…"
    }
}

extension Relationship.Identifier {
    /// The type and the id, such as `albums 1`.
    var treeText: String {
        let identity =
            id.map { TreeText.name($0) } ?? lid.map { "lid \(TreeText.name($0))" } ?? "new"
        return "\(TreeText.name(type)) \(identity)"
    }
}

extension Relationship.Linkage {
    private static let shown = 10

    /// The identifiers, such as `tracks 1, tracks 2`.
    var treeText: String {
        switch self {
        case .absent: return "not loaded"
        case .null: return "none"
        case .one(let identifier): return identifier.treeText
        case .empty: return "[]"
        case .many(let list):
            let rest = list.count > Self.shown ? ", … \(list.count - Self.shown) more" : ""
            return list.prefix(Self.shown).map(\.treeText).joined(separator: ", ") + rest
        }
    }
}

extension JSON.Namespace {
    /// The text of `Document.vox.tree(limit:)`, of a value that no document was read from.
    public func tree(limit: Int = 25) -> String { TreeText.of(view, limit: limit) }
}
