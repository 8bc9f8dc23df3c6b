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

    /// The name as text, where it is no way through nested objects.
    package var single: String? {
        if case .nested = self { nil } else { text }
    }

    /// The names on the way to the member, the outermost first: one, unless it is nested.
    public var names: [String] {
        if case .nested(let name) = self { name.steps } else { [text] }
    }

    /// The name that a dotted path leads to: a nested one when there is a dot in it.
    @usableFromInline
    init(path: StaticString, _ strategy: KeyStrategy) {
        let name = NestedName(path: path, strategy: strategy)
        self = name.isNested ? .nested(name) : .made(strategy.name(for: path))
    }

    package func isEqual(to other: MemberName) -> Bool { text.utf8.elementsEqual(other.text.utf8) }
}

/// The names on the way to a member of a nested object: the path that the schema states, and how its names
/// become those in JSON.
public struct NestedName: Sendable {
    let path: StaticString
    let strategy: KeyStrategy

    /// True when there are several names.
    var isNested: Bool { path.withUTF8Buffer { $0.contains(UInt8(ascii: ".")) } }

    /// The names in JSON, the outermost first. O(length).
    var steps: [String] {
        var steps: [String] = []
        forEachStep { name, _ in
            steps.append(name)
            return true
        }
        return steps
    }

    /// Calls a function with one name after the other, while it says so. No list is made of them,
    /// because properties are read this way.
    func forEachStep(_ body: (_ name: String, _ isLast: Bool) -> Bool) {
        path.withUTF8Buffer { path in
            var rest = path[...]
            while true {
                let name = rest.prefix { $0 != UInt8(ascii: ".") }
                rest = rest[name.endIndex...]
                let isLast = rest.isEmpty
                let text = strategy.name(for: String(decoding: name, as: UTF8.self))
                guard body(text, isLast), !isLast else { return }
                rest = rest.dropFirst()
            }
        }
    }
}

/// The name that a schema states for a field, or the dotted path to it inside nested objects.
public struct StatedName: Sendable, BitwiseCopyable {
    /// The name, or the path.
    public let name: StaticString

    /// True when it is a path.
    public let isPath: Bool

    /// True when the names are those in JSON whatever the ``KeyStrategy``.
    public let isExact: Bool

    /// Puts the parts together.
    @inlinable
    public init(_ name: StaticString, isPath: Bool = false, isExact: Bool = false) {
        self.name = name
        self.isPath = isPath
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
        rawNested(name, orNull: orNull) { rawMember($0, orNull: true) }
    }

    /// Goes the way from the value that the first name leads to; null, where it ends, only when it is
    /// asked for.
    package func rawNested(
        _ name: NestedName, orNull: Bool, from first: (String) -> OpaquePointer?
    ) -> OpaquePointer? {
        var found: OpaquePointer?
        var isFirst = true
        name.forEachStep { step, isLast in
            if isFirst {
                found = first(step)
            } else if let raw = found {
                found = Node(tree: tree, raw: raw).rawMember(step, orNull: orNull || !isLast)
            }
            isFirst = false
            return found != nil
        }
        return found
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
        return name.steps.reduce(self) { $0[$1] }
    }

    /// The object that a member stands in, whether it is there or not: this one, or one inside.
    package func objectAround(_ name: MemberName) -> JSON {
        guard case .nested(let name) = name else { return self }
        return name.steps.dropLast().reduce(self) { $0[$1] }
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
