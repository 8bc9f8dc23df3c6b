// SPDX-License-Identifier: MIT

/// The name of a member in JSON.
///
/// A name that is used without conversion is never copied. If a ``KeyStrategy`` converts a name,
/// the result is a new string.
@usableFromInline
package enum MemberName: Sendable {
    /// The name in the schema, without conversion.
    case stated(StaticString)
    /// A name that a key strategy or the caller has created.
    case made(String)
    /// The names on the path to a member of a nested object.
    case nested(NestedName)

    /// The name as a string. For a member of a nested object, the string has all names of the path,
    /// separated by dots.
    package var text: String {
        switch self {
        case .stated(let name): String(describing: name)
        case .made(let name): name
        case .nested: names.joined(separator: ".")
        }
    }

    /// The name as a string. The string is nil if the member is in a nested object.
    package var single: String? {
        if case .nested = self { nil } else { text }
    }

    /// The names on the path to the member, with the outermost first. If the member is not in a
    /// nested object, the array has one name.
    package var names: [String] {
        if case .nested(let name) = self { name.steps } else { [text] }
    }

    /// Creates the name of a dotted path. The name is nested if the path contains a dot.
    @usableFromInline
    init(path: StaticString, _ strategy: KeyStrategy) {
        let name = NestedName(path: path, strategy: strategy)
        self = name.isNested ? .nested(name) : .made(strategy.name(for: path))
    }

    package func isEqual(to other: MemberName) -> Bool { text.utf8.elementsEqual(other.text.utf8) }
}

/// The names on the path to a member of a nested object. A nested name consists of the path in the
/// schema and the strategy that converts the names of the path to names in JSON.
@usableFromInline
package struct NestedName: Sendable {
    let path: StaticString
    let strategy: KeyStrategy

    /// True if the path has several names.
    var isNested: Bool { path.withUTF8Buffer { $0.contains(UInt8(ascii: ".")) } }

    /// The names in JSON, with the outermost first. O(length).
    var steps: [String] {
        var steps: [String] = []
        forEachStep { name, _ in
            steps.append(name)
            return true
        }
        return steps
    }

    /// Calls `body` with each name until `body` returns false.
    ///
    /// `forEachStep` creates no list, because it runs whenever a property is read.
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

extension Node {
    /// Returns the member with the given name. If `orNull` is false, a member that is null counts
    /// as missing.
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

    /// Returns the value at the end of a nested name. The closure `first` gets the first part of
    /// the name, and returns the member with this name. Each further part of the name is the name
    /// of a member of the value before it. If the last value is null and `orNull` is false, the
    /// function returns nil.
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

    /// Returns the member with the given name.
    package func member(_ name: MemberName) -> Node? {
        switch name {
        case .stated(let name): member(name)
        case .made(let name): member(name)
        case .nested: rawMember(name, orNull: true).map { Node(tree: tree, raw: $0) }
        }
    }
}

extension JSON {
    /// Returns a view of a member. The member may be missing.
    package func place(_ name: MemberName) -> JSON {
        guard case .nested(let name) = name else { return self[name.text] }
        return name.steps.reduce(self) { $0[$1] }
    }

    /// Returns a view of the object that contains a member: this object or a nested object. The
    /// nested object may be missing.
    package func objectAround(_ name: MemberName) -> JSON {
        guard case .nested(let name) = name else { return self }
        return name.steps.dropLast().reduce(self) { $0[$1] }
    }

    /// Calls a function that writes a member of this object.
    ///
    /// If this object or an enclosing object is null, the write replaces the null by an object. If
    /// the object has no member after the write, the object is set back to null.
    package func replacingNull(_ write: () throws(JSONError) -> Void) throws(JSONError) {
        guard let null = nearestNode, null.isNull else { return try write() }
        try null.set(.emptyObject)
        defer {
            // This does not fail, because a scalar that replaces a container needs no memory.
            if null.isObject, null.count == 0 { try? null.set(.null) }
        }
        try write()
    }
}
