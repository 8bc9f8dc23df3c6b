// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A JSON:API document.
///
/// `Document<Album>` has at most one resource as primary data, and `Document<[Album]>` has a list.
/// `Document<AnyResource>` and `Document<[AnyResource]>` have resources of any type.
///
/// ```swift
/// let text = #"{"data": [{"type": "notes", "id": "1", "attributes": {"text": "hello"}}]}"#
/// let document = try Document<[AnyResource]>(parsing: text)
/// for note in document.data {
///     print(note.id ?? "", note.attributes.text as String? ?? "")
/// }
/// ```
///
/// The views of a document keep the document alive, even after the `Document` value is gone.
public struct Document<Primary: PrimaryData> {
    package let tree: Tree

    package init(_ tree: Tree) { self.tree = tree }

    /// Parses a document and checks its structure.
    ///
    /// - Throws: ``DocumentError`` with one of these codes: `json` if the text is not JSON; `shape`
    ///   if the text is not a JSON:API document with this kind of primary data; `api` if the
    ///   document reports errors (``DocumentError/errors``) and the options do not keep errors. If
    ///   the document is opened lazily (`JSON.Options.Parsing.lazy`), a syntax error inside a
    ///   resource is reported when the resource is first read.
    public init(parsing bytes: some Collection<UInt8>, options: DocumentOptions = DocumentOptions())
        throws(DocumentError)
    {
        do {
            tree = try Tree(parsing: bytes, options: options.json)
        } catch {
            throw DocumentError(error)
        }
        let foreign: Int
        do {
            let type = Primary.Schema.self == AnyResource.self ? nil : Primary.Schema.type
            foreign = try tree.checkDocument(
                primary: Primary.takesOne ? .any : Primary.isList ? .many : .one, type: type,
                reading: options.reading)
        } catch {
            throw DocumentError(error.error, otherPointer: error.otherPointer)
        }
        if hasErrors, !options.keepsErrors {
            throw DocumentError(reporting: APIError.first(of: member("errors")))
        }
        if foreign > 0, let data = member("data") {
            tree.screened = ScreenedList(data) { Primary.Schema.describes($0.member("type")?.text) }
        }
        if options.checksRequired { try tree.checkRequired(by: Primary.Schema.self) }
    }

    /// Parses a document from a string.
    public init(parsing text: String, options: DocumentOptions = DocumentOptions())
        throws(DocumentError)
    {
        try self.init(parsing: text.utf8, options: options)
    }

    /// Parses all values that are not parsed yet in a document that was opened lazily
    /// (`JSON.Options.Parsing.lazy`). If the document was not opened lazily, the call does nothing.
    ///
    /// - Throws: ``DocumentError`` with code `json` for the first syntax error in the text, as in
    ///   eager parsing. The document stays usable after the error.
    /// - Complexity: O(bytes).
    public func materialize() throws(DocumentError) {
        do {
            try tree.materialize()
        } catch {
            throw DocumentError(error)
        }
    }

    func member(_ name: StaticString) -> Node? { tree.root.member(name) }

    /// The whole document as an untyped view.
    public var json: JSON { JSON(tree.root) }

    /// The primary data. For a single resource, the property is nil if there is no data. For a
    /// list, the property is an empty list if there is no data.
    public var data: Primary.Content {
        let data = member("data").map { JSON($0) }
        return Primary.content(of: data ?? JSON(absent: "data", of: tree.root))
    }

    /// The JSON Pointer and the type of each primary resource that was skipped because of its type.
    ///
    /// The list of skipped resources does not change after reading. If the document was not read
    /// leniently, the list of skipped resources is empty. O(count).
    public var skipped: [(pointer: String, type: String)] {
        tree.screened?.skipped.map { ($0.pointer, $0.type) } ?? []
    }

    /// The state of primary data: absent, null, or a value.
    public var dataState: JSON.State {
        guard let data = member("data") else { return .absent }
        return data.isNull ? .null : .value
    }

    /// The included resources of all types, in order.
    public var included: ResourceList<AnyResource> { ResourceList(list: member("included")) }

    /// The state of the member `included`. If the member is an empty list, the state is `value`:
    /// the server had no resources to include.
    public var includedState: JSON.State { json["included"].vox.state }

    /// Top-level meta information.
    public var meta: JSON {
        get { json["meta"] }
        nonmutating set { json["meta"] = newValue }
    }

    /// Top-level links.
    public var links: DocumentLinks { DocumentLinks(json["links"]) }

    /// Information about the server's implementation.
    public var jsonapi: JSONAPIObject { JSONAPIObject(json: json["jsonapi"]) }

    /// True if the document reports errors.
    public var hasErrors: Bool { tree.root.isObject && (member("errors")?.isArray ?? false) }

    /// The errors that the document reports, as snapshots.
    public var errors: [APIError] {
        json["errors"].vox.elements.compactMap { JSONValue($0) }.map { value in
            if case .string(let text) = value { APIError(detail: text) } else { APIError(value) }
        }
    }

    /// Returns the resource with the given type and id in primary data or `included`. The cost is
    /// O(1) after the first call.
    public func resource<Schema: ResourceSchema>(_ schema: Schema.Type, id: String) -> Resource<
        Schema
    >? {
        resource(type: Schema.type, id: id).map { Resource($0.node) }
    }

    /// Returns the resource with the given type and id in primary data or `included`. The cost is
    /// O(1) after the first call.
    public func resource(type: String, id: String) -> Resource<AnyResource>? {
        do {
            return try tree.root.resource(type: type, id: id, local: false).map { Resource($0) }
        } catch {
            tree.noteRead(error)
            return nil
        }
    }

    /// Returns the resource with the given type and local id in primary data or `included`. The
    /// cost is O(1) after the first call.
    public func resource(type: String, lid: String) -> Resource<AnyResource>? {
        do {
            return try tree.root.resource(type: type, id: lid, local: true).map { Resource($0) }
        } catch {
            tree.noteRead(error)
            return nil
        }
    }

    /// Returns the document as JSON text. Unchanged parts are written byte for byte.
    /// - Throws: ``DocumentError`` with code `missingIdentity` if a related resource has neither an
    ///   id nor a lid. The code is `repeated` if the program has created the document with two
    ///   resources that have the same type and id. The code is `json` if a write has failed
    ///   (`JSON.Namespace.failures`), or if lazy reading has found malformed text.
    public func documentData(style: JSON.Style = .preserve) throws(DocumentError) -> Data {
        try tree.completeLinkage(below: tree.root, at: "")
        try tree.checkIdentities()
        return try tree.root.output(style: style)
    }

    /// Returns the document as a snapshot. Later writes do not change the snapshot.
    public func documentDictionary() throws(DocumentError) -> JSONObject {
        try tree.completeLinkage(below: tree.root, at: "")
        try tree.checkIdentities()
        do {
            try tree.root.checkOutput()
            guard case .object(let object) = try JSONValue(tree.root) else { return JSONObject() }
            return object
        } catch {
            throw DocumentError(error)
        }
    }
}
