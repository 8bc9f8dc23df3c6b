// SPDX-License-Identifier: MIT

/// An untyped view of a value in a JSON document.
///
/// A view refers to a value in the document. Reading a member of a view reads the document. Writing
/// a member writes the document, and every other view of the same value sees the change. Members of
/// an object are properties or subscripts of the view. A chain of properties never needs `?`:
/// if a member is missing, the chain continues with an absent view, which has no value.
///
/// ```swift
/// let album = try JSON(parsing: #"{"title": "Blue Lines", "artist": {"name": "Massive Attack"}}"#)
/// let name: String? = album.artist.name        // "Massive Attack"
/// album.year = 1991                             // appends a member
/// album.label.name = "Virgin"                   // makes the object on the way
/// album.artist.name = nil                       // removes the member
/// ```
///
/// Operations other than reading and writing a member are under the property ``vox``: kind,
/// pointer, iteration, insertion, the throwing functions and output.
///
/// Reading a value of the wrong kind returns nil, and a failed write changes nothing. The document
/// records failed reads and writes (``Namespace/failures``). A failed read does not prevent any
/// output. After a failed write, the document cannot be written as text: writing it throws the
/// failure. Writing a part of the document throws the failure if the failed write was inside that
/// part.
///
/// Views are equal if they refer to the same position in the same document.
/// ``Namespace/isEqual(to:)`` compares values. A view keeps its document alive. Only one thread at
/// a time may use a document. Many threads may use a ``Frozen`` value at the same time.
@dynamicMemberLookup
public struct JSON {
    /// The target of a view.
    @usableFromInline
    enum Place {
        case node(Node)
        /// A missing value. The steps lead from the nearest existing value to the missing value.
        case absent(from: Node?, steps: Path?)
    }

    @usableFromInline let place: Place

    init(place: Place) { self.place = place }

    @inlinable
    package init(_ node: Node) { place = .node(node) }

    /// Creates an absent view of a member. Every write to this view is refused.
    package init(refusing error: JSONError, member name: String, of node: Node) {
        place = .absent(from: node, steps: Path(.refused(error, member: ExactText(name))))
    }

    /// Creates the view of a missing member of an object.
    package init(absent name: String, of node: Node) {
        place = .absent(from: node, steps: Path(.name(ExactText(name))))
    }

    /// Parses a document and creates the view of its root. O(bytes).
    ///
    /// - Parameters:
    ///   - bytes: JSON text in UTF-8. The parser copies the bytes.
    ///   - options: the limits, and the rules for cases that RFC 8259 leaves open.
    /// - Throws: ``JSONError`` with the position and the pointer if the text is not JSON or exceeds
    ///   a limit.
    public init(parsing bytes: some Collection<UInt8>, options: JSON.Options = JSON.Options())
        throws(JSONError)
    {
        self.init(try Tree(parsing: bytes, options: options).root)
    }

    /// Parses a document from a string.
    public init(parsing text: String, options: JSON.Options = JSON.Options()) throws(JSONError) {
        self.init(try Tree(parsing: text.utf8, options: options).root)
    }

    /// Creates a document from a snapshot.
    public init(_ value: JSONValue) throws(JSONError) {
        let tree = try Tree()
        try tree.root.take(Node.make(value, in: tree))
        self.init(tree.root)
    }

    /// The node of the value. If the value was missing when the view was created, but was written
    /// later, the view finds the value.
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

    /// The member with that name. If the member is missing, or the value is not an object, the
    /// result is an absent view.
    ///
    /// Setting a value stores a copy of the value. Setting `nil` removes the member, and setting
    /// ``null`` sets the value of the member to null.
    /// - Complexity: O(members) in small objects, and O(1) in large objects after the first use.
    public subscript(name: String) -> JSON {
        get { member(name) }
        nonmutating set { member(name).assign(newValue) }
    }

    /// The element at a position. Positions begin at 0. Setting the position after the last element
    /// appends an element.
    public subscript(index: Int) -> JSON {
        get { child(.index(index)) }
        nonmutating set { child(.index(index)).assign(newValue) }
    }

    /// The value at a JSON Pointer (RFC 6901), relative to this value.
    ///
    /// The view is absent if the value is missing or if the pointer is malformed.
    /// ``Namespace/find(_:)`` throws the reason why a value is missing. Setting the value creates
    /// the missing objects on the path, as every write does.
    public subscript(pointer pointer: String) -> JSON {
        get { follow(pointer) }
        nonmutating set { self[pointer: pointer].assign(newValue) }
    }

    /// The member with that name, as a property of the view. `json.title` is the same view as
    /// `json["title"]`.
    public subscript(dynamicMember name: String) -> JSON {
        get { self[name] }
        nonmutating set { self[name] = newValue }
    }

    /// The member with that name as a Swift type. The result is nil if the member is missing or
    /// null, or cannot be converted to the type.
    ///
    /// If all values of an array literal or dictionary literal have one type, the literal is
    /// assigned as a Swift array or dictionary. A Swift dictionary has no order. To keep the order
    /// of the literal, write `["z": 1, "a": 2] as JSON`.
    @inlinable
    public subscript<Value: JSONConvertible>(dynamicMember name: String) -> Value? {
        get { plainMember(name) }
        nonmutating set { assign(newValue, to: name) }
    }

    /// The member with that name as a Swift type. The result is nil if the member is missing or
    /// null, or cannot be converted to the type.
    @inlinable
    public subscript<Value: JSONConvertible>(name: String) -> Value? {
        get { plainMember(name) }
        nonmutating set { assign(newValue, to: name) }
    }

    /// The element at that position as a Swift type. The result is nil if the element is missing or
    /// null, or cannot be converted to the type.
    public subscript<Value: JSONConvertible>(index: Int) -> Value? {
        get { self[index].plainValue(as: Value.self) }
        nonmutating set { self[index].assign(newValue) }
    }

    /// The operations on the value, except reading and writing a member by name or position.
    public var vox: Namespace { Namespace(json: self) }

    /// JSON null, to assign to a member. Each returned null is a separate document.
    public static var null: JSON { JSON(literal: .null) }

    /// Returns the same view as ``child(_:)``, but does not create a step for an existing member.
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
    /// Returns true if two views refer to the same position. Comparing a view with a literal uses
    /// other overloads, which compare values: `json.title == "x"`.
    @_disfavoredOverload
    public static func == (left: JSON, right: JSON) -> Bool {
        switch (left.place, right.place) {
        case (.node(let left), .node(let right)): left == right
        case (.absent(let left, let leftSteps), .absent(let right, let rightSteps)):
            left == right && leftSteps?.all == rightSteps?.all
        default: false
        }
    }

    /// Hashes the position.
    public func hash(into hasher: inout Hasher) {
        switch place {
        case .node(let node): hasher.combine(node)
        case .absent(let node, let steps):
            hasher.combine(node)
            hasher.combine(steps?.step)
        }
    }

    /// Returns true if the value is deeply equal to a snapshot. Returns false if the view is
    /// absent.
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

    /// Returns true if the value is the given string, compared byte by byte. The comparison creates
    /// no Swift string.
    public static func == (json: JSON, text: String) -> Bool { json.node?.isString(text) ?? false }

    /// Returns false if the value is the given string, compared byte by byte.
    public static func != (json: JSON, text: String) -> Bool { !(json == text) }

    /// Returns false if the value is deeply equal to a snapshot.
    public static func != (json: JSON, value: JSONValue) -> Bool { !(json == value) }

    /// Returns true if the view is absent.
    public static func == (json: JSON, _: _OptionalNilComparisonType) -> Bool { json.node == nil }

    /// Returns true if the value exists, even if it is null.
    public static func != (json: JSON, _: _OptionalNilComparisonType) -> Bool { json.node != nil }

    /// Returns true if the value of the view equals a pattern of a `switch`.
    public static func ~= (pattern: JSONValue, json: JSON) -> Bool { json == pattern }
}

extension JSON: CustomDebugStringConvertible {
    /// The value as compact JSON, truncated after 1,000 bytes, or `absent`.
    ///
    /// Only the shown part of the value is read. The value of a member with a secret name, such as
    /// `password`, is redacted.
    public var debugDescription: String { node?.excerpt(1000) ?? "absent" }
}
