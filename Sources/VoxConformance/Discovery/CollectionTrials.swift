// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// Finds the subjects of one collection: a resource and its fields, and what the server includes,
/// sorts by, filters by and divides into pages.
struct CollectionTrials {
    let base: HTTPURL
    let sender: Sender
    /// The first page of the collection.
    let list: Received
    let resources: [ResourceFacts]
    private(set) var subjects: [Subject] = []
    private(set) var notes: [String] = []

    /// The maximum number of resources of the page that are looked at.
    private static let maximumResources = 50
    /// The maximum number of requests for one trial, such as a field to sort by.
    static let maximumTries = 4

    init(_ list: Received, base: HTTPURL, sender: Sender) {
        self.list = list
        self.base = base
        self.sender = sender
        let data = list.json.value(at: "data").vox.elements.prefix(Self.maximumResources)
        resources = data.compactMap { ResourceFacts($0, from: list, base: base) }
    }

    /// The address of the collection, after redirects.
    var url: HTTPURL { list.url }

    /// The type of the resources; nil for an empty collection.
    var type: String? { resources.first?.type }

    /// The variables of the collection.
    var variables: Variables {
        var variables = Variables(base: base)
        variables.set("collection", url)
        variables.set("type", text: type)
        return variables
    }

    mutating func add(_ subject: Subject) { subjects.append(subject) }

    /// Finds the subjects of some kinds.
    mutating func run(_ kinds: Set<SubjectKind>) async throws(RunStop) {
        func needs(_ some: SubjectKind...) -> Bool { !kinds.isDisjoint(with: some) }
        add(Subject(.collection, url.path, variables))
        guard kinds.contains(where: { !$0.writes && $0 != .server && $0 != .collection }) else {
            return
        }
        guard let found = try await foundResource() else {
            if !resources.isEmpty {
                notes.append("\(url.path): no resource can be read at an address of its own")
            }
            return
        }
        addFields(of: found.resource, at: found.url)
        var relationships: [OwnedRelationship] = []
        if needs(
            .toOne, .toMany, .emptyToOne, .emptyToMany, .include, .nested, .relatedSort)
        {
            relationships = try await relationshipSubjects(found.resource, at: found.url)
        }
        var size: String?
        if needs(.page, .include, .sort, .relatedSort, .filter) { size = try await tryPages() }
        if needs(.include, .nested) { try await tryIncludes(relationships, pageSize: size) }
        if needs(.sort, .cursor) { try await trySorting(pageSize: size) }
        if needs(.relatedSort) { try await tryRelatedSorting(relationships, pageSize: size) }
        if needs(.filter) { try await tryFilters(pageSize: size) }
        if needs(.cursor) { try await tryCursors() }
    }

    /// Sends a GET, and returns a successful response with a document.
    func get(
        _ url: HTTPURL, role: String, accept: HTTPMediaType = .jsonAPI,
        profile: Validator.Profile = .response
    ) async throws(RunStop) -> Received? {
        var request = SentRequest(
            .get, url, role: role, headers: [.accept: accept.description])
        request.profile = profile
        guard case .response(let received) = try await sender.send(request), received.isSuccess,
            received.document != nil
        else { return nil }
        return received
    }

    /// Returns the collection with more query items.
    func query(_ items: QueryItem...) -> HTTPURL? {
        try? url.appending(items, encoding: QueryItem.Encoding())
    }

    // MARK: A resource

    private func foundResource() async throws(RunStop) -> (resource: ResourceFacts, url: HTTPURL)? {
        for resource in resources.prefix(3) {
            for address in resource.addresses(in: url) {
                guard let received = try await get(address, role: "resource"),
                    let found = ResourceFacts(
                        received.json.value(at: "data"), from: received, base: base),
                    found.type == resource.type, found.id == resource.id
                else { continue }
                // After a redirect, requests with other methods need the new address.
                return (found, received.url)
            }
        }
        return nil
    }

    /// Returns the variables of a resource.
    func variables(of resource: ResourceFacts, at url: HTTPURL) -> Variables {
        var variables = self.variables
        variables.set("type", text: resource.type)
        variables.set("id", text: resource.id)
        variables.set("resource", url)
        let known = Set(resources.map(\.id))
        variables.set("missing", url.replacing(id: resource.id, known: known))
        if known.allSatisfy(\.isUUID) || known.areCounted {
            variables["absent"] = variables["missing"]
        }
        return variables
    }

    private mutating func addFields(of resource: ResourceFacts, at url: HTTPURL) {
        let shared = self.variables(of: resource, at: url)
        add(Subject(.resource, url.path, shared))
        // Attributes with a simple value come first, because they are easier to read in a report.
        let names = resource.attributes.names.filter { !$0.hasPrefix("@") && !$0.contains(":") }
        let simple = names.filter { resource.attributes[$0]?.isSimple ?? false }
        let sorted = simple + names.filter { !simple.contains($0) }
        for name in sorted.prefix(3) {
            var variables = shared
            variables.set("attribute", text: name)
            variables.set("value", resource.attributes[name])
            variables.set("other-attribute", text: sorted.first { $0 != name })
            add(Subject(.attribute, "\(url.path) \(name)", variables))
        }
    }
}

extension JSONValue {
    /// True for texts, numbers and booleans.
    var isSimple: Bool {
        switch self {
        case .string(let text): !text.isEmpty
        case .number, .bool: true
        case .null, .array, .object: false
        }
    }
}

extension HTTPURL {
    /// Returns the address with another id of the same form in place of an id, without the query;
    /// nil if the id is no segment of the path.
    func replacing(id: String, known: Set<String>) -> HTTPURL? {
        let other = id.otherID
        guard !known.contains(other) else { return nil }
        return replacing(segment: id, with: other)
    }

    /// Returns the address with another last segment of this text, without the query.
    func replacing(segment old: String, with new: String) -> HTTPURL? {
        guard var segments, let index = segments.lastIndex(of: old) else { return nil }
        segments[index] = new
        let path = segments.map { PercentEncoding.encode($0, allowing: \.isUnreserved) }
        return with(target: "/" + path.joined(separator: "/"))
    }
}

extension String {
    /// Another id of the same form: digits in place of digits, and letters in place of letters.
    var otherID: String {
        // Numbers are often assigned in order, so a large number is least likely to exist.
        if allSatisfy({ "0123456789".contains($0) }) {
            return String(repeating: "9", count: max(count, 9))
        }
        let isHexadecimal = count >= 16 && allSatisfy { "0123456789abcdefABCDEF-".contains($0) }
        // Only the end changes, because the other digits of a UUID tell its version.
        let changed = suffix(12).map { isHexadecimal ? $0.otherHexadecimal : $0.other }
        return dropLast(12) + String(changed)
    }

    fileprivate var isUUID: Bool {
        split(separator: "-", omittingEmptySubsequences: false).map(\.count) == [8, 4, 4, 4, 12]
            && allSatisfy { "0123456789abcdefABCDEF-".contains($0) }
    }
}

extension Set<String> {
    /// True if the ids are the numbers of a counter: digits without a zero in front, and some of
    /// them short.
    fileprivate var areCounted: Bool {
        allSatisfy { id in
            id.count < 10 && !id.hasPrefix("0") && id.allSatisfy { "0123456789".contains($0) }
        } && contains { $0.count < 4 }
    }
}

extension Character {
    fileprivate var otherHexadecimal: Character {
        rotated(in: "0123456789abcdef") ?? rotated(in: "0123456789ABCDEF") ?? self
    }

    fileprivate var other: Character {
        rotated(in: "0123456789") ?? rotated(in: "abcdefghijklmnopqrstuvwxyz")
            ?? rotated(in: "ABCDEFGHIJKLMNOPQRSTUVWXYZ") ?? self
    }

    private func rotated(in alphabet: String) -> Character? {
        let letters = Array(alphabet)
        return letters.firstIndex(of: self).map {
            letters[($0 + letters.count / 2) % letters.count]
        }
    }
}
