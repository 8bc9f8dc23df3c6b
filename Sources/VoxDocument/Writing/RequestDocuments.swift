// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// The documents of requests (JSON:API 1.1, "Creating, Updating and Deleting Resources"). They
// contain only the linkage of relationships, because links and meta are the server's. A
// relationship without linkage is left out.

extension Resource {
    /// Returns the document that creates the resource: type, id or lid if set, all attributes
    /// except `ReadOnly` ones, and all linkage.
    /// - Throws: ``DocumentError``: `missingIdentity` for a related resource without id and lid;
    ///   `json` for a failed write to a part that the document contains
    ///   (`JSON.Namespace.failures`), for malformed text, and for a schema with a repeated or
    ///   reserved name (`ObjectSchema.check()`).
    public func createDocument() throws(DocumentError) -> Data {
        try requestDocument(carrying: [.always, .onCreate], changes: nil)
    }

    /// Returns the document that updates the resource: the changes since it was read or last
    /// marked, or everything if `full` is true.
    ///
    /// Attributes are sent whole, even if only a part of one was changed. `ReadOnly` and write-once
    /// attributes (`Attribute.writeOnce()`) are not sent. A removed attribute is not sent either,
    /// because a server does not change absent attributes. A to-many relationship is sent with its
    /// whole linkage, which replaces the server's.
    /// - Throws: ``DocumentError``, as for creating, and `missingIdentity` for a resource without
    ///   id.
    public func updateDocument(full: Bool = false) throws(DocumentError) -> Data {
        guard id != nil else {
            throw DocumentError(
                code: .missingIdentity, message: "a resource without an id cannot be updated",
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

    /// Returns the document for the endpoint of a to-one relationship: its identifier, or null.
    /// - Throws: ``DocumentError``: `missingIdentity`, or `json` for a failed write to the
    ///   relationship.
    public func linkageDocument<Target>(
        _ path: KeyPath<Schema, some ToOneDescriptor<Target>>
    ) throws(DocumentError) -> Data {
        try linkageDocument(Schema.name(of: Schema()[keyPath: path]), empty: "null")
    }

    /// Returns the document for the endpoint of a to-many relationship: its identifiers.
    /// - Throws: ``DocumentError``: `missingIdentity`, or `json` for a failed write to the
    ///   relationship.
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

    /// Writes the changes or everything, limited to the attributes that requests of that kind
    /// contain.
    ///
    /// The schema is inspected by reflection once, which takes some microseconds.
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
    /// Returns the document that adds these resources to a to-many relationship or removes them
    /// from it: a list of their identifiers.
    /// - Throws: ``DocumentError``: `missingIdentity` for a resource without id and lid, or `json`
    ///   for a failed write to one of the identities.
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
    /// Writes the identifier of the resource, which will be at `place`, a JSON Pointer.
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
                code: .missingIdentity, message: "a resource identifier needs an id or a lid",
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
    /// True for names on a path from a resource object to its relationships, to one of them, or
    /// into linkage.
    ///
    /// An identifier has no attributes; they belong to the resource that it refers to.
    fileprivate var isOfLinkage: Bool {
        count < 3
            || self[2] == "data"
                && !["attributes", "relationships"].contains(dropFirst(3).first { $0 != "" } ?? "")
    }
}

extension Node {
    /// The members of an object. Empty for other kinds.
    var namedChildren: [Node] { isObject ? children : [] }

    /// The relationships of this resource object, without @-members and members of extensions
    /// (JSON:API 1.1, "Member Names").
    var relationshipMembers: [Node] {
        (member("relationships")?.namedChildren ?? []).filter { !$0.name.isReservedMemberName }
    }

    /// Throws if a resource object has no type (JSON:API 1.1, "Resource Objects").
    func checkType(at place: String) throws(DocumentError) {
        guard !isTyped else { return }
        throw DocumentError(
            code: .missingIdentity, message: "the resource has no type: set its type first",
            pointer: place)
    }
}

extension String {
    /// True for names that belong to other standards or to extensions: `@context`, `ext:name`.
    var isReservedMemberName: Bool {
        utf8.first == UInt8(ascii: "@") || utf8.contains(UInt8(ascii: ":"))
    }
}
