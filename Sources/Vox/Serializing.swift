// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// A resource on its own is written as a document with type, id or lid when set, attributes and
// relationships when there are any, and nothing else.

extension Resource {
    /// A document with this resource as primary data.
    /// - Throws: ``DocumentError``: a failure noted earlier, `missingIdentity` for a related resource
    ///   without id and lid, `json`.
    public func documentData() throws(DocumentError) -> Data {
        try node.tree.completeLinkage(below: node, at: "/data")
        return try node.tree.output { output throws(JSONError) in
            output += #"{"data":"#.utf8
            try node.writeResource(to: &output)
            output += "}".utf8
        }
    }

    /// The same document as a snapshot, which later writes do not alter.
    public func documentDictionary() throws(DocumentError) -> JSONObject {
        try JSONObject(parsing: documentData())
    }
}

extension Collection {
    /// A document with these resources as primary data.
    /// - Throws: ``DocumentError``: as for one resource, and `missingIdentity` for a resource without
    ///   id and lid.
    public func documentData<Schema>() throws(DocumentError) -> Data
    where Element == Resource<Schema> {
        let nodes = map(\.node)
        try complete(nodes)
        var bytes = Array(#"{"data":["#.utf8)
        for (index, node) in nodes.enumerated() {
            if node.identity == nil {
                throw DocumentError(
                    code: .missingIdentity,
                    message: "a resource in a list must have an id or a lid",
                    pointer: "/data/\(index)")
            }
            if let failure = node.tree.failure { throw DocumentError(failure) }
            if index > 0 { bytes += ",".utf8 }
            do {
                try node.writeResource(to: &bytes)
            } catch {
                throw DocumentError(error)
            }
        }
        bytes += "]}".utf8
        return Data(bytes)
    }

    /// The same document as a snapshot, which later writes do not alter.
    public func documentDictionary<Schema>() throws(DocumentError) -> JSONObject
    where Element == Resource<Schema> {
        try JSONObject(parsing: documentData())
    }
}

/// Brings linkage up to date in every document that one of these resources belongs to.
private func complete(_ nodes: [Node]) throws(DocumentError) {
    var trees: [ObjectIdentifier: (tree: Tree, places: [Node: String])] = [:]
    for (index, node) in nodes.enumerated() {
        trees[ObjectIdentifier(node.tree), default: (node.tree, [:])].places[node] =
            "/data/\(index)"
    }
    // In order of the list, so that the first fault is the one thrown.
    var seen: Set<ObjectIdentifier> = []
    for node in nodes where seen.insert(ObjectIdentifier(node.tree)).inserted {
        guard let (tree, places) = trees[ObjectIdentifier(node.tree)] else { continue }
        if let missing = try tree.completeLinkage(below: places) { throw missing.error }
    }
}

extension Tree {
    /// Runs a writer, unless a failure was noted: nothing leaves a document that is not as meant.
    func output(_ write: (inout [UInt8]) throws(JSONError) -> Void) throws(DocumentError) -> Data {
        if let failure { throw DocumentError(failure) }
        var bytes: [UInt8] = []
        do {
            try write(&bytes)
        } catch {
            throw DocumentError(error)
        }
        return Data(bytes)
    }
}

extension JSONObject {
    fileprivate init(parsing data: Data) throws(DocumentError) {
        self.init()
        do {
            var options = JSONOptions()
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
    /// Writes the members of a resource object that a request or a response carries.
    fileprivate func writeResource(to output: inout [UInt8]) throws(JSONError) {
        var object = ObjectWriter()
        try object.writeIdentity(of: self, to: &output)
        for name in ["attributes", "relationships"] as [StaticString] {
            if let member = member(name), member.isObject, member.count > 0 {
                try object.write(member, named: String(describing: name), to: &output)
            }
        }
        object.end(&output)
    }
}
