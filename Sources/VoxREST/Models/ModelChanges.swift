// SPDX-License-Identifier: MIT

/// The changes of a model since it was read, or since the last `mark()`.
///
/// A member counts as changed if its current value differs from the value that was read, or from
/// the value at the last `mark()`. A member that the program sets back to its former value does not
/// count as changed. In a model that was never read, and for which `mark()` was never called, all
/// members count as changed.
public struct ModelChanges: Hashable, Sendable {
    /// The JSON names of the members that were changed, added or removed.
    public private(set) var attributes: [String] = []

    /// The JSON names of the removed members.
    public private(set) var removed: [String] = []

    /// The JSON Pointers to the changed values, relative to the model. Objects are compared member
    /// by member, and lists as a whole.
    public private(set) var paths: [String] = []

    /// True if the model has no changes.
    public var isEmpty: Bool { attributes.isEmpty }

    init(of node: Node) throws(JSONError) {
        // A model that was not touched since it was read has no changes. No baseline is created for
        // it.
        guard node.isChanged else { return }
        guard let differences = try node.differencesFromBaseline() else {
            for member in node.isObject ? node.children : [] { add([member.name]) }
            return
        }
        for difference in differences {
            let path = difference.path(from: node)
            guard !path.isEmpty else { continue }
            add(path)
            if path.count == 1, difference.after == nil { removed.append(path[0]) }
        }
    }

    private mutating func add(_ path: [String]) {
        // The differences of one member follow each other.
        if attributes.last.map(ExactText.init) != ExactText(path[0]) { attributes.append(path[0]) }
        paths.append(path.map(JSON.pointerSegment).joined())
    }
}

extension TypedObject.Namespace where Schema: RESTSchema {
    /// True if the model has changes since it was read, or since the last `mark()`. A member that
    /// the program sets back to its former value does not count as changed.
    public var isChanged: Bool {
        do { return try !changes().isEmpty } catch { return json.vox.isChanged }
    }

    /// Returns the changes since the model was read, or since the last `mark()`. The cost is
    /// O(size of the model) if the model has changes.
    /// - Throws: `JSONError` with code `outOfMemory`.
    public func changes() throws(JSONError) -> ModelChanges {
        guard let node = json.node else { throw json.missing }
        return try ModelChanges(of: node)
    }

    /// Returns true if the value of an attribute has changed since the model was read, or since the
    /// last `mark()`.
    public func isChanged(
        _ path: KeyPath<Schema, some AttributeDescriptor>
    ) throws(JSONError) -> Bool {
        let place = Schema.writtenName(of: Schema()[keyPath: path]).names
            .map(JSON.pointerSegment).joined()
        return try changes().paths.contains { changed in
            changed.isPlace(within: place) || place.isPlace(within: changed)
        }
    }

    /// Marks the current values: later changes are differences from these values.
    /// - Throws: `JSONError` with code `outOfMemory`.
    public func mark() throws(JSONError) {
        guard let node = json.node else { throw json.missing }
        try node.mark()
    }

    /// Restores the values that the model had when it was read, or at the last `mark()`. This
    /// method has no effect if the model was never read and `mark()` was never called.
    public func revert() throws(JSONError) { try json.node?.revert() }

    /// Merges the response of a server into this model.
    ///
    /// The model keeps members that the response does not have. The model also keeps the changes
    /// since it was read, or since the last `mark()`. All other members get the values of the
    /// response. Later changes are compared with the values of the response.
    /// - Throws: `JSONError` with code `outOfMemory`.
    public func merge(_ response: TypedObject<Schema>) throws(JSONError) {
        guard let node = json.node else { throw json.missing }
        guard let response = response.vox.json.node else { return }
        let former: Tree
        if let baseline = try node.baseline() {
            former = try baseline.copied()
        } else {
            former = try Tree()
        }
        try node.merge(response, since: former)
    }

    /// Merges the response of a server to a request that sent this model. `sent` is the model as it
    /// was sent. The method changes `sent`, so `sent` must not be used afterwards.
    /// - Throws: `JSONError` with code `outOfMemory`.
    func merge(_ response: TypedObject<Schema>, sent: Tree) throws(JSONError) {
        guard let node = json.node else { throw json.missing }
        guard let response = response.vox.json.node else { return }
        try node.merge(response, since: sent)
    }
}

extension Node {
    /// Takes over the members of a response, except the members that the program has changed. The
    /// former state, with all members of the response, becomes the baseline.
    fileprivate func merge(_ response: Node, since former: Tree) throws(JSONError) {
        if !former.root.isObject { try former.root.set(.emptyObject) }
        for member in response.isObject ? response.children : [] {
            try merge(member, since: former.root)
        }
        try setBaseline(former.root)
    }
}

extension String {
    /// True if a JSON Pointer is equal to another, or leads to something inside its value.
    fileprivate func isPlace(within other: String) -> Bool {
        utf8.starts(with: other.utf8)
            && (utf8.count == other.utf8.count
                || utf8.dropFirst(other.utf8.count).first == UInt8(ascii: "/"))
    }
}
