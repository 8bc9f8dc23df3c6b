// SPDX-License-Identifier: MIT

internal import HTTPTypes

// What the server does with the list of a collection.
extension CollectionTrials {
    /// The value of an attribute in each resource of the page.
    private func values(of attribute: String) -> [JSONValue] {
        resources.compactMap { $0.attributes[attribute] }
    }

    /// The names of the attributes of the resources, in the order in which they occur.
    private var attributeNames: [String] {
        var seen: Set<String> = []
        return resources.flatMap(\.attributes.names).filter { seen.insert($0).inserted }
    }

    // MARK: Pages

    /// Finds a list with more than one page, and the parameter that sets the size of a page.
    mutating func tryPages() async throws(RunStop) -> String? {
        var variables = self.variables
        let next = list.json.value(at: "links").value(at: "next").linkText
        if let next, let url = base.local(next, from: list.url) {
            variables.set("next", url)
            variables.set("first", self.url)
        }
        var size: String?
        if resources.count > 1 {
            for name in ["page[size]", "page[limit]"] {
                guard let first = query(QueryItem(name, "1")),
                    let received = try await get(first, role: "collection"),
                    received.json.value(at: "data").vox.count == 1
                else { continue }
                size = name
                variables.set("page-size", text: name)
                let link = received.json.value(at: "links").value(at: "next").linkText
                if variables["next"] == nil, let link,
                    let url = base.local(link, from: received.url)
                {
                    variables.set("next", url)
                    variables.set("first", first)
                }
                break
            }
        }
        if variables["next"] != nil { add(Subject(.page, url.path, variables)) }
        return size
    }

    /// Finds out whether the server applies the profile "Cursor Pagination".
    mutating func tryCursors() async throws(RunStop) {
        guard !resources.isEmpty else { return }
        let type = HTTPMediaType.jsonAPI(ext: [], profile: [PageMeta.profile])
        guard let asked = query(QueryItem("page[size]", "1")),
            let received = try await get(asked, role: "collection", accept: type)
        else { return }
        let stated = received.json.value(at: "jsonapi").value(at: "profile").vox.elements
        let profiles = (received.mediaType?.profile ?? []) + stated.compactMap(\.plainText)
        guard profiles.contains(PageMeta.profile) else { return }
        var variables = self.variables
        variables.set("size", text: "1")
        let sorted = subjects.first { $0.kind == .sort }
        if case .json(let field, _)? = sorted?.variables["field"] { variables.set("field", field) }
        add(Subject(.cursor, url.path, variables))
    }

    // MARK: Sorting

    /// Finds a field that the server sorts by. Numbers and dates come first, because servers sort
    /// texts by different rules.
    mutating func trySorting(
        pageSize: String?, findsTies: Bool = true
    ) async throws(RunStop) {
        let names = attributeNames.filter { Self.differ(values(of: $0)) }
        let ranks = names.map { (name: $0, rank: Self.rank(values(of: $0))) }
        let sorted = ranks.filter { $0.rank < 3 }.enumerated().sorted {
            ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
        }
        for name in sorted.prefix(Self.maximumTries).map(\.element.name) {
            guard let asked = query(QueryItem("sort", list: [name])),
                try await get(asked, role: "collection") != nil
            else { continue }
            var variables = self.variables
            variables.set("field", text: name)
            variables.set("attribute", text: name)
            variables.set("page-size", text: pageSize)
            if findsTies, let tie = try await foundTie() {
                variables.set("tied-field", text: tie.field)
                variables.set("second-field", text: tie.other)
                variables.set("tie", .number(JSONNumber(tie.index)))
            }
            add(Subject(.sort, "\(url.path) \(name)", variables))
            return
        }
    }

    /// Finds a to-many relationship whose related resources the server sorts.
    mutating func tryRelatedSorting(
        _ relationships: [OwnedRelationship], pageSize: String?
    ) async throws(RunStop) {
        let several = relationships.filter { $0.kind == .toMany }
        for owned in several.prefix(Self.maximumTries) {
            guard let related = owned.relationship.related,
                let received = try await get(related, role: "related")
            else { continue }
            var trials = CollectionTrials(received, base: base, sender: sender)
            try await trials.trySorting(pageSize: pageSize, findsTies: false)
            guard let sorted = trials.subjects.first else { continue }
            var variables = self.variables(of: owned)
            variables["field"] = sorted.variables["field"]
            variables["page-size"] = sorted.variables["page-size"]
            add(Subject(.relatedSort, sorted.label, variables))
            return
        }
    }

    /// Returns true if two values differ by more than case, accents and punctuation.
    private static func differ(_ values: [JSONValue]) -> Bool {
        let plain = values.filter(\.isSimple).map { value -> JSONValue in
            guard case .string(let text) = value else { return value }
            return .string(text.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
        }
        return Set(plain).count > 1
    }

    /// Returns 0 for numbers, 1 for dates, 2 for other texts, and 3 for other values.
    private static func rank(_ values: [JSONValue]) -> Int {
        let present = values.filter { $0 != .null }
        let numbers = present.filter { if case .number = $0 { true } else { false } }
        if numbers.count == present.count { return 0 }
        let texts = present.compactMap(\.text)
        guard texts.count == present.count else { return 3 }
        return texts.allSatisfy { ISODate.form(of: $0) != nil } ? 1 : 2
    }

    // MARK: Ties

    private struct Tie {
        let field: String
        let other: String
        /// The position of the first resource with this value, in the list sorted by both fields.
        let index: Int
    }

    /// Finds two fields to sort by. Two resources have the same value of the first field, and
    /// different values of the second one.
    private func foundTie() async throws(RunStop) -> Tie? {
        let names = attributeNames
        let others = names.filter { Self.rank(values(of: $0)) < 2 && Self.differ(values(of: $0)) }
        var tries = Self.maximumTries
        for field in names where Self.isRepeated(values(of: field)) {
            for other in others where other != field {
                guard tries > 0 else { return nil }
                tries -= 1
                guard let asked = query(QueryItem("sort", list: [field, other])),
                    let received = try await get(asked, role: "collection"),
                    let index = tie(in: received, of: field, and: other)
                else { continue }
                return Tie(field: field, other: other, index: index)
            }
        }
        return nil
    }

    /// Returns true if two values are the same. Fractions and dates do not count: what is the same
    /// after rounding may differ on the server.
    private static func isRepeated(_ values: [JSONValue]) -> Bool {
        let simple = values.filter(\.isSimple)
        return Set(simple).count < simple.count
            && simple.allSatisfy { value in
                switch value {
                case .number(let number): Int(number.text) != nil
                case .string(let text): ISODate.form(of: text) == nil
                default: true
                }
            }
    }

    private func tie(in received: Received, of field: String, and other: String) -> Int? {
        let elements = received.json.value(at: "data").vox.elements
        let sorted = elements.compactMap { ResourceFacts($0, from: received, base: base) }
        guard sorted.count == elements.count else { return nil }
        return sorted.indices.dropLast().first { index in
            let (first, second) = (sorted[index].attributes, sorted[index + 1].attributes)
            guard let key = first[field], key.isSimple, key == second[field],
                let value = first[other], value.isSimple,
                let next = second[other], next.isSimple, next != value
            else { return false }
            return index == 0 || sorted[index - 1].attributes[field] != key
        }
    }

    // MARK: Filtering

    /// Finds a filter that the server applies: one that leaves out the resources with other values.
    /// Values of several resources come first, because their matches can be divided into pages.
    mutating func tryFilters(pageSize: String?) async throws(RunStop) {
        let names = attributeNames.filter { Self.differ(values(of: $0)) }
        let all = names.compactMap { name in
            Self.commonValue(values(of: name)).map { (name: name, value: $0, count: $1) }
        }
        let sorted = all.filter { $0.count > 1 } + all.filter { $0.count == 1 }
        for (name, value, _) in sorted.prefix(2 * Self.maximumTries) {
            guard let text = Self.queryText(value),
                let asked = query(QueryItem("filter[\(name)]", text)),
                let received = try await get(asked, role: "collection"),
                Self.isFiltered(received, name, value)
            else { continue }
            var variables = self.variables
            variables.set("filter", text: "filter[\(name)]")
            variables.set("attribute", text: name)
            variables.set("value", value)
            variables.set("page-size", text: pageSize)
            add(Subject(.filter, "\(url.path) \(name)", variables))
            return
        }
    }

    /// Returns the value that most resources have, and their number. Values that a query cannot
    /// contain do not count.
    private static func commonValue(_ values: [JSONValue]) -> (JSONValue, Int)? {
        let usable = values.filter { $0.isSimple && queryText($0) != nil }
        var counts: [JSONValue: Int] = [:]
        for value in usable { counts[value, default: 0] += 1 }
        guard let most = counts.values.max() else { return nil }
        return usable.first { counts[$0] == most }.map { ($0, most) }
    }

    /// The text of a value in a query; nil for texts that a filter may read as several values.
    private static func queryText(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): text.contains(",") || text.utf8.count > 100 ? nil : text
        case .number(let number): number.text
        case .bool(let value): value ? "true" : "false"
        case .null, .array, .object: nil
        }
    }

    private static func isFiltered(
        _ received: Received, _ name: String, _ value: JSONValue
    ) -> Bool {
        let found = received.json.value(at: "data").vox.elements
        return !found.isEmpty
            && found.allSatisfy { $0.value(at: "attributes").value(at: name) == value }
    }
}
