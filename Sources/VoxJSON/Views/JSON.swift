// SPDX-License-Identifier: MIT

/// An untyped view of a value in a JSON document.
///
/// A view is the value itself: reading a member reads the document, writing one writes it, and
/// every other view of the same place sees the change. Members are reached as properties or by
/// subscript; chains never need `?`, because a missing member is a view too, an absent one.
///
/// ```swift
/// let album = try JSON(parsing: #"{"title": "Blue Lines", "artist": {"name": "Massive Attack"}}"#)
/// let name: String? = album.artist.name        // "Massive Attack"
/// album.year = 1991                             // appends a member
/// album.label.name = "Virgin"                   // makes the object on the way
/// album.artist.name = nil                       // removes the member
/// ```
///
/// Everything that is not a member hangs on one property, ``vox``: kind, pointer, iteration,
/// insertion, the throwing forms, writing out.
///
/// A plain read of the wrong kind gives nil, a plain write that cannot be done changes nothing; both
/// are noted in the document (``Operations/failures``). A failed read stops nothing; a failed write is
/// thrown where the value it was meant for is written out.
///
/// Views are equal when they are views of the same place; ``Operations/isEqual(to:)`` compares values.
/// A view keeps its document alive. A document is used by one thread at a time, a ``FrozenJSON`` by many.
@dynamicMemberLookup
public struct JSON {
    /// What a view shows.
    @usableFromInline
    enum Place {
        case node(Node)
        /// A value that is not there: the steps to it from the nearest value that is.
        case absent(from: Node?, steps: Path?)
    }

    @usableFromInline let place: Place

    init(place: Place) { self.place = place }

    @inlinable
    package init(_ node: Node) { place = .node(node) }

    /// An absent view of a member of a node, whose every write is refused.
    package init(refusing error: JSONError, member name: String, of node: Node) {
        place = .absent(from: node, steps: Path(.refused(error, member: ExactText(name))))
    }

    /// The view of a member that an object does not have.
    package init(absent name: String, of node: Node) {
        place = .absent(from: node, steps: Path(.name(ExactText(name))))
    }

    /// Reads a document and gives the view of its root. O(bytes).
    ///
    /// - Parameters:
    ///   - bytes: JSON text in UTF-8; copied.
    ///   - options: limits, and how to deal with what RFC 8259 leaves open.
    /// - Throws: ``JSONError`` with position and pointer when the text is not JSON or passes a limit.
    public init(parsing bytes: some Collection<UInt8>, options: JSONOptions = JSONOptions())
        throws(JSONError)
    {
        self.init(try Tree(parsing: bytes, options: options).root)
    }

    /// Reads a document from text.
    public init(parsing text: String, options: JSONOptions = JSONOptions()) throws(JSONError) {
        self.init(try Tree(parsing: text.utf8, options: options).root)
    }

    /// Makes a document of its own from a snapshot.
    public init(_ value: JSONValue) throws(JSONError) {
        let tree = try Tree()
        try tree.root.take(Node.make(value, in: tree))
        self.init(tree.root)
    }

    /// The value; for a view of what was not there, what was put there since.
    @inlinable
    package var node: Node? {
        if case .node(let node) = place { return node }
        return laterNode
    }

    @usableFromInline var laterNode: Node? {
        guard case .absent(let start?, let steps?) = place else { return nil }
        let (node, rest) = steps.followed(from: start)
        return rest.isEmpty ? node : nil
    }

    /// The member of that name. Reading what is not there, or is no object, gives an absent view.
    ///
    /// Setting copies the value given; `nil` removes the member, ``null`` sets it to null.
    /// - Complexity: O(1) for large objects after the first use, O(members) for small ones.
    public subscript(name: String) -> JSON {
        get { member(name) }
        nonmutating set { member(name).assign(newValue) }
    }

    /// The element at a position from 0. Setting the position behind the last appends.
    public subscript(index: Int) -> JSON {
        get { child(.index(index)) }
        nonmutating set { child(.index(index)).assign(newValue) }
    }

    /// The value that a JSON Pointer (RFC 6901) names from here; absent when there is none or the
    /// pointer is malformed. For the reason, use ``Operations/find(_:)``.
    ///
    /// Setting makes objects that are missing on the way, as every write does.
    public subscript(pointer pointer: String) -> JSON {
        get { follow(pointer) }
        nonmutating set { self[pointer: pointer].assign(newValue) }
    }

    /// A member as a property; the same as the subscript by name.
    public subscript(dynamicMember name: String) -> JSON {
        get { self[name] }
        nonmutating set { self[name] = newValue }
    }

    /// A member as a property of a Swift type: nil when it is missing, null, or of another kind.
    ///
    /// A literal whose values are all of one type is assigned as a Swift array or dictionary, and a
    /// dictionary has no order; `["z": 1, "a": 2] as JSON` keeps the one written.
    @inlinable
    public subscript<Value: JSONConvertible>(dynamicMember name: String) -> Value? {
        get { plainMember(name) }
        nonmutating set { assign(newValue, to: name) }
    }

    /// A member as a value of a Swift type.
    @inlinable
    public subscript<Value: JSONConvertible>(name: String) -> Value? {
        get { plainMember(name) }
        nonmutating set { assign(newValue, to: name) }
    }

    /// An element as a value of a Swift type.
    public subscript<Value: JSONConvertible>(index: Int) -> Value? {
        get { self[index].plainValue(as: Value.self) }
        nonmutating set { self[index].assign(newValue) }
    }

    /// Everything about the value that is not a member of it.
    public var vox: Operations { Operations(json: self) }

    /// JSON null, to be assigned. A document of its own.
    public static var null: JSON { JSON(literal: .null) }

    /// As ``child(_:)``, without making a step of the name of a member that is there.
    private func member(_ name: String) -> JSON {
        if case .node(let node) = place, let member = node.member(name) { return JSON(member) }
        return child(.name(ExactText(name)))
    }

    func child(_ step: Step) -> JSON {
        switch place {
        case .node(let node):
            let child = node.child(step)
            return child.map { JSON($0) } ?? JSON(place: .absent(from: node, steps: Path(step)))
        case .absent(let node, let steps):
            return JSON(place: .absent(from: node, steps: Path(step, after: steps)))
        }
    }
}

extension Node {
    func child(_ step: JSON.Step) -> Node? {
        switch step {
        case .name(let name): member(name.text)
        case .index(let index): element(at: index)
        case .refused: nil
        }
    }
}

extension JSON: Hashable {
    /// True for views of the same place. A literal is compared by value: `json.title == "x"`.
    @_disfavoredOverload
    public static func == (left: JSON, right: JSON) -> Bool {
        switch (left.place, right.place) {
        case (.node(let left), .node(let right)): left == right
        case (.absent(let left, let leftSteps), .absent(let right, let rightSteps)):
            left == right && leftSteps?.all == rightSteps?.all
        default: false
        }
    }

    /// Hashes the place.
    public func hash(into hasher: inout Hasher) {
        switch place {
        case .node(let node): hasher.combine(node)
        case .absent(let node, let steps):
            hasher.combine(node)
            hasher.combine(steps?.step)
        }
    }

    /// True when the value equals a snapshot, deeply; never for an absent view.
    public static func == (json: JSON, value: JSONValue) -> Bool {
        guard let node = json.node else { return false }
        switch value {
        case .string(let text): return node.isString(text)
        case .bool(let boolean): return node.boolean == boolean
        case .null: return node.isNull
        case .number(let number): return node.isNumber(number.text)
        case .array, .object: return isEqual(node, to: value)
        }
    }

    private static func isEqual(_ node: Node, to value: JSONValue) -> Bool {
        guard let other = try? JSON(value).node else { return false }
        return (try? node.isEqual(to: other)) ?? false
    }

    /// True for a string of that text, compared byte by byte. Makes no text of the value.
    public static func == (json: JSON, text: String) -> Bool { json.node?.isString(text) ?? false }

    /// False for a string of that text.
    public static func != (json: JSON, text: String) -> Bool { !(json == text) }

    /// False when the value equals a snapshot, deeply.
    public static func != (json: JSON, value: JSONValue) -> Bool { !(json == value) }

    /// True when there is no value.
    public static func == (json: JSON, _: _OptionalNilComparisonType) -> Bool { json.node == nil }

    /// True when there is a value, null included.
    public static func != (json: JSON, _: _OptionalNilComparisonType) -> Bool { json.node != nil }

    /// Matches by value in a `switch`.
    public static func ~= (pattern: JSONValue, json: JSON) -> Bool { json == pattern }
}

extension JSON: CustomDebugStringConvertible {
    /// The value as compact JSON, cut after 1,000 bytes; `absent` when there is none. What is behind
    /// the cut is not looked at. Of a member whose name is that of a secret, such as `password`, not the
    /// value.
    public var debugDescription: String { node?.excerpt(1000) ?? "absent" }
}
