// SPDX-License-Identifier: MIT

/// The changes of a resource since it was read, or since the last `mark()`.
///
/// A member counts as changed if its current value differs from its value at the time of the read
/// or of the last `mark()`. So a member that is set back to its old value does not count as
/// changed. If the resource was never read and `mark()` was never called, all its members count as
/// changed.
public struct ResourceChanges: Hashable, Sendable {
    /// The names of the attributes that were changed, added or removed.
    public private(set) var attributes: [String] = []

    /// The names of the relationships whose linkage was changed, added or removed. Links and meta
    /// are not compared, because the server determines their values.
    public private(set) var relationships: [String] = []

    /// The names of the attributes and relationships that were removed. An update request cannot
    /// express the removal of a field. To clear an attribute or a to-one relationship on the
    /// server, assign `.null`; to clear a to-many relationship, assign `[]`.
    public private(set) var removed: [String] = []

    /// The JSON Pointers to the differences in attributes, relative to the resource object. Objects
    /// are compared member by member, and arrays as a whole.
    public private(set) var paths: [String] = []

    /// True if no attribute and no linkage was changed.
    public var isEmpty: Bool { attributes.isEmpty && relationships.isEmpty }

    init(of node: Node) throws(JSONError) {
        // Nothing was written since the resource was read, so there is nothing to compare.
        guard node.isChanged else { return }
        guard let differences = try node.differencesFromBaseline() else {
            for attribute in node.member("attributes")?.children ?? [] {
                add(attribute: attribute.name, path: ["attributes", attribute.name])
            }
            for relationship in node.relationshipMembers
            where relationship.member("data") != nil {
                add(relationship: relationship.name)
            }
            return
        }
        for difference in differences {
            guard let changed = difference.after ?? difference.before else { continue }
            let path = difference.path(from: node)
            note(changed, at: path)
            if difference.after == nil { noteRemoval(of: changed, at: path) }
        }
    }

    private mutating func noteRemoval(of former: Node, at path: [String]) {
        let isLinkage = path.first == "relationships"
        switch (path.first, path.count) {
        case ("attributes", 1), ("relationships", 1):
            for member in former.isObject ? former.children : []
            where !isLinkage
                || member.member("data") != nil && !member.name.isReservedMemberName
            {
                removed.append(member.name)
            }
        case ("attributes", 2): removed.append(path[1])
        case ("relationships", _) where path.count > 1 && path[1].isReservedMemberName: break
        case ("relationships", 2):
            if former.member("data") != nil { removed.append(path[1]) }
        case ("relationships", 3):
            if path[2] == "data" { removed.append(path[1]) }
        default: break
        }
    }

    private mutating func note(_ changed: Node, at path: [String]) {
        switch (path.first, path.count) {
        case ("attributes", 1):
            for attribute in changed.isObject ? changed.children : [] {
                add(attribute: attribute.name, path: path + [attribute.name])
            }
        case ("attributes", _):
            add(attribute: path[1], path: path)
        case ("relationships", 1):
            for relationship in changed.isObject ? changed.children : []
            where relationship.member("data") != nil && !relationship.name.isReservedMemberName {
                add(relationship: relationship.name)
            }
        case ("relationships", _) where path[1].isReservedMemberName:
            break
        case ("relationships", 2):
            if changed.member("data") != nil { add(relationship: path[1]) }
        case ("relationships", _):
            if path[2] == "data" { add(relationship: path[1]) }
        default:
            break
        }
    }

    private mutating func add(attribute: String, path: [String]) {
        // The differences of one attribute are adjacent.
        if !Self.isSame(attributes.last, attribute) { attributes.append(attribute) }
        paths.append(path.map(JSON.pointerSegment).joined())
    }

    private mutating func add(relationship: String) {
        if !Self.isSame(relationships.last, relationship) { relationships.append(relationship) }
    }

    private static func isSame(_ last: String?, _ name: String) -> Bool {
        last.map(ExactText.init) == ExactText(name)
    }
}

extension Resource.Namespace {
    /// Returns the changes since the resource was read, or since the last ``mark()``. If the
    /// resource was written, the cost is O(size of the resource).
    /// - Throws: `JSONError` with code `outOfMemory`.
    public func changes() throws(JSONError) -> ResourceChanges {
        node.completeLinkage()
        return try ResourceChanges(of: node)
    }

    /// Returns true if the value of an attribute has changed since the resource was read, or since
    /// the last ``mark()``.
    public func isChanged(_ path: KeyPath<Schema, some AttributeDescriptor>) throws(JSONError)
        -> Bool
    {
        let stated = Schema.writtenName(of: Schema()[keyPath: path])
        if case .nested = stated { return try isChanged(nested: stated) }
        let name = ExactText(stated.text)
        return try changes().attributes.contains { ExactText($0) == name }
    }

    private func isChanged(nested name: MemberName) throws(JSONError) -> Bool {
        let now = member(name, orNull: true)?.node
        guard let baseline = try node.baseline() else { return now != nil }
        switch (now, baseline.member("attributes")?.member(name)) {
        case (nil, nil): return false
        case (let now?, let former?): return try !now.isEqual(to: former)
        default: return true
        }
    }

    /// Returns true if the linkage of a relationship has changed since the resource was read, or
    /// since the last ``mark()``.
    public func isChanged(_ path: KeyPath<Schema, some RelationshipDescriptor>) throws(JSONError)
        -> Bool
    {
        try isChanged(relationship: Schema.name(of: path))
    }

    private func isChanged(relationship name: String) throws(JSONError) -> Bool {
        let name = ExactText(name)
        return try changes().relationships.contains { ExactText($0) == name }
    }

    /// Records the current values. After the call, changes are differences from the recorded
    /// values.
    /// - Throws: `JSONError` with code `outOfMemory`.
    public func mark() throws(JSONError) { try node.mark() }

    /// Restores the values that the resource had when it was read, or at the last ``mark()``. The
    /// call does nothing if the resource was never read and ``mark()`` was never called.
    /// - Throws: `JSONError` with code `outOfMemory`.
    public func revert() throws(JSONError) { try node.revert() }

    /// Restores the value that an attribute had when the resource was read, or at the last
    /// ``mark()``. The call does nothing if the resource was never read and ``mark()`` was never
    /// called.
    /// - Throws: `JSONError` with code `outOfMemory`, or `missing` for a resource that is not
    ///   resolved.
    public func revert(_ path: KeyPath<Schema, some AttributeDescriptor>) throws(JSONError) {
        let name = Schema.writtenName(of: Schema()[keyPath: path])
        guard let baseline = try node.baseline() else { return }
        let former = baseline.member("attributes")?.member(name)
        guard isResolved else { throw resource.notResolved }
        if former == nil, member(name, orNull: true) == nil { return }
        try write(name) { attribute throws(JSONError) in
            if let former { try attribute.vox.set(JSON(former)) } else { attribute.vox.remove() }
        }
    }

    /// Restores the linkage that a relationship had when the resource was read, or at the last
    /// ``mark()``. The links and meta of the relationship are kept. The call does nothing if the
    /// resource was never read and ``mark()`` was never called.
    /// - Throws: `JSONError` for the same reasons as ``revert(_:)`` for attributes.
    public func revert(_ path: KeyPath<Schema, some RelationshipDescriptor>) throws(JSONError) {
        try revert(relationship: Schema.name(of: Schema()[keyPath: path]))
    }

    private func revert(relationship name: MemberName) throws(JSONError) {
        guard isResolved else { throw resource.notResolved }
        guard let baseline = try node.baseline() else { return }
        let former = baseline.member("relationships")?.member(name)
        if let linkage = former?.member("data") {
            try resource.place(Node.make(copy: linkage, in: node.tree), as: name)
        } else if former == nil {
            resource.removeRelationship(name)
        } else if let linkage = resource.linkage(name) {
            linkage.unlinkBelow()
            linkage.remove()
        }
    }
}

extension Node {
    /// Updates the identifiers of this resource from the resources that they refer to. A missing
    /// identity is an error only when the document is written, so this function ignores it.
    func completeLinkage() {
        do { try tree.completeLinkage(below: self, at: "") } catch {}
    }
}
