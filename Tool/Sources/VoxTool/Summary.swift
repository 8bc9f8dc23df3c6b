// SPDX-License-Identifier: MIT

import Vox

/// The summary of a JSON:API document.
struct Summary {
    /// A resource in a table.
    struct Row {
        let type: String
        let id: String
        let attributes: [(name: String, value: JSON)]
        let relationships: [(name: String, linkage: String)]
    }

    let file: String
    let bytes: Int
    let version: String?
    /// `one`, `many`, `null`, or nil without primary data.
    let primary: String?
    let rows: [Row]
    let included: [(type: String, count: Int)]
    /// The number of operations with each op, in the order of their first use.
    let operations: [(op: String, count: Int)]
    /// The number of results, and of those with data; nil if the document has no list of results.
    let results: (count: Int, withData: Int)?
    let links: [(name: String, target: String)]
    let meta: JSON
    let errors: [APIError]
    /// The value of `errors` if it is not a list.
    let oddErrors: JSON?

    init(of document: JSON, file: String) {
        self.file = file
        bytes = document.vox.source?.count ?? 0
        version = document.jsonapi.version
        let data: JSON = document.data
        primary =
            switch data.vox.kind {
            case .absent: nil
            case .array: "many"
            case .null: "null"
            case .object: "one"
            default: "invalid"
            }
        rows =
            (data.vox.kind == .array ? data.vox.elements : data.vox.kind == .object ? [data] : [])
            .map(Row.init)
        included = Self.counts(
            (document.included as JSON).vox.elements.map { ($0.type as String?) ?? "?" }
        )
        .map { (type: $0.name, count: $0.count) }
        operations = Self.counts(
            document["atomic:operations"].vox.elements.map { ($0["op"] as String?) ?? "?" }
        ).map { (op: $0.name, count: $0.count) }
        let list = document["atomic:results"]
        results =
            list.vox.kind == .array
            ? (list.vox.count, list.vox.elements.count { $0["data"].vox.kind != .absent }) : nil
        links = DocumentLinks(document["links"]).map { ($0.name, $0.link.href ?? "none") }
        meta = document.meta
        let reported: JSON = document.errors
        let isList = reported.vox.kind == .array
        errors =
            isList ? reported.vox.elements.compactMap { JSONValue($0) }.map { APIError($0) } : []
        // `Optional.none`, because `nil` would create an absent `JSON`.
        oddErrors = isList || reported.vox.kind == .absent ? Optional.none : reported
    }
}

extension Summary {
    /// Counts equal names, in the order of their first use.
    private static func counts(_ names: [String]) -> [(name: String, count: Int)] {
        var counts: [(name: String, count: Int)] = []
        var positions: [String: Int] = [:]
        for name in names {
            if let position = positions[name] {
                counts[position].count += 1
            } else {
                positions[name] = counts.count
                counts.append((name, 1))
            }
        }
        return counts
    }
}

extension Summary.Row {
    init(_ resource: JSON) {
        type = resource.type as String? ?? "?"
        id = Self.idText(resource["id"]) ?? Self.idText(resource["lid"]).map { "lid \($0)" } ?? "–"
        attributes = (resource.attributes as JSON).vox.members
        relationships = (resource.relationships as JSON).vox.members.map { name, relationship in
            (name, Self.linkage(of: relationship.data))
        }
    }

    static func linkage(of data: JSON) -> String {
        switch data.vox.kind {
        case .absent: "not loaded"
        case .null: "none"
        case .array: "\(data.vox.count)"
        case .object:
            "\(data.type as String? ?? "?") \(idText(data["id"]) ?? idText(data["lid"]) ?? "?")"
        default: data.debugDescription
        }
    }

    /// Returns the text of an id. An id that is not a string is shown as JSON. Returns nil if there
    /// is no id.
    private static func idText(_ id: JSON) -> String? {
        switch JSONValue(id) {
        case nil: nil
        case .string(let text)?: text
        case let odd?: odd.description
        }
    }
}

extension Summary {
    /// The summary for programs.
    var value: JSONValue {
        var object = JSONObject()
        object["file"] = .string(file)
        object["bytes"] = .number(JSONNumber(bytes))
        object["version"] = version.map { .string($0) }
        object["primary"] = primary.map { .string($0) }
        object["data"] = .array(
            rows.map { row in
                [
                    "type": .string(row.type), "id": .string(row.id),
                    "attributes": .array(row.attributes.map { .string($0.name) }),
                    "relationships": Self.object(
                        row.relationships.map { ($0.name, .string($0.linkage)) }),
                ]
            })
        object["included"] = Self.object(included.map { ($0.type, .number(JSONNumber($0.count))) })
        if !operations.isEmpty {
            object["operations"] = Self.object(
                operations.map { ($0.op, .number(JSONNumber($0.count))) })
        }
        if let results {
            object["results"] = [
                "count": .number(JSONNumber(results.count)),
                "withData": .number(JSONNumber(results.withData)),
            ]
        }
        object["links"] = Self.object(links.map { ($0.name, .string($0.target)) })
        object["meta"] = JSONValue(meta)
        object["errors"] = oddErrors.flatMap { JSONValue($0) } ?? .array(errors.map(\.value))
        return .object(object)
    }

    private static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        var object = JSONObject()
        for (name, value) in members { object[name] = value }
        return .object(object)
    }

    static let mostRows = 25

    /// The summary for people.
    var text: String {
        var text = Terminal.styled(Terminal.safe(file), .bold)
        text += "  JSON:API \(version.map(Terminal.safe) ?? "document"), \(bytes) bytes\n"
        text += section("data", primaryText)
        if !rows.isEmpty {
            text +=
                Table(
                    headings: ["TYPE", "ID", "ATTRIBUTES", "RELATIONSHIPS"],
                    rows: rows.prefix(Self.mostRows).map(cells)
                ).text
        }
        if rows.count > Self.mostRows { text += "  … and \(rows.count - Self.mostRows) more\n" }
        let total = included.map(\.count).reduce(0, +)
        if total > 0 {
            text += section(
                "included",
                "\(total): "
                    + included.map { "\($0.count) \(Terminal.safe($0.type))" }.joined(
                        separator: ", "))
        }
        if !operations.isEmpty {
            let words = operations.map { "\($0.count) \(Terminal.safe($0.op))" }
            text += section(
                "operations",
                "\(operations.map(\.count).reduce(0, +)): \(words.joined(separator: ", "))")
        }
        if let results {
            text += section("results", "\(results.count): \(results.withData) with data")
        }
        for link in links {
            text += section("link", "\(Terminal.safe(link.name)) \(Terminal.safe(link.target))")
        }
        if meta.vox.kind != .absent {
            text += section("meta", Terminal.safe(meta.debugDescription))
        }
        for error in errors {
            let words = [
                error.status, error.code, error.title, error.detail,
                error.pointer.map { "at \($0)" },
            ]
            let said = words.compactMap { $0 }.joined(separator: " · ")
            text += section(
                "error",
                Terminal.styled(Terminal.safe(said.isEmpty ? error.value.description : said), .red))
        }
        if let oddErrors {
            text += section(
                "errors",
                Terminal.styled(
                    Terminal.safe("not an array: " + oddErrors.debugDescription), .red))
        }
        return text
    }

    private var primaryText: String {
        switch primary {
        case nil: "none"
        case "null": "null"
        case "invalid": "invalid (not an object, an array or null)"
        case "many": "\(rows.count) resource\(rows.count == 1 ? "" : "s")"
        default: "1 resource"
        }
    }

    private func section(_ name: String, _ content: String) -> String {
        Terminal.styled(Table.padded(name + " ", to: 10), .cyan) + content + "\n"
    }

    private func cells(_ row: Row) -> [String] {
        [
            row.type, row.id,
            row.attributes.prefix(3).map { "\($0.name)=\(Self.short($0.value))" }.joined(
                separator: " ")
                + (row.attributes.count > 3 ? " +\(row.attributes.count - 3)" : ""),
            row.relationships.map { "\($0.name)→\($0.linkage)" }.joined(separator: " "),
        ].map(Terminal.safe)
    }

    private static func short(_ value: JSON) -> String {
        let text = value.debugDescription
        return text.count > 24 ? text.prefix(23) + "…" : text
    }
}
