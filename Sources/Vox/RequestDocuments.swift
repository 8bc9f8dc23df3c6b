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
    /// The document that creates the resource: type, id or lid when set, all attributes, all linkage.
    /// - Throws: ``DocumentError``: a failure noted earlier, `missingIdentity` for a related resource
    ///   without id and lid, `json`.
    public func createDocument() throws(DocumentError) -> Data {
        try requestDocument(attributes: nil, relationships: nil)
    }

    /// The document that updates the resource: what was changed since it was read or last marked, or
    /// everything when `full`.
    ///
    /// Attributes go whole, also when only a part of one was changed. An attribute that was removed
    /// does not go along: to a server absent means untouched. A to-many goes as its whole linkage,
    /// which replaces the server's.
    /// - Throws: ``DocumentError``: as for creating, and `missingIdentity` for a resource without id.
    public func updateDocument(full: Bool = false) throws(DocumentError) -> Data {
        guard id != nil else {
            throw DocumentError(
                code: .missingIdentity, message: "a resource without id cannot be updated",
                pointer: "/data")
        }
        if full { return try createDocument() }
        let changes: ResourceChanges
        do {
            changes = try vox.changes()
        } catch {
            throw DocumentError(error)
        }
        return try requestDocument(
            attributes: Set(changes.attributes.map(ExactText.init)),
            relationships: Set(changes.relationships.map(ExactText.init)))
    }

    /// The document for the endpoint of a to-one relationship: its identifier, or null.
    /// - Throws: ``DocumentError``: a failure noted earlier, `missingIdentity`.
    public func linkageDocument<Target>(
        _ path: KeyPath<Schema, ToOne<Target>>
    ) throws(DocumentError) -> Data {
        try linkageDocument(Schema()[keyPath: path].name, empty: "null")
    }

    /// The document for the endpoint of a to-many relationship: its identifiers.
    /// - Throws: ``DocumentError``: a failure noted earlier, `missingIdentity`.
    public func linkageDocument<Target>(
        _ path: KeyPath<Schema, ToMany<Target>>
    ) throws(DocumentError) -> Data {
        try linkageDocument(Schema()[keyPath: path].name, empty: "[]")
    }

    private func linkageDocument(
        _ name: StaticString, empty: String
    ) throws(DocumentError) -> Data {
        try node.tree.completeLinkage(below: node, at: "/data")
        return try node.tree.output { output throws(JSONError) in
            output += #"{"data":"#.utf8
            if let linkage = linkage(name), !linkage.isNull {
                try linkage.write(to: &output, style: .compact)
            } else {
                output += empty.utf8
            }
            output += "}".utf8
        }
    }

    /// Writes the members named, or all.
    private func requestDocument(
        attributes: Set<ExactText>?, relationships: Set<ExactText>?
    ) throws(DocumentError) -> Data {
        try node.tree.completeLinkage(below: node, at: "/data")
        return try node.tree.output { output throws(JSONError) in
            output += #"{"data":"#.utf8
            var object = ObjectWriter()
            try object.writeIdentity(of: node, to: &output)
            let sent = (node.member("attributes")?.namedChildren ?? []).filter { child in
                attributes?.contains(ExactText(child.name)) ?? true
            }
            if !sent.isEmpty {
                try object.begin("attributes", &output)
                var members = ObjectWriter()
                for child in sent {
                    try members.write(child, named: child.name, to: &output)
                }
                members.end(&output)
            }
            let linked = (node.member("relationships")?.namedChildren ?? []).filter { child in
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
                    try linkage.write(to: &output, style: .compact)
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
    /// - Throws: ``DocumentError`` with code `missingIdentity` for a resource without id and lid.
    public func identifierDocument<Schema>() throws(DocumentError) -> Data
    where Element == Resource<Schema> {
        var bytes = Array(#"{"data":["#.utf8)
        for (index, resource) in enumerated() {
            guard resource.node.identity != nil else {
                throw DocumentError(
                    code: .missingIdentity, message: "an identifier needs an id or a lid",
                    pointer: "/data/\(index)")
            }
            if index > 0 { bytes += ",".utf8 }
            do throws(JSONError) {
                var object = ObjectWriter()
                try object.writeIdentity(of: resource.node, to: &bytes)
                object.end(&bytes)
            } catch {
                throw DocumentError(error)
            }
        }
        bytes += "]}".utf8
        return Data(bytes)
    }
}

extension Node {
    /// The members of an object; nothing for other kinds.
    var namedChildren: [Node] { isObject ? children : [] }
}
