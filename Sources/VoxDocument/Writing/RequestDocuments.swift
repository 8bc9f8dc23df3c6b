// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// The documents that requests carry (JSON:API 1.1, "Creating, Updating and Deleting Resources").
// Relationships go along with their linkage alone, and not at all when they have none: links and meta
// are the server's.

extension Resource {
    /// The document that creates the resource: type, id or lid when set, all attributes but those
    /// that are `ReadOnly`, all linkage.
    /// - Throws: ``DocumentError``: `missingIdentity` for a related resource without id and lid, `json`
    ///   for a plain write that failed to what is carried (`JSON.Operations.failures`), for malformed
    ///   text, and for a schema that has a name twice or one that is taken (`ObjectSchema.check()`).
    public func createDocument() throws(DocumentError) -> Data {
        try requestDocument(carrying: [.always, .onCreate], changes: nil)
    }

    /// The document that updates the resource: what was changed since it was read or last marked, or
    /// everything when `full`.
    ///
    /// Attributes go whole, also when only a part of one was changed; those that are `ReadOnly` or
    /// written once (`Attribute.writeOnce()`) never. An attribute that was removed does not go along
    /// either: to a server absent means untouched. A to-many goes as its whole linkage,
    /// which replaces the server's.
    /// - Throws: ``DocumentError``: as for creating, and `missingIdentity` for a resource without id.
    public func updateDocument(full: Bool = false) throws(DocumentError) -> Data {
        guard id != nil else {
            throw DocumentError(
                code: .missingIdentity, message: "a resource without id cannot be updated",
                pointer: "/data")
        }
        let changes: ResourceChanges?
        do {
            changes = full ? nil : try vox.changes()
        } catch {
            throw DocumentError(error)
        }
        return try requestDocument(carrying: [.always], changes: changes)
    }

    /// The document for the endpoint of a to-one relationship: its identifier, or null.
    /// - Throws: ``DocumentError``: `missingIdentity`, `json` for a plain write to the relationship
    ///   that failed.
    public func linkageDocument<Target>(
        _ path: KeyPath<Schema, some ToOneDescriptor<Target>>
    ) throws(DocumentError) -> Data {
        try linkageDocument(Schema.name(of: Schema()[keyPath: path]), empty: "null")
    }

    /// The document for the endpoint of a to-many relationship: its identifiers.
    /// - Throws: ``DocumentError``: `missingIdentity`, `json` for a plain write to the relationship
    ///   that failed.
    public func linkageDocument<Target>(
        _ path: KeyPath<Schema, some ToManyDescriptor<Target>>
    ) throws(DocumentError) -> Data {
        try linkageDocument(Schema.name(of: Schema()[keyPath: path]), empty: "[]")
    }

    private func linkageDocument(
        _ name: MemberName, empty: String
    ) throws(DocumentError) -> Data {
        let text = ExactText(name.text)
        try node.tree.completeLinkage(below: node, at: "/data") { ExactText($0) == text }
        let isCarried = { (names: ArraySlice<String>) in
            names.first.map { $0 == "relationships" } ?? true
                && (names.count < 2 || ExactText(names[1]) == text) && names.isOfLinkage
        }
        return try node.output(carrying: isCarried) { output throws(JSONError) in
            try node.materialize()
            output += #"{"data":"#.utf8
            if let linkage = linkage(name), !linkage.isNull {
                try linkage.writeLinkage(to: &output)
            } else {
                output += empty.utf8
            }
            output += "}".utf8
        }
    }

    /// Writes what was changed, or everything, as far as requests of that kind carry it. The schema is
    /// looked at by reflection, once: some microseconds.
    private func requestDocument(
        carrying access: Set<WriteAccess>, changes: ResourceChanges?
    ) throws(DocumentError) -> Data {
        do {
            try Schema.checkForRequests()
        } catch {
            throw DocumentError(error)
        }
        let withheld = Schema.attributeNames { !access.contains($0) }
        let attributes = changes.map { Set($0.attributes.map(ExactText.init)) }
        let relationships = changes.map { Set($0.relationships.map(ExactText.init)) }
        try node.checkType(at: "/data")
        try node.tree.completeLinkage(below: node, at: "/data") { name in
            relationships?.contains(ExactText(name)) ?? true
        }
        let isCarried = { (names: ArraySlice<String>) in
            switch names.first {
            case nil, "type", "id", "lid": true
            case "attributes": names.count == 1 || !withheld.contains(ExactText(names[1]))
            case "relationships": names.isOfLinkage
            default: false
            }
        }
        return try node.output(carrying: isCarried) { output throws(JSONError) in
            try node.materialize()
            output += #"{"data":"#.utf8
            var object = ObjectWriter()
            try object.writeIdentity(of: node, to: &output)
            let sent = (node.member("attributes")?.namedChildren ?? []).filter { child in
                let name = ExactText(child.name)
                return attributes?.contains(name) ?? true && !withheld.contains(name)
            }
            if !sent.isEmpty {
                try object.begin("attributes", &output)
                var members = ObjectWriter()
                for child in sent {
                    try members.write(child, named: child.name, to: &output)
                }
                members.end(&output)
            }
            let linked = node.relationshipMembers.filter { child in
                child.member("data") != nil
                    && relationships?.contains(ExactText(child.name)) ?? true
            }
            if !linked.isEmpty {
                try object.begin("relationships", &output)
                var members = ObjectWriter()
                for child in linked {
                    guard let linkage = child.member("data") else { continue }
                    try members.begin(child.name, &output)
                    output += #"{"data":"#.utf8
                    try linkage.writeLinkage(to: &output)
                    output += "}".utf8
                }
                members.end(&output)
            }
            object.end(&output)
            output += "}".utf8
        }
    }
}

extension Collection {
    /// The document that adds these resources to a to-many relationship, or removes them from it:
    /// their identifiers, as a list.
    /// - Throws: ``DocumentError``: `missingIdentity` for a resource without id and lid, `json` for a
    ///   plain write to one of these that failed.
    public func identifierDocument<Schema>() throws(DocumentError) -> Data
    where Element == Resource<Schema> {
        var bytes = Array(#"{"data":["#.utf8)
        for (index, resource) in enumerated() {
            if index > 0 { bytes += ",".utf8 }
            try resource.writeIdentifier(to: &bytes, at: "/data/\(index)")
        }
        bytes += "]}".utf8
        return Data(bytes)
    }
}

extension Resource {
    /// Writes the identifier of the resource, which will stand at `place` (a JSON Pointer).
    package func writeIdentifier(to bytes: inout [UInt8], at place: String) throws(DocumentError) {
        do throws(JSONError) {
            try node.checkOutput { names in
                names.first.map { ["type", "id", "lid"].contains($0) } ?? true
            }
        } catch {
            throw DocumentError(error)
        }
        guard node.identity != nil else {
            throw DocumentError(
                code: .missingIdentity, message: "an identifier needs an id or a lid",
                pointer: place)
        }
        do throws(JSONError) {
            var object = ObjectWriter()
            try object.writeIdentity(of: node, to: &bytes)
            object.end(&bytes)
        } catch {
            throw DocumentError(error)
        }
    }
}

extension ArraySlice<String> {
    /// True for names from a resource object to relationships, one of them, or something in linkage. An
    /// identifier has no attributes: those are of the resource that it stands for.
    fileprivate var isOfLinkage: Bool {
        count < 3
            || self[2] == "data"
                && !["attributes", "relationships"].contains(dropFirst(3).first { $0 != "" } ?? "")
    }
}

extension Node {
    /// The members of an object; nothing for other kinds.
    var namedChildren: [Node] { isObject ? children : [] }

    /// The relationships of this resource object. @-members and members of extensions are none
    /// (JSON:API 1.1, "Member Names").
    var relationshipMembers: [Node] {
        (member("relationships")?.namedChildren ?? []).filter { !$0.name.isReservedMemberName }
    }

    /// A resource object must say what type it has (JSON:API 1.1, "Resource Objects").
    func checkType(at place: String) throws(DocumentError) {
        guard !isTyped else { return }
        throw DocumentError(
            code: .missingIdentity, message: "the resource has no type: give it one first",
            pointer: place)
    }
}

extension String {
    /// True for names that belong to other standards or to extensions: `@context`, `ext:name`.
    var isReservedMemberName: Bool {
        utf8.first == UInt8(ascii: "@") || utf8.contains(UInt8(ascii: ":"))
    }
}
