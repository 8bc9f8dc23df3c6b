// SPDX-License-Identifier: MIT

/// An asynchronous sequence of the primary resources of a document that arrives in chunks. Each
/// resource is returned as soon as it is complete.
///
/// ```swift
/// let text = #"{"data": [{"type": "notes", "id": "1"}, {"type": "notes", "id": "2"}], "meta": {"n": 2}}"#
/// let notes = ResourceStream<AnyResource>(ClientResponse.Body(Array(text.utf8)))
/// for try await note in notes {
///     print(note.id ?? "")
/// }
/// print(notes.rest?.meta.n as Int? ?? 0)
/// // prints: 1
/// // prints: 2
/// // prints: 2
/// ```
///
/// Every resource has a document of its own. Only the identity of a related resource is known
/// (``Resource/Namespace/isResolved``), because the rest of the document may not have arrived. The
/// stream keeps in memory the incomplete resource and the parts outside the list: ``included`` and
/// ``rest``. Each resource, ``included`` and ``rest`` have a maximum size, but by default the whole
/// text has none. The stream reads a chunk only after all earlier resources were consumed, so a
/// slow consumer slows the sender down.
///
/// Iteration throws the error of the body, or the same ``DocumentError`` as reading the whole
/// document. The stream returns all resources that come before the error, and then throws. Strict
/// mode does not refuse a repeated resource in a stream, because the stream does not keep earlier
/// resources.
public final class ResourceStream<Schema: ResourceSchema>: AsyncSequence {
    /// A document with the included resources, to look up related resources. The property is nil
    /// until all included resources have arrived. A server may send the included resources before
    /// the primary data.
    public private(set) var included: Document<[Schema]>?

    /// The document without primary data and `included`, but with the top-level links and meta. The
    /// property is nil until the whole text has arrived.
    public private(set) var rest: Document<[Schema]>?

    /// The number of resources that were skipped because of their type. If the mode is not lenient,
    /// the number is 0.
    public private(set) var skippedCount = 0

    private var chunks: any AsyncIteratorProtocol<[UInt8], any Error>
    private let options: DocumentOptions
    private let limit: Int?
    private let maximumHeld: Int?
    /// Returns the value that a higher layer stores with a document of the stream. The argument is
    /// the number of resources that were read before the document.
    private let note: (@Sendable (Int) -> any Sendable)?
    private var stream: TreeStream?
    private var index = 0
    private var isAtEnd = false

    /// Creates the stream. The stream reads nothing before iteration begins.
    ///
    /// - Parameters:
    ///   - body: the chunks of the document. The chunks can be read only once. If the body is
    ///     truncated, iteration throws an error at the end of the body. The sequence must be able
    ///     to throw any error. An `AsyncStream` never throws, so pass `stream.map { chunk throws in
    ///     chunk }` instead of `stream`.
    ///   - options: the options for reading. The limits apply separately to each resource, to
    ///     `included`, and to ``rest``. The depth of a value is counted from the root of the whole
    ///     text.
    ///   - limit: the maximum size of the whole text in bytes. Default: no limit.
    ///   - maximumHeld: the maximum size in bytes of each resource, of `included`, and of ``rest``.
    ///     The default is `maximumSize` of the options, 64 MiB.
    public convenience init(
        _ body: some AsyncSequence<[UInt8], any Error>,
        options: DocumentOptions = DocumentOptions(), upTo limit: Int? = nil,
        maximumHeld: Int? = nil
    ) {
        self.init(body, options: options, upTo: limit, maximumHeld: maximumHeld, note: nil)
    }

    package init(
        _ body: some AsyncSequence<[UInt8], any Error>, options: DocumentOptions,
        upTo limit: Int? = nil, maximumHeld: Int?, note: (@Sendable (Int) -> any Sendable)?
    ) {
        chunks = body.makeAsyncIterator()
        self.options = options
        self.limit = limit
        self.maximumHeld = maximumHeld
        self.note = note
    }

    /// Returns an iterator that continues at the current position of the stream, because the body
    /// can be read only once.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(stream: self) }

    /// Iterates over the resources.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let stream: ResourceStream

        /// Returns the next resource, or nil after the last resource and after an error.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws -> Resource<Schema>? {
            try await stream.next(isolation: actor)
        }
    }

    private func next(isolation actor: isolated (any Actor)?) async throws -> Resource<Schema>? {
        if isAtEnd { return nil }
        isAtEnd = true  // unless there is a resource
        do {
            let stream =
                try self.stream
                ?? TreeStream(
                    .elements, options: options.json, upTo: limit, maximumHeld: maximumHeld)
            self.stream = stream
            while let item = try await stream.next(from: &chunks, isolation: actor) {
                if let resource = try take(item) {
                    isAtEnd = false
                    return resource
                }
            }
            return nil
        } catch let error as JSONError {
            throw DocumentError(error)
        }
    }

    /// Processes an item of the text. Returns the resource if the item is a resource, and nil
    /// otherwise.
    private func take(_ item: TreeStream.Item) throws(DocumentError) -> Resource<Schema>? {
        if let note { item.node.tree.note = note(index) }
        switch item {
        case .element(let node), .document(let node):
            defer { index += 1 }
            let pointer = "/data/\(index)"
            if node == node.tree.root {
                throw refused("a document must be an object", at: "")
            }
            if !node.isObject {
                throw refused("a resource must be an object", at: pointer)
            }
            if try check(node.tree, primary: .one, at: pointer) > 0 {
                skippedCount += 1
                return nil
            }
            if options.checksRequired { try node.checkRequired(by: Schema.self, at: pointer) }
            return Resource(node)
        case .included(let node):
            _ = try check(node.tree, primary: .none, at: nil)
            included = Document(node.tree)
        case .rest(let node):
            _ = try check(node.tree, primary: .many, at: nil)
            let document = Document<[Schema]>(node.tree)
            if document.hasErrors, !options.keepsErrors {
                throw DocumentError(
                    reporting: APIError.first(of: document.member("errors")))
            }
            rest = document
        }
        return nil
    }

    private func refused(_ message: String, at pointer: String) -> DocumentError {
        DocumentError(JSONError(code: .shape, message: message, pointer: pointer))
    }

    /// Checks the structure of a document and returns the number of resources of another type. The
    /// pointers of errors begin with `pointer` instead of `/data`.
    private func check(
        _ tree: Tree, primary: Tree.Primary, at pointer: String?
    ) throws(DocumentError) -> Int {
        let type = Schema.self == AnyResource.self ? nil : Schema.type
        do {
            return try tree.checkDocument(primary: primary, type: type, reading: options.reading)
        } catch {
            // The error has no position, because the position in the small document is not the
            // position in the whole text.
            var located = error.error
            located.position = nil
            if let pointer { located.pointer = pointer + located.pointer.dropFirst("/data".count) }
            throw DocumentError(located, otherPointer: error.otherPointer)
        }
    }
}

@available(*, unavailable)
extension ResourceStream: Sendable {}

@available(*, unavailable)
extension ResourceStream.AsyncIterator: Sendable {}
