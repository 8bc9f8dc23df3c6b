// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A document of the extension "Atomic Operations": the operations of a request, or the results of
/// a response (https://jsonapi.org/ext/atomic).
///
/// ```swift
/// let text = #"""
///     {"atomic:operations": [
///         {"op": "add", "data": {"type": "notes", "lid": "a", "attributes": {"text": "hello"}}},
///         {"op": "remove", "ref": {"type": "notes", "id": "7"}}]}
///     """#
/// let document = try AtomicDocument(parsing: text)
/// for operation in document.operations {
///     print(operation.code?.rawValue ?? "", operation.ref?.id ?? "new")
/// }
/// // prints: add new
/// // prints: remove 7
/// ```
///
/// The operations and the results are views of the JSON, and keep the document alive. `Validator`
/// checks the rules of the extension.
public struct AtomicDocument {
    package let tree: Tree

    /// The URI of the extension, for the parameter `ext` of media types.
    public static let uri = "https://jsonapi.org/ext/atomic"

    package init(_ tree: Tree) { self.tree = tree }

    /// Parses a document with operations or results.
    /// - Throws: ``DocumentError`` with one of these codes: `json` if the text is not JSON; `shape`
    ///   if the document has neither a list of operations nor a list of results, has both, or has a
    ///   list with an element that is not an object; `api` if the document reports errors and the
    ///   options do not keep errors.
    public init(
        parsing bytes: some Collection<UInt8>, options: DocumentOptions = DocumentOptions()
    ) throws(DocumentError) {
        do {
            tree = try Tree(parsing: bytes, options: options.json)
        } catch {
            throw DocumentError(error)
        }
        if let errors = tree.root.member("errors"), errors.isArray {
            guard !options.keepsErrors else { return }
            throw DocumentError(reporting: APIError.first(of: errors))
        }
        try checkLists()
    }

    /// Parses a document with operations or results from a string.
    public init(
        parsing text: String, options: DocumentOptions = DocumentOptions()
    ) throws(DocumentError) {
        try self.init(parsing: text.utf8, options: options)
    }

    /// Creates a document with results, in the order of the operations. For an element that is nil,
    /// the result has no data: `{}`.
    /// - Throws: ``DocumentError`` with code `missingIdentity` if a resource or a related resource
    ///   has neither an id nor a lid, or with code `json` if a write to a resource has failed.
    public init<Schema>(results: some Collection<Resource<Schema>?>) throws(DocumentError) {
        do {
            tree = try Tree()
            try tree.root.set(.emptyObject)
            let list = try tree.root.setMember("atomic:results", to: .emptyArray)
            for (index, resource) in results.enumerated() {
                let result = try Node.make(scalar: .emptyObject, in: tree)
                if let node = resource?.node {
                    try node.checkOutput()
                    try node.tree.completeLinkage(
                        below: node, at: "/atomic:results/\(index)/data")
                    try result.setMember("data", to: Node.make(copy: node, in: tree))
                }
                try list.append(result)
                try result.member("data")?.removeRepeats()
            }
        } catch let error as DocumentError {
            throw error
        } catch let error as JSONError {
            throw DocumentError(error)
        } catch {
            throw DocumentError(code: .json, message: "\(error)")
        }
    }

    private func checkLists() throws(DocumentError) {
        let root = tree.root
        let lists = ["atomic:operations", "atomic:results"].compactMap { name in
            root.isObject ? root.member(name).map { (name, $0) } : nil
        }
        guard lists.count == 1, let (name, list) = lists.first else {
            throw DocumentError(
                code: .shape,
                message: lists.isEmpty
                    ? "the document has neither atomic:operations nor atomic:results"
                    : "the document has atomic:operations and atomic:results")
        }
        guard list.isArray, list.count > 0 else {
            throw DocumentError(
                code: .shape, message: "\(name) must be a list with at least one element",
                pointer: "/\(name)")
        }
        var index = 0
        var element = list.first
        while let node = element {
            guard node.isObject else {
                throw DocumentError(
                    code: .shape, message: "an element of \(name) must be an object",
                    pointer: "/\(name)/\(index)")
            }
            index += 1
            element = node.next
        }
    }

    /// The whole document as an untyped view.
    public var json: JSON { JSON(tree.root) }

    /// The operations of a request, in order. The list is empty if the document has no operations.
    /// O(operations).
    public var operations: [Operation] {
        tree.root.member("atomic:operations")?.children.map(Operation.init) ?? []
    }

    /// The results of a response, in the order of the operations. The list is empty if the document
    /// has no results. O(results).
    public var results: [Result] {
        tree.root.member("atomic:results")?.children.map(Result.init) ?? []
    }

    /// The errors that the document reports, at most the first 1,000.
    public var errors: [APIError] { APIError.first(of: tree.root.member("errors")) }

    /// Top-level meta information.
    public var meta: JSON {
        get { json["meta"] }
        nonmutating set { json["meta"] = newValue }
    }

    /// Information about the server's implementation.
    public var jsonapi: JSONAPIObject { JSONAPIObject(json: json["jsonapi"]) }

    /// Returns a resource of the results, or of the member `included` that some servers add. For an
    /// included resource, the cost is O(1) after the first call. For other resources, the cost is
    /// O(results).
    public func resource(type: String, id: String) -> Resource<AnyResource>? {
        let identity = Identity(type: type, id: id, isLocal: false)
        if let result = results.lazy.compactMap(\.resource).first(where: {
            $0.node.states(identity)
        }) {
            return result
        }
        return Document<AnyResource>(tree).resource(type: type, id: id)
    }

    /// Returns the document as JSON text. Unchanged parts are written byte for byte.
    /// - Throws: ``DocumentError`` with code `json` if a write has failed
    ///   (`JSON.Namespace.failures`), or if lazy reading has found malformed text.
    public func documentData(style: JSON.Style = .preserve) throws(DocumentError) -> Data {
        try tree.root.output(style: style)
    }
}
