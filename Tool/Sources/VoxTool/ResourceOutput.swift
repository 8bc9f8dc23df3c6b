// SPDX-License-Identifier: MIT

import Vox

/// Prints the resources of a response, page by page.
protocol ResourceOutput {
    /// Adds primary data of a page.
    mutating func add(
        _ resources: [Resource<AnyResource>], of page: Document<AnyPrimaryData>) throws

    /// Prints the output that `add` has not printed.
    func finish()
}

/// Prints one resource object a line, as soon as it is added.
struct ResourceLines: ResourceOutput {
    /// The types and ids of included resources, because pages may repeat them.
    private var included: Swift.Set<[String?]> = []

    mutating func add(
        _ resources: [Resource<AnyResource>], of page: Document<AnyPrimaryData>
    ) throws {
        var lines: [UInt8] = []
        for resource in resources { lines += try line(resource) }
        for resource in page.included
        where included.insert([resource.type, resource.id]).inserted {
            lines += try line(resource)
        }
        Terminal.write(lines)
    }

    private func line(_ resource: Resource<AnyResource>) throws -> [UInt8] {
        try resource.vox.json.vox.bytes(style: .compact) + [UInt8(ascii: "\n")]
    }

    func finish() {}
}

/// Prints a table at the end, because the widths of its columns depend on all rows.
struct ResourceTable: ResourceOutput {
    private let chosen: [String: [String]]
    private var names: [String] = []
    private var rows: [(type: String, id: String, values: [String: String])] = []
    private var included: [String: Swift.Set<String>] = [:]
    private var primary = ""

    /// Creates a table. Its columns are the requested fields, and all attributes of types without a
    /// list of fields.
    init(fields: [Fieldset]) {
        chosen = Dictionary(fields.map { ($0.type, $0.names) }) { $1 }
    }

    mutating func add(
        _ resources: [Resource<AnyResource>], of page: Document<AnyPrimaryData>
    ) {
        switch page.dataState {
        case .absent: primary = "no primary data"
        case .null: primary = "null"
        case .value: primary = "no resources"
        }
        for resource in resources {
            let row = Summary.Row(resource.vox.json)
            var values = Dictionary(row.relationships.map { ($0.name, $0.linkage) }) { $1 }
            for (name, value) in row.attributes { values[name] = Self.text(value) }
            for name in chosen[row.type] ?? row.attributes.map(\.name)
            where !names.contains(name) {
                names.append(name)
            }
            rows.append((row.type, row.id, values))
        }
        for resource in page.included {
            included[resource.type, default: []].insert(resource.id ?? "")
        }
    }

    private static func text(_ value: JSON) -> String {
        if value.vox.kind == .string, case .string(let text)? = JSONValue(value) { return text }
        return (try? value.vox.text(style: .compact)) ?? ""
    }

    func finish() {
        guard !rows.isEmpty else {
            if !primary.isEmpty { Terminal.write(primary + "\n") }
            return
        }
        let table = Table(
            headings: ["TYPE", "ID"] + names.map(Terminal.safe),
            rows: rows.map { row in
                ([row.type, row.id] + names.map { row.values[$0] ?? "" }).map(Terminal.safe)
            }, width: Terminal.width)
        Terminal.write(table.text)
        let hidden = table.headings.count - table.shown
        if hidden > 0 {
            let columns = hidden == 1 ? "column" : "columns"
            Terminal.write("  … \(hidden) more \(columns): --fields TYPE=a,b\n")
        }
        if !included.isEmpty {
            let counts = included.sorted { $0.key < $1.key }.map {
                "\($0.value.count) \(Terminal.safe($0.key))"
            }
            Terminal.write("  included: \(counts.joined(separator: ", "))\n")
        }
    }
}

extension Failure {
    /// Creates a failure from a request error, with a line for each error of the server's document.
    init(_ error: RequestError) {
        var text = "vox: "
        if let method = error.method, let url = error.url { text += "\(method) \(url): " }
        text += error.reason
        if error.code == .connection, let cause = error.cause { text += " (\(cause))" }
        var lines = [text]
        for error in error.errors {
            let place =
                error.pointer.map { " (at \(Terminal.quoted($0)))" }
                ?? error.parameter.map { " (parameter \(Terminal.quoted($0)))" } ?? ""
            let words = [error.status, error.code, error.title].compactMap { $0 }
            let subject = words.isEmpty ? "error" : words.joined(separator: " ")
            lines.append("  " + subject + (error.detail.map { ": \($0)" } ?? "") + place)
        }
        self.init(.wrong, lines.map(Terminal.safe).joined(separator: "\n"))
    }
}
