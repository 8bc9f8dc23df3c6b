// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A JSON:API document.
///
/// `Document<Album>` has at most one resource as primary data, `Document<[Album]>` a list;
/// `Document<AnyResource>` and `Document<[AnyResource]>` take resources of any type.
///
/// ```swift
/// let text = #"{"data": [{"type": "notes", "id": "1", "attributes": {"text": "hello"}}]}"#
/// let document = try Document<[AnyResource]>(parsing: text)
/// for note in document.data {
///     print(note.id ?? "", note.attributes.text as String? ?? "")
/// }
/// ```
///
/// The views made from a document keep it alive; the value itself may go.
public struct Document<Primary: PrimaryData> {
    package let tree: Tree

    package init(_ tree: Tree) { self.tree = tree }

    /// Reads a document and checks its shape.
    ///
    /// - Throws: ``DocumentError``: `json` when the text is not JSON, `shape` when it is no JSON:API
    ///   document of this form, `api` when it reports errors (``DocumentError/errors``) and the
    ///   options do not keep them. Opened lazily, a resource that is not JSON says so when it is read
    ///   (`JSONOptions.Parsing.lazy`).
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

    /// Reads a document from text.
    public init(parsing text: String, options: DocumentOptions = DocumentOptions())
        throws(DocumentError)
    {
        try self.init(parsing: text.utf8, options: options)
    }

    /// Parses all that is left unread of a document that was opened lazily
    /// (`JSONOptions.Parsing.lazy`); does nothing for others.
    ///
    /// - Throws: ``DocumentError`` with code `json`: the syntax error that comes first in the text, as
    ///   reading eagerly does. The document stays usable.
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

    /// Primary data: a resource or nil, or a list (empty where there is none).
    public var data: Primary.Content { Primary.content(of: PrimaryDataView(node: member("data"))) }

    /// The primary resources that ``data`` leaves out because they are of another type than asked
    /// for, as they were when the document was read. Empty unless it was read leniently. O(count).
    public var skipped: [SkippedResource] {
        tree.screened?.skipped.map { SkippedResource(pointer: $0.pointer, type: $0.type) } ?? []
    }

    /// Whether primary data was absent, null or there.
    public var dataState: MemberState {
        guard let data = member("data") else { return .absent }
        return data.isNull ? .null : .value
    }

    /// The resources that came along, of whatever type, in order.
    public var included: ResourceList<AnyResource> { ResourceList(list: member("included")) }

    /// Whether there is a member `included`: an empty one says that nothing was to be included.
    public var includedState: MemberState { json["included"].vox.state }

    /// Top-level meta information.
    public var meta: JSON {
        get { json["meta"] }
        nonmutating set { json["meta"] = newValue }
    }

    /// Top-level links.
    public var links: DocumentLinks { DocumentLinks(json["links"]) }

    /// What the server says about its implementation.
    public var jsonapi: JSONAPIObject { JSONAPIObject(json: json["jsonapi"]) }

    /// True when the document reports errors.
    public var hasErrors: Bool { tree.root.isObject && (member("errors")?.isArray ?? false) }

    /// The errors that the document reports, as snapshots.
    public var errors: [APIError] {
        json["errors"].vox.elements.compactMap { JSONValue($0) }.map { APIError($0) }
    }

    /// The resource of that type and id in primary data or `included`. O(1) after the first call.
    public func resource<Schema: ResourceSchema>(_ schema: Schema.Type, id: String) -> Resource<
        Schema
    >? {
        resource(type: Schema.type, id: id).map { Resource($0.node) }
    }

    /// The resource of that type and id in primary data or `included`. O(1) after the first call.
    public func resource(type: String, id: String) -> Resource<AnyResource>? {
        do {
            return try tree.root.resource(type: type, id: id, local: false).map { Resource($0) }
        } catch {
            tree.noteRead(error)
            return nil
        }
    }

    /// The resource of that type and local id in primary data or `included`. O(1) after the first call.
    public func resource(type: String, lid: String) -> Resource<AnyResource>? {
        do {
            return try tree.root.resource(type: type, id: lid, local: true).map { Resource($0) }
        } catch {
            tree.noteRead(error)
            return nil
        }
    }

    /// The document as JSON text; untouched parts come out byte for byte.
    /// - Throws: ``DocumentError``: `missingIdentity`, `json` for a plain write that failed
    ///   (`JSON.Operations.failures`) and for malformed text when such was met.
    public func documentData(style: JSONStyle = .preserve) throws(DocumentError) -> Data {
        try tree.completeLinkage(below: tree.root, at: "")
        return try tree.root.output(style: style)
    }

    /// The document as a snapshot, which later writes do not alter.
    public func documentDictionary() throws(DocumentError) -> JSONObject {
        try tree.completeLinkage(below: tree.root, at: "")
        do {
            try tree.root.checkOutput()
            guard case .object(let object) = try JSONValue(tree.root) else { return JSONObject() }
            return object
        } catch {
            throw DocumentError(error)
        }
    }
}
