// SPDX-License-Identifier: MIT

internal import CVox

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// A document of one resource has the type, the id or lid if set, the attributes and relationships
// if there are any, and the link `self` if there is one. Other members are left out. A compound
// document has all members of its resources.

extension Resource {
    /// Returns a document with this resource as primary data.
    /// - Throws: ``DocumentError`` with code `missingIdentity` if a related resource has neither an
    ///   id nor a lid, or with code `json` if the text is malformed or a write to a part of the
    ///   document has failed (`JSON.Namespace.failures`).
    public func documentData() throws(DocumentError) -> Data {
        try ResourceDocument(primary: [node], isList: false).data()
    }

    /// Returns a compound document with this resource as primary data and related resources in
    /// `included`.
    ///
    /// Each resource is included once (JSON:API 1.1, "Compound Documents"). Resources are written
    /// with all their members, including links and meta. O(resources and identifiers).
    /// - Throws: ``DocumentError`` for the same reasons as `documentData()`, or with code
    ///   `unknownPath` if a path contains an unknown relationship, or with code `repeated` if two
    ///   resources with the same type and id have different values.
    public func documentData(including inclusion: Inclusion<Schema>) throws(DocumentError) -> Data {
        try ResourceDocument(primary: [node], isList: false, including: inclusion).data()
    }

    /// Returns the document of `documentData()` as a snapshot. Later changes of the resource do not
    /// change the snapshot.
    public func documentDictionary() throws(DocumentError) -> JSONObject {
        try JSONObject(parsing: documentData())
    }
}

extension Collection {
    /// Returns a document with these resources as primary data.
    /// - Throws: ``DocumentError`` for the same reasons as for the document of one resource. The
    ///   code is `missingIdentity` if a resource in the list has neither an id nor a lid. The code
    ///   is `repeated` if the list has two resources with the same type and id.
    public func documentData<Schema>() throws(DocumentError) -> Data
    where Element == Resource<Schema> {
        try ResourceDocument(primary: map(\.node), isList: true).data()
    }

    /// Returns a compound document with these resources as primary data and related resources in
    /// `included`.
    ///
    /// Each resource is included once (JSON:API 1.1, "Compound Documents"). Resources are written
    /// with all their members, including links and meta. O(resources and identifiers).
    /// - Throws: ``DocumentError`` for the same reasons as `documentData()`, or with code
    ///   `unknownPath` if a path contains an unknown relationship, or with code `repeated` if two
    ///   resources with the same type and id have different values.
    public func documentData<Schema>(
        including inclusion: Inclusion<Schema>
    ) throws(DocumentError) -> Data where Element == Resource<Schema> {
        try ResourceDocument(primary: map(\.node), isList: true, including: inclusion).data()
    }

    /// Returns the document of `documentData()` as a snapshot. Later changes of the resources do
    /// not change the snapshot.
    public func documentDictionary<Schema>() throws(DocumentError) -> JSONObject
    where Element == Resource<Schema> {
        try JSONObject(parsing: documentData())
    }
}
/// A document that is written directly from resources, without building a tree. The resources may
/// belong to different documents.
private struct ResourceDocument {
    let primary: [Node]
    let isList: Bool
    /// True if resources are written with all their members.
    let isCompound: Bool
    /// The included resources. Nil if the member is left out.
    let included: [Node]?

    init(primary: [Node], isList: Bool) {
        self.primary = primary
        self.isList = isList
        isCompound = false
        included = nil
    }

    init<Schema>(
        primary: [Node], isList: Bool, including inclusion: Inclusion<Schema>
    ) throws(DocumentError) {
        self.primary = primary
        self.isList = isList
        isCompound = true
        included = inclusion.isNone ? nil : try inclusion.resources(from: primary, isList: isList)
    }

    func data() throws(DocumentError) -> Data {
        try complete()
        var bytes: [UInt8] = []
        // A document of one resource rarely has more bytes.
        bytes.reserveCapacity(512)
        bytes += #"{"data":"#.utf8
        if isList {
            try write(primary, below: "/data", to: &bytes)
        } else if let resource = primary.first {
            try resource.checkType(at: "/data")
            try write(resource, to: &bytes)
        }
        if let included {
            bytes += #","included":"#.utf8
            try write(included, below: "/included", to: &bytes)
        }
        bytes += "}".utf8
        return Data(bytes)
    }

    private func write(
        _ nodes: [Node], below place: String, to bytes: inout [UInt8]
    ) throws(DocumentError) {
        bytes += "[".utf8
        var places: [Identity: Int] = [:]
        for (index, node) in nodes.enumerated() {
            guard let identity = node.identity else {
                throw DocumentError(
                    code: .missingIdentity,
                    message: "a resource in a list must have an id or a lid",
                    pointer: "\(place)/\(index)")
            }
            if let first = places.updateValue(index, forKey: identity) {
                throw DocumentError(
                    repeated: "the list already contains this resource",
                    at: "\(place)/\(index)", first: "\(place)/\(first)")
            }
            if index > 0 { bytes += ",".utf8 }
            try write(node, to: &bytes)
        }
        bytes += "]".utf8
    }

    private func write(_ node: Node, to bytes: inout [UInt8]) throws(DocumentError) {
        do throws(JSONError) {
            if isCompound {
                try node.checkOutput()
                try node.writeResource(to: &bytes, once: node.linksTargetTwice)
            } else {
                try node.materialize()
                try node.checkOutput { names in
                    switch names.first {
                    case nil, "type", "id", "lid", "attributes", "relationships": true
                    case "links": names.count == 1 || names[1] == "self"
                    default: false
                    }
                }
                try node.writeCarried(to: &bytes)
            }
        } catch {
            throw DocumentError(error)
        }
    }

    /// Updates the linkage of all resources in the order of the document, so that the first error
    /// of the document is thrown.
    private func complete() throws(DocumentError) {
        for (index, node) in primary.enumerated() {
            try node.tree.completeLinkage(below: node, at: isList ? "/data/\(index)" : "/data")
        }
        for (index, node) in (included ?? []).enumerated() {
            try node.tree.completeLinkage(below: node, at: "/included/\(index)")
        }
    }
}

extension Node {
    /// Returns the text of this value. Throws an error if a write to this value has failed.
    func output(style: JSON.Style) throws(DocumentError) -> Data {
        do {
            try checkOutput()
            return try data(style: style)
        } catch {
            throw DocumentError(error)
        }
    }

    /// Runs a function that writes parts of this value. Throws an error if an earlier write to one
    /// of these parts has failed, so that a document never lacks a value that the program has set.
    func output(
        carrying isCarried: (ArraySlice<String>) -> Bool = { _ in true },
        _ write: (inout [UInt8]) throws(JSONError) -> Void
    ) throws(DocumentError) -> Data {
        var bytes: [UInt8] = []
        try self.write(to: &bytes, carrying: isCarried, write)
        return Data(bytes)
    }

    /// Runs a function that appends parts of this value to `output`. Throws an error if an earlier
    /// write to one of these parts has failed.
    func write(
        to output: inout [UInt8], carrying isCarried: (ArraySlice<String>) -> Bool,
        _ write: (inout [UInt8]) throws(JSONError) -> Void
    ) throws(DocumentError) {
        do {
            try checkOutput(where: isCarried)
            try write(&output)
        } catch {
            throw DocumentError(error)
        }
    }
}

extension JSONObject {
    fileprivate init(parsing data: Data) throws(DocumentError) {
        self.init()
        do {
            var options = JSON.Options()
            options.maximumDepth = .max
            options.maximumSize = .max
            options.maximumValues = .max
            if case .object(let object) = try JSONValue(Tree(parsing: data, options: options).root)
            {
                self = object
            }
        } catch {
            throw DocumentError(error)
        }
    }
}

extension Node {
    /// Writes the members of a resource object that a request or a response contains.
    fileprivate func writeCarried(to output: inout [UInt8]) throws(JSONError) {
        let once = linksTargetTwice
        if isCarriedWhole { return try writeResource(to: &output, once: once) }
        var object = ObjectWriter()
        try object.writeIdentity(of: self, to: &output)
        if let attributes = member("attributes"), attributes.isObject, attributes.count > 0 {
            try object.write(attributes, named: "attributes", to: &output)
        }
        if let relationships = member("relationships"), relationships.isObject,
            relationships.count > 0
        {
            try object.writeRelationships(relationships, once: once, to: &output)
        }
        if let link = member("links")?.member("self"), !link.isNull {
            object.begin("links", &output)
            var links = ObjectWriter()
            try links.write(link, named: "self", to: &output)
            links.end(&output)
        }
        object.end(&output)
    }

    /// True if all members are written and are already in the order in which they would be written.
    private var isCarriedWhole: Bool {
        let names: [StaticString] = ["type", "id", "lid", "attributes", "relationships"]
        var rest = names[...]
        var child = vox_node_first(tree.raw, raw)
        while let member = child {
            let name = vox_node_name(tree.raw, member)
            guard
                let place = rest.firstIndex(where: { vox_string_equal(name, vox_string(name: $0)) })
            else { return false }
            let isCarried =
                place < 3
                ? vox_node_kind(member) != VOX_NULL
                : vox_node_kind(member) == VOX_OBJECT && vox_node_first(tree.raw, member) != nil
            guard isCarried else { return false }
            rest = names[(place + 1)...]
            child = vox_node_next(tree.raw, member)
        }
        return isObject
    }
}
