// SPDX-License-Identifier: MIT

/// The primary resources of a document that arrives in chunks, each as soon as it is complete.
///
/// ```swift
/// let text = #"{"data": [{"type": "notes", "id": "1"}, {"type": "notes", "id": "2"}], "meta": {"n": 2}}"#
/// let notes = ResourceStream<AnyResource>(ClientResponseBody(Array(text.utf8)))
/// for try await note in notes {
///     print(note.id ?? "")
/// }
/// print(notes.rest?.meta.n as Int? ?? 0)
/// // prints: 1
/// // prints: 2
/// // prints: 2
/// ```
///
/// Every resource is in a document of its own; the resources it is related to are given by their
/// identity alone (``ResourceOperations/isResolved``), for the document they come in is still on its way.
/// What is held is what is not complete, and what stands beside the list: ``included`` and ``rest``.
/// Each of these has a limit, the text as a whole has none by default.
/// A chunk is read when the resources before it are used up, so whoever reads slowly slows the sender
/// down.
///
/// Fails with ``DocumentError``, as reading the whole document does, or with what the body fails
/// with. The resources before the fault have been handed out by then. That a strict reader refuses
/// one resource twice does not apply: those before are gone.
public final class ResourceStream<Schema: ResourceSchema>: AsyncSequence {
    /// What came in `included`, to look resources up in; nil before it is complete. A server may send
    /// it before the primary data.
    public private(set) var included: Document<[Schema]>?

    /// The document without its primary data and without `included`, for links and meta; nil before
    /// the end.
    public private(set) var rest: Document<[Schema]>?

    /// How many resources were passed over because they are of another type than asked for; 0
    /// unless the mode is lenient.
    public private(set) var skippedCount = 0

    private var chunks: any AsyncIteratorProtocol<[UInt8], any Error>
    private let options: DocumentOptions
    private let limit: Int?
    private let maximumHeld: Int?
    /// What the layer above keeps with each of the documents.
    private let note: (any Sendable)?
    private var stream: TreeStream?
    private var index = 0
    private var isAtEnd = false

    /// Makes the stream; nothing is read before it is iterated.
    ///
    /// - Parameters:
    ///   - body: the chunks of the document, to be read once; ends with an error where it is cut off. Of an
    ///     `AsyncStream`, which cannot fail: `stream.map { chunk throws in chunk }`.
    ///   - options: as for reading the whole document; the limits are those of one resource, of
    ///     `included`, and of the rest, each, but for depth, which counts from the root.
    ///   - limit: the most bytes of the whole text. Default: any number.
    ///   - maximumHeld: the most bytes of one resource, of `included`, and of the rest, each. Default:
    ///     `maximumSize` of the options, 64 MiB.
    public convenience init(
        _ body: some AsyncSequence<[UInt8], any Error>,
        options: DocumentOptions = DocumentOptions(), upTo limit: Int? = nil,
        maximumHeld: Int? = nil
    ) {
        self.init(body, options: options, upTo: limit, maximumHeld: maximumHeld, note: nil)
    }

    package init(
        _ body: some AsyncSequence<[UInt8], any Error>, options: DocumentOptions,
        upTo limit: Int? = nil, maximumHeld: Int?, note: (any Sendable)?
    ) {
        chunks = body.makeAsyncIterator()
        self.options = options
        self.limit = limit
        self.maximumHeld = maximumHeld
        self.note = note
    }

    /// Goes on where reading stands: the body is read once.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(stream: self) }

    /// Walks through the resources.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let stream: ResourceStream

        /// The next resource; nil behind the last, and behind an error.
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

    /// Takes note of an item; the resource, if it is one.
    private func take(_ item: TreeStream.Item) throws(DocumentError) -> Resource<Schema>? {
        if let note { item.node.tree.note = note }
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

    /// Checks the shape of a document, in which `/data` stands for the pointer given. Returns how
    /// many resources are of another type.
    private func check(
        _ tree: Tree, primary: Tree.Primary, at pointer: String?
    ) throws(DocumentError) -> Int {
        let type = Schema.self == AnyResource.self ? nil : Schema.type
        do {
            return try tree.checkDocument(primary: primary, type: type, reading: options.reading)
        } catch {
            // Where in the text it is, the small document cannot know.
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
