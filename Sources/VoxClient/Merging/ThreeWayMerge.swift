// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Merges three states of a resource: the state that was read (the baseline), the state in the
/// program (mine), and the current state on the server (theirs).
///
/// A value that only one side has changed is taken from this side. A value that both sides have
/// changed in the same way is no longer a change. In a to-many relationship, the members that
/// either side has added are added, and the members that either side has removed are removed.
struct ThreeWayMerge {
    /// A value that this program has changed, and the server has not.
    private struct Kept {
        let names: [String]
        let value: Node?
    }

    private let mine: Node
    private let theirs: Node
    private let base: Node?
    private let changes: ResourceChanges
    /// Returns true if the values of an attribute are times.
    private let isTime: (String) -> Bool
    private var kept: [Kept] = []
    /// The values that both sides have changed in different ways.
    private(set) var conflicts: [MergeConflict] = []
    private var lists: [String] = []

    /// Compares the three states. Nothing is changed. O(size of the changed values).
    /// - Parameters:
    ///   - resource: the resource of the program.
    ///   - theirs: the resource object that the server has now.
    ///   - isStructured: true to compare objects in attributes member by member.
    /// - Throws: `JSONError` with code `outOfMemory`.
    init<Schema>(
        _ resource: Resource<Schema>, _ theirs: Node, isStructured: Bool
    ) throws(JSONError) {
        mine = resource.node
        self.theirs = theirs
        base = try resource.node.baseline()
        changes = try resource.vox.changes()
        isTime = Schema.isTime(named:)
        let paths =
            isStructured
            ? changes.paths.compactMap { JSON.pointerNames($0) }
            : changes.attributes.map { ["attributes", $0] }
        for names in paths { try compare(names) }
        for name in changes.relationships {
            let names = ["relationships", name, "data"]
            // Without a whole list of identifiers from the server, nothing is known about its members.
            let isList = mine.member(at: names)?.isArray ?? false
            if isList, theirs.member(at: names)?.isLinkage(isList: true) ?? false {
                lists.append(name)
            } else {
                try compare(names)
            }
        }
    }

    private mutating func compare(_ names: [String]) throws(JSONError) {
        let (mine, base, theirs) = (
            mine.member(at: names), base?.member(at: names), theirs.member(at: names)
        )
        if try isEqual(mine, theirs, at: names) { return }
        // A part of a value can be set only where the object around it still is.
        let around = self.theirs.member(at: names.dropLast())
        let hasPlace = names.count < 3 || names.first == "relationships" || around?.isObject == true
        if hasPlace, try isEqual(base, theirs, at: names) {
            kept.append(Kept(names: names, value: mine))
            return
        }
        conflicts.append(
            MergeConflict(
                pointer: names.map { JSON.pointerSegment($0) }.joined(),
                base: try base.map(JSONValue.init), mine: try mine.map(JSONValue.init),
                theirs: try theirs.map(JSONValue.init)))
    }

    /// Compares two values. The texts of one instant are equal in an attribute that is a time.
    private func isEqual(
        _ left: Node?, _ right: Node?, at names: [String]
    ) throws(JSONError) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        if try left.isEqual(to: right) { return true }
        guard let left = left.string, let right = right.string, names.first == "attributes",
            let place = Timestamp.place(of: left), place == Timestamp.place(of: right)
        else { return false }
        return isTime(names.dropFirst().joined(separator: "."))
    }

    /// Copies the state of the server into the resource. The changes of the program are kept, and
    /// become changes of the new state.
    /// - Parameters:
    ///   - resource: the resource of the program.
    ///   - decisions: the decisions on all conflicts, in order.
    /// - Throws: `JSONError` with code `outOfMemory`.
    func apply<Schema>(
        to resource: Resource<Schema>, _ decisions: [MergeConflict.Decision]
    ) throws(JSONError) {
        let merged = try theirs.copied()
        var absent: [[String]] = []
        for change in kept { try Self.set(change.value, at: change.names, in: merged.root) }
        for (conflict, decision) in zip(conflicts, decisions) {
            guard let names = JSON.pointerNames(conflict.pointer) else { continue }
            switch decision {
            case .mine: try Self.set(mine.member(at: names), at: names, in: merged.root)
            case .theirs: if conflict.theirs == nil { absent.append(names) }
            case .value(let value):
                try Self.set(Node.make(value, in: merged), at: names, in: merged.root)
            }
        }
        let lists = try lists.map { name throws(JSONError) in
            (name, try mergedMembers(of: name, in: resource.node.tree))
        }
        try resource.vox.merge(Resource(theirs))
        for name in changes.attributes {
            let value = merged.root.member(at: ["attributes", name])
            try Self.set(value, at: ["attributes", name], in: mine)
        }
        for name in changes.relationships where !self.lists.contains(exactly: name) {
            let value = merged.root.member(at: ["relationships", name, "data"])
            let present = mine.member(at: ["relationships", name, "data"])
            if try isEqual(present, value, at: ["relationships", name, "data"]) { continue }
            present?.unlinkBelow()
            try Self.set(value, at: ["relationships", name, "data"], in: mine)
        }
        for (name, members) in lists { try resource.setMembers(members, of: name) }
        try forget(absent)
    }

    /// Removes from the baseline the values that the server no longer has, so that they do not
    /// count as removals by this program.
    private func forget(_ absent: [[String]]) throws(JSONError) {
        guard !absent.isEmpty, let former = try mine.baseline()?.copied() else { return }
        for names in absent { former.root.member(at: names)?.remove() }
        try mine.setBaseline(former.root)
    }

    /// Sets or removes a member, and creates the missing objects around it.
    private static func set(
        _ value: Node?, at names: [String], in root: Node
    ) throws(JSONError) {
        guard let name = names.last else { return }
        guard let value else {
            root.member(at: names)?.remove()
            return
        }
        var object = root
        for name in names.dropLast() { object = try object.object(name) }
        try object.setMember(name, to: Node.make(copy: value, in: object.tree))
    }

    /// Returns the members of a to-many relationship after the merge: the members of the server in
    /// their order, and then the members that the program added.
    private func mergedMembers(
        of name: String, in tree: Tree
    ) throws(JSONError) -> [Node] {
        func members(_ resource: Node?) -> [Node] {
            resource?.member(at: ["relationships", name, "data"])?.children ?? []
        }
        let former = Set(members(base).map(\.identity))
        let present = members(mine).map { (node: $0, identity: $0.identity) }
        let kept = Set(present.map(\.identity))
        var seen: Set<Identity?> = []
        var merged: [Node] = []
        for member in members(theirs) {
            let identity = member.identity
            let wasRemoved = !kept.contains(identity) && former.contains(identity)
            if !wasRemoved, seen.insert(identity).inserted { merged.append(member) }
        }
        for (node, identity) in present
        where !former.contains(identity) && seen.insert(identity).inserted {
            merged.append(node)
        }
        return merged
    }
}

extension Resource {
    /// Sets the linkage of a to-many relationship to these identifiers. The identifiers keep the
    /// resources that were assigned to them.
    fileprivate func setMembers(_ members: [Node], of name: String) throws(JSONError) {
        let list = try Node.make(scalar: .emptyArray, in: node.tree)
        var targets: [(identifier: Node, target: Node)] = []
        for member in members {
            let copy = try Node.make(copy: member, in: node.tree)
            try list.append(copy)
            if let target = member.assignedResource { targets.append((copy, target)) }
        }
        let relationship = try node.object("relationships").object(name)
        relationship.member("data")?.unlinkBelow()
        try relationship.setMember("data", to: list)
        for (identifier, target) in targets { identifier.stand(for: target, isResolved: true) }
    }
}

extension ResourceSchema {
    /// Returns true if the values of the attribute with a name in JSON are times.
    fileprivate static func isTime(named name: String) -> Bool {
        fields.contains { _, field in
            guard let attribute = field as? any AttributeDescriptor else { return false }
            return ExactText(self.name(of: attribute).text) == ExactText(name) && attribute.isTime
        }
    }
}

extension AttributeDescriptor {
    fileprivate var isTime: Bool {
        (try? read(JSON(JSONValue.string("2000-01-01T00:00:00Z")))) is Date
    }
}
