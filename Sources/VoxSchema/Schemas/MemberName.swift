// SPDX-License-Identifier: MIT

/// The name of a member as JSON has it.
///
/// A name that a schema states is never copied; one that a ``KeyStrategy`` made is text of its own.
public enum MemberName: Sendable {
    /// As the schema states it.
    case stated(StaticString)
    /// As a key strategy, or the caller, made it.
    case made(String)
    /// The names on the way to a member of a nested object.
    case nested(NestedName)

    /// The name as text; of a member of a nested object all names, with dots in between.
    public var text: String {
        switch self {
        case .stated(let name): String(describing: name)
        case .made(let name): name
        case .nested: names.joined(separator: ".")
        }
    }

    /// The names on the way to the member, the outermost first: one, unless it is nested.
    public var names: [String] {
        if case .nested(let name) = self { name.steps.map(\.text) } else { [text] }
    }

    package func isEqual(to other: MemberName) -> Bool { text.utf8.elementsEqual(other.text.utf8) }
}

/// The names on the way to a member of a nested object: those that the schema states, and how they become
/// the names in JSON.
public struct NestedName: Sendable {
    let first: StaticString
    let others: [StaticString]
    let strategy: KeyStrategy

    @usableFromInline
    init(_ first: StaticString, _ others: [StaticString], _ strategy: KeyStrategy) {
        self.first = first
        self.others = others
        self.strategy = strategy
    }

    /// The name of the outermost.
    package var firstStep: MemberName { step(first) }

    /// The names, one by one.
    var steps: [MemberName] { [firstStep] + others.map(step) }

    fileprivate func step(_ name: StaticString) -> MemberName {
        strategy == .asIs ? .stated(name) : .made(strategy.name(for: name))
    }
}

/// The name that a schema states for a field, or the names on the way to it inside nested objects.
public struct StatedName: Sendable {
    /// The name, or the outermost.
    public let name: StaticString

    /// The names behind it, of a field inside nested objects; nil for a field of the object itself.
    public let nestedNames: [StaticString]?

    /// True when the names are those in JSON whatever the ``KeyStrategy``.
    public let isExact: Bool

    /// Puts the parts together.
    @inlinable
    public init(_ name: StaticString, nestedNames: [StaticString]? = nil, isExact: Bool = false) {
        self.name = name
        self.nestedNames = nestedNames
        self.isExact = isExact
    }
}

extension Node {
    /// The member of that name; null only when it is asked for.
    @inlinable
    package func rawMember(_ name: MemberName, orNull: Bool) -> OpaquePointer? {
        switch name {
        case .stated(let name): rawMember(name, orNull: orNull)
        case .made(let name): rawMember(name, orNull: orNull)
        case .nested(let name): rawMember(name, orNull: orNull)
        }
    }

    @usableFromInline
    func rawMember(_ name: NestedName, orNull: Bool) -> OpaquePointer? {
        rawNested(name, in: rawMember(name.firstStep, orNull: true), orNull: orNull)
    }

    /// Goes the rest of the way, from the value that the first name leads to; null, where it ends, only
    /// when it is asked for.
    package func rawNested(_ name: NestedName, in first: OpaquePointer?, orNull: Bool)
        -> OpaquePointer?
    {
        guard var raw = first else { return nil }
        for (index, next) in name.others.enumerated() {
            let isLast = index == name.others.count - 1
            let found = Node(tree: tree, raw: raw)
                .rawMember(name.step(next), orNull: orNull || !isLast)
            guard let found else { return nil }
            raw = found
        }
        return raw
    }

    /// The member of that name.
    package func member(_ name: MemberName) -> Node? {
        switch name {
        case .stated(let name): member(name)
        case .made(let name): member(name)
        case .nested: rawMember(name, orNull: true).map { Node(tree: tree, raw: $0) }
        }
    }
}

extension JSON {
    /// The place of a member, whether it is there or not.
    package func place(_ name: MemberName) -> JSON {
        guard case .nested(let name) = name else { return self[name.text] }
        return name.steps.reduce(self) { $0.place($1) }
    }

    /// The object that a member stands in, whether it is there or not: this one, or one inside.
    package func objectAround(_ name: MemberName) -> JSON {
        guard case .nested(let name) = name else { return self }
        return name.steps.dropLast().reduce(self) { $0.place($1) }
    }

    /// Runs a write to a place inside this object. Null in its place, or in that of one around it, gives
    /// way to an object that has something in it.
    package func replacingNull(_ write: () throws(JSONError) -> Void) throws(JSONError) {
        guard let null = nearestNode, null.isNull else { return try write() }
        try null.set(.emptyObject)
        defer {
            // Setting a scalar where one just stood needs no memory.
            if null.isObject, null.count == 0 { try? null.set(.null) }
        }
        try write()
    }
}
