// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// The documents of requests (JSON:API 1.1, "Creating, Updating and Deleting Resources"). A
// relationship is written with its linkage only, because the server determines links and meta. A
// relationship without linkage is left out.

extension Resource {
    /// Returns the request document that creates the resource. The document has the type, the id or
    /// lid if one is set, all attributes except `FieldMark.ReadOnly` attributes, and all linkage.
    /// - Throws: ``DocumentError`` with code `missingIdentity` if a related resource has neither an
    ///   id nor a lid. The code is `json` if a write to a part of the document has failed
    ///   (`JSON.Namespace.failures`), if the text is malformed, or if the schema has a repeated or
    ///   reserved name (`ObjectSchema.check()`).
    public func createDocument() throws(DocumentError) -> Data {
        try createDocument(including: [], as: .document)
    }

    /// Returns the body of the request that creates the resource and the resources of `included`.
    /// The resources of `lids` are written with their local ids.
    /// - Throws: the errors of ``createDocument()``, and ``DocumentError`` with code
    ///   `missingIdentity` for a flat body with included resources.
    package func createDocument(
        including included: [Resource<AnyResource>], lids: LocalIDs = LocalIDs(),
        as body: RequestBody
    ) throws(DocumentError) -> Data {
        if body == .flat {
            guard included.isEmpty else {
                throw DocumentError(
                    code: .missingIdentity,
                    message: "a flat body cannot contain related resources", pointer: "/included")
            }
            return try flatObject(carrying: [.always, .onCreate], changes: nil, withID: true)
        }
        var document = Array(#"{"data":"#.utf8)
        try writeCreation(to: &document, at: "/data", lids: lids)
        for (index, resource) in included.enumerated() {
            document += (index == 0 ? #","included":["# : ",").utf8
            try resource.writeCreation(to: &document, at: "/included/\(index)", lids: lids)
        }
        document += (included.isEmpty ? "}" : "]}").utf8
        return Data(document)
    }

    /// Writes the resource object of a request that creates the resource.
    /// - Parameters:
    ///   - output: the buffer to which the function appends the object as JSON text. If the
    ///     function throws, the buffer may contain a part of the object.
    ///   - place: the JSON Pointer of the object in the document of the request.
    ///   - lids: the local ids of the document.
    ///   - omitted: the names of the relationships that are left out of the object.
    /// - Throws: the errors of ``createDocument()``.
    package func writeCreation(
        to output: inout [UInt8], at place: String, lids: LocalIDs = LocalIDs(),
        omitting omitted: Set<String> = []
    ) throws(DocumentError) {
        try writeRequestObject(
            to: &output, carrying: [.always, .onCreate], changes: nil, at: place, lids: lids,
            omitting: omitted)
    }

    /// Returns the request document that updates the resource. The document contains the changes
    /// since the resource was read, or since the last `mark()`. If `full` is true, the document
    /// contains all fields of the resource.
    ///
    /// A changed attribute is sent as a whole, even if only a part of its value was changed.
    /// `FieldMark.ReadOnly` and write-once attributes (`Attribute.writeOnce()`) are not sent.
    /// Removing an attribute has no effect on the server, because a server keeps the attributes
    /// that an update request leaves out. A to-many relationship is sent with its whole linkage,
    /// which replaces the linkage on the server.
    /// - Throws: ``DocumentError`` for the same reasons as ``createDocument()``, or with code
    ///   `missingIdentity` if the resource has no id.
    public func updateDocument(full: Bool = false) throws(DocumentError) -> Data {
        try updateDocument(full: full, as: .document, withID: true)
    }

    /// Returns the body of the request that updates the resource.
    /// - Throws: the errors of ``updateDocument(full:)``.
    package func updateDocument(
        full: Bool, as body: RequestBody, withID: Bool
    ) throws(DocumentError) -> Data {
        guard id != nil else {
            throw DocumentError(
                code: .missingIdentity, message: "a resource without an id cannot be updated",
                pointer: "/data")
        }
        if body == .flat {
            return try flatObject(
                carrying: [.always], changes: requestChanges(full: full), withID: withID)
        }
        var document = Array(#"{"data":"#.utf8)
        try writeUpdate(to: &document, full: full, at: "/data", withID: withID)
        document += "}".utf8
        return Data(document)
    }

    /// Writes the resource object of a request that updates the resource.
    /// - Parameters:
    ///   - output: the buffer to which the function appends the object as JSON text. If the
    ///     function throws, the buffer may contain a part of the object.
    ///   - full: true if the object has all fields, and not only the changes.
    ///   - place: the JSON Pointer of the object in the document of the request.
    ///   - withID: false to leave out the id.
    ///   - lids: the local ids of the document.
    /// - Throws: the errors of ``updateDocument(full:)``.
    package func writeUpdate(
        to output: inout [UInt8], full: Bool, at place: String, withID: Bool = true,
        lids: LocalIDs = LocalIDs()
    ) throws(DocumentError) {
        try writeRequestObject(
            to: &output, carrying: [.always], changes: requestChanges(full: full), at: place,
            withID: withID, lids: lids)
    }

    private func requestChanges(full: Bool) throws(DocumentError) -> ResourceChanges? {
        do {
            return full ? nil : try vox.changes()
        } catch {
            throw DocumentError(error)
        }
    }

    /// Returns the request document for the endpoint of a to-one relationship. The primary data is
    /// the identifier of the target, or null.
    /// - Throws: ``DocumentError`` with code `missingIdentity` if a target has neither an id nor a
    ///   lid, or with code `json` if a write to the relationship has failed.
    public func linkageDocument<Target>(
        _ path: KeyPath<Schema, some RelationshipDescriptor<Target, Target>>
    ) throws(DocumentError) -> Data {
        try linkageDocument(Schema.name(of: Schema()[keyPath: path]), empty: "null")
    }

    /// Returns the request document for the endpoint of a to-many relationship. The primary data is
    /// the list of the identifiers of the targets.
    /// - Throws: ``DocumentError`` with code `missingIdentity` if a target has neither an id nor a
    ///   lid, or with code `json` if a write to the relationship has failed.
    public func linkageDocument<Target>(
        _ path: KeyPath<Schema, some RelationshipDescriptor<Target, [Target]>>
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
                try linkage.writeSentLinkage(to: &output)
            } else {
                output += empty.utf8
            }
            output += "}".utf8
        }
    }

    /// Writes the resource object of a request, with the changes, or with all fields if `changes`
    /// is nil. Only attributes with one of the given kinds of access are written. `place` is the
    /// JSON Pointer of the object in the document of the request.
    ///
    /// The schema is inspected once by reflection. The inspection takes some microseconds.
    private func writeRequestObject(
        to output: inout [UInt8], carrying access: Set<FieldMark.Access>, changes: ResourceChanges?,
        at place: String, withID: Bool = true, lids: LocalIDs = LocalIDs(),
        omitting omitted: Set<String> = []
    ) throws(DocumentError) {
        try writeFields(
            to: &output, carrying: access, changes: changes, at: place, lids: lids,
            omitting: omitted
        ) {
            fields, output throws(JSONError) in
            var object = ObjectWriter()
            try object.writeIdentity(of: node, withID: withID, lid: lids[node], to: &output)
            if !fields.attributes.isEmpty {
                object.begin("attributes", &output)
                var members = ObjectWriter()
                for child in fields.attributes {
                    try members.write(child, named: child.name, to: &output)
                }
                members.end(&output)
            }
            if !fields.relationships.isEmpty {
                object.begin("relationships", &output)
                var members = ObjectWriter()
                for child in fields.relationships {
                    guard let linkage = child.member("data") else { continue }
                    members.begin(child.name, &output)
                    output += #"{"data":"#.utf8
                    try linkage.writeSentLinkage(to: &output, lids: lids)
                    output += "}".utf8
                }
                members.end(&output)
            }
            object.end(&output)
        }
    }

    /// Returns the body of a request as one flat object.
    private func flatObject(
        carrying access: Set<FieldMark.Access>, changes: ResourceChanges?, withID: Bool
    ) throws(DocumentError) -> Data {
        var body: [UInt8] = []
        try writeFields(to: &body, carrying: access, changes: changes, at: "") {
            fields, output throws(JSONError) in
            var object = ObjectWriter()
            if withID, let id = node.member("id"), !id.isNull {
                try object.write(id, named: "id", to: &output)
            }
            for child in fields.attributes {
                try object.write(child, named: child.name, to: &output)
            }
            for child in fields.relationships {
                guard let linkage = child.member("data") else { continue }
                object.begin(child.name, &output)
                try linkage.writeIDs(to: &output)
            }
            object.end(&output)
        }
        return Data(body)
    }

    /// The fields that a request has.
    private struct RequestFields {
        let attributes: [Node]
        let relationships: [Node]
    }

    /// Finds the fields of a request, checks that they can be written, and writes them.
    private func writeFields(
        to output: inout [UInt8], carrying access: Set<FieldMark.Access>, changes: ResourceChanges?,
        at place: String, lids: LocalIDs = LocalIDs(), omitting omitted: Set<String> = [],
        _ write: (RequestFields, inout [UInt8]) throws(JSONError) -> Void
    ) throws(DocumentError) {
        do {
            try Schema.checkForRequests()
        } catch {
            throw DocumentError(error)
        }
        let withheld = Schema.attributeNames { !access.contains($0) }
        let attributes = changes.map { Set($0.attributes.map(ExactText.init)) }
        let relationships = changes.map { Set($0.relationships.map(ExactText.init)) }
        try node.checkType(at: place)
        let isLeftOut = { (name: String) in
            !omitted.isEmpty && omitted.contains { ExactText($0) == ExactText(name) }
        }
        try node.tree.completeLinkage(below: node, at: place, lids: lids) { name in
            relationships?.contains(ExactText(name)) ?? !isLeftOut(name)
        }
        let isCarried = { (names: ArraySlice<String>) in
            switch names.first {
            case nil, "type", "id", "lid": true
            case "attributes": names.count == 1 || !withheld.contains(ExactText(names[1]))
            case "relationships": names.isOfLinkage
            default: false
            }
        }
        try node.write(to: &output, carrying: isCarried) { output throws(JSONError) in
            try node.materialize()
            let sent = (node.member("attributes")?.namedChildren ?? []).filter { child in
                let name = ExactText(child.name)
                return attributes?.contains(name) ?? true && !withheld.contains(name)
            }
            let linked = node.relationshipMembers.filter { child in
                child.member("data") != nil
                    && relationships?.contains(ExactText(child.name)) ?? !isLeftOut(child.name)
            }
            try write(RequestFields(attributes: sent, relationships: linked), &output)
        }
    }
}

/// The kinds of request bodies.
package enum RequestBody: Sendable {
    /// A document of JSON:API.
    case document
    /// One object, with the attributes and the ids of related resources as its members.
    case flat
}

extension Node {
    /// Writes the id of an identifier object, a list of ids, or null.
    fileprivate func writeIDs(to output: inout [UInt8]) throws(JSONError) {
        if isArray {
            var separator = "["
            for child in try sentIdentifiers() {
                output += separator.utf8
                try child.writeIDs(to: &output)
                separator = ","
            }
            output += (separator == "[" ? "[]" : "]").utf8
        } else if isNull {
            output += "null".utf8
        } else if let id = member("id") {
            try id.write(to: &output, style: .compact)
        } else {
            throw JSONError(
                code: .unavailable,
                message: "a flat body refers to related resources by id, and this one has none",
                pointer: pointer)
        }
    }
}

extension Collection {
    /// Returns the body of a request with these resources. The body is a document with a list of
    /// resource objects as in ``Resource/createDocument()``, or a list of flat objects.
    /// - Throws: the errors of ``Resource/createDocument()``, and ``DocumentError`` with code
    ///   `repeated` if a resource is in the list twice.
    package func listDocument<Schema>(
        as body: RequestBody = .document
    ) throws(DocumentError) -> Data where Element == Resource<Schema> {
        var places: [IdentityKey: Int] = [:]
        for (index, resource) in enumerated() {
            guard let first = places.updateValue(index, forKey: IdentityKey(resource.node)) else {
                continue
            }
            let list = body == .flat ? "" : "/data"
            throw DocumentError(
                repeated: "the list already contains this resource", at: "\(list)/\(index)",
                first: "\(list)/\(first)")
        }
        if body == .flat {
            var list = Data("[".utf8)
            for (index, resource) in enumerated() {
                if index > 0 { list += ",".utf8 }
                list += try resource.createDocument(including: [], as: .flat)
            }
            return list + Data("]".utf8)
        }
        var document = Array(#"{"data":"#.utf8)
        for (index, resource) in enumerated() {
            document += (index == 0 ? "[" : ",").utf8
            try resource.writeCreation(to: &document, at: "/data/\(index)")
        }
        document += (isEmpty ? "[]}" : "]}").utf8
        return Data(document)
    }

    /// Returns the document for a request to the address of a to-many relationship. A POST with
    /// this document adds these resources to the relationship, and a DELETE removes these resources
    /// from the relationship. The primary data is the list of the identifiers of these resources,
    /// each once.
    /// - Throws: ``DocumentError`` with code `missingIdentity` if a resource has neither an id nor
    ///   a lid, or with code `json` if a write to one of the identities has failed.
    public func identifierDocument<Schema>() throws(DocumentError) -> Data
    where Element == Resource<Schema> {
        var bytes = Array(#"{"data":"#.utf8)
        try writeIdentifiers(to: &bytes, at: "/data")
        bytes += "}".utf8
        return Data(bytes)
    }

    /// Writes the list of the identifiers of these resources, each once. `place` is the JSON
    /// Pointer of the list in the request document.
    package func writeIdentifiers<Schema>(
        to bytes: inout [UInt8], at place: String, lids: LocalIDs = LocalIDs()
    ) throws(DocumentError) where Element == Resource<Schema> {
        bytes += "[".utf8
        for (index, resource) in withoutRepeats().enumerated() {
            if index > 0 { bytes += ",".utf8 }
            try resource.writeIdentifier(to: &bytes, at: "\(place)/\(index)", lids: lids)
        }
        bytes += "]".utf8
    }

    /// Returns the resources, each once.
    package func withoutRepeats<Schema>() -> [Resource<Schema>] where Element == Resource<Schema> {
        var known: Set<IdentityKey> = []
        return filter { known.insert(IdentityKey($0.node)).inserted }
    }
}

extension Resource {
    /// Writes the identifier of the resource. `place` is the JSON Pointer of the identifier in the
    /// request document.
    package func writeIdentifier(
        to bytes: inout [UInt8], at place: String, lids: LocalIDs = LocalIDs()
    ) throws(DocumentError) {
        do throws(JSONError) {
            try node.checkOutput { names in
                names.first.map { ["type", "id", "lid"].contains($0) } ?? true
            }
        } catch {
            throw DocumentError(error)
        }
        guard lids.identity(of: node) != nil else {
            throw DocumentError(
                code: .missingIdentity, message: "a resource identifier needs an id or a lid",
                pointer: place)
        }
        do throws(JSONError) {
            var object = ObjectWriter()
            try object.writeIdentity(of: node, lid: lids[node], to: &bytes)
            object.end(&bytes)
        } catch {
            throw DocumentError(error)
        }
    }
}

extension ArraySlice<String> {
    /// True if this path, which begins at a resource object, leads to the relationships, to one
    /// relationship, or into linkage.
    ///
    /// False for a path to attributes inside linkage. An identifier has no attributes, so these
    /// attributes belong to the resource that the identifier refers to.
    fileprivate var isOfLinkage: Bool {
        count < 3
            || self[2] == "data"
                && !["attributes", "relationships"].contains(dropFirst(3).first { $0 != "" } ?? "")
    }
}

extension Node {
    /// The members of an object. The list is empty for other kinds of values.
    var namedChildren: [Node] { isObject ? children : [] }

    /// The relationships of this resource object, without @-members and members of extensions
    /// (JSON:API 1.1, "Member Names").
    var relationshipMembers: [Node] {
        (member("relationships")?.namedChildren ?? []).filter { !$0.name.isReservedMemberName }
    }

    /// Checks that a resource object has a type (JSON:API 1.1, "Resource Objects").
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
