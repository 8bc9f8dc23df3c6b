// SPDX-License-Identifier: MIT

/// What was changed in a model since it was read or last marked.
///
/// Changed means: differs by value. Setting a value back clears the change. In a model that was
/// neither read nor marked everything is changed.
public struct ModelChanges: Hashable, Sendable {
    /// JSON names of the members that differ, are new, or are gone.
    public private(set) var attributes: [String] = []

    /// JSON names of the members that are gone.
    public private(set) var removed: [String] = []

    /// JSON Pointers, from the model on, to what differs. Objects are compared member by member,
    /// lists as a whole.
    public private(set) var paths: [String] = []

    /// True when nothing was changed.
    public var isEmpty: Bool { attributes.isEmpty }

    init(of node: Node) throws(JSONError) {
        // Untouched since it was read: nothing to compare, and no baseline to make.
        guard node.isChanged else { return }
        guard let differences = try node.differencesFromBaseline() else {
            for member in node.isObject ? node.children : [] { add([member.name]) }
            return
        }
        add(differences, in: node)
    }

    /// What differs from what a model was before.
    init(of node: Node, since former: Node) throws(JSONError) {
        add(try node.differences(from: former), in: node)
    }

    private mutating func add(_ differences: [Node.Difference], in node: Node) {
        for difference in differences {
            let path = difference.path(from: node)
            guard !path.isEmpty else { continue }
            add(path)
            if path.count == 1, difference.after == nil { removed.append(path[0]) }
        }
    }

    private mutating func add(_ path: [String]) {
        // Differences of one member come one behind the other.
        if attributes.last.map(ExactText.init) != ExactText(path[0]) { attributes.append(path[0]) }
        paths.append(path.map(JSON.pointerSegment).joined())
    }
}

extension ObjectNamespace where Schema: RESTSchema {
    /// True when a member differs from what was read or last marked, as ``changes()`` tells it;
    /// written and set back is no change.
    public var isChanged: Bool {
        do { return try !changes().isEmpty } catch { return json.vox.isChanged }
    }

    /// What was changed since the model was read or last marked. O(size of the model) when anything
    /// was.
    /// - Throws: `JSONError` with code `outOfMemory`.
    public func changes() throws(JSONError) -> ModelChanges {
        guard let node = json.node else { throw json.missing }
        return try ModelChanges(of: node)
    }

    /// True when an attribute differs from what was read or last marked.
    public func isChanged(
        _ path: KeyPath<Schema, some AttributeDescriptor>
    ) throws(JSONError) -> Bool {
        let place = Schema.writtenName(of: Schema()[keyPath: path]).names
            .map(JSON.pointerSegment).joined()
        return try changes().paths.contains { changed in
            changed.isPlace(within: place) || place.isPlace(within: changed)
        }
    }

    /// Makes the present values those that changes are told from.
    /// - Throws: `JSONError` with code `outOfMemory`.
    public func mark() throws(JSONError) {
        guard let node = json.node else { throw json.missing }
        try node.mark()
    }

    /// Sets everything back to what was read or last marked. Does nothing to a model that was
    /// neither.
    /// - Throws: `JSONError` with code `outOfMemory`.
    public func revert() throws(JSONError) { try json.node?.revert() }

    /// Takes over what a server answered about this model.
    ///
    /// Member by member: what the response does not have stays as it is, and what was changed here
    /// since the model was read or last marked stays changed. Everything else is what the server
    /// says from now on, and changes are told from that.
    /// - Throws: `JSONError` with code `outOfMemory`.
    public func merge(_ answer: TypedObject<Schema>) throws(JSONError) {
        guard let node = json.node else { throw json.missing }
        guard let answer = answer.vox.json.node else { return }
        let former: Tree
        if let baseline = try node.baseline() {
            former = try baseline.copied()
        } else {
            former = try Tree()
        }
        try node.take(over: answer, former, keeping: changes())
    }

    /// Takes over what a server answered to what was sent: the model as it was then, which is used
    /// up.
    /// - Throws: `JSONError` with code `outOfMemory`.
    func merge(_ answer: TypedObject<Schema>, sent: Tree) throws(JSONError) {
        guard let node = json.node else { throw json.missing }
        guard let answer = answer.vox.json.node else { return }
        let changes = try ModelChanges(of: node, since: sent.root)
        try node.take(over: answer, sent, keeping: changes)
    }
}

extension Node {
    /// Takes over the members of a response, but those that were changed; changes are told from
    /// what the model was before, with all of the response.
    fileprivate func take(
        over answer: Node, _ former: Tree, keeping changes: ModelChanges
    ) throws(JSONError) {
        if !former.root.isObject { try former.root.set(.emptyObject) }
        try former.root.putMembers(of: answer, but: [])
        try putMembers(of: answer, but: Set(changes.attributes.map(ExactText.init)))
        try setBaseline(former.root)
    }
}

extension String {
    /// True for a JSON Pointer to the place of another, or to something inside.
    fileprivate func isPlace(within other: String) -> Bool {
        utf8.starts(with: other.utf8)
            && (utf8.count == other.utf8.count
                || utf8.dropFirst(other.utf8.count).first == UInt8(ascii: "/"))
    }
}
