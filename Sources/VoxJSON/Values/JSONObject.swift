// SPDX-License-Identifier: MIT

/// A JSON object with ordered members and unique names. Member names are compared byte by byte.
///
/// - Complexity: Lookup by name is O(1). Removal is O(members).
public struct JSONObject: Sendable {
    private var members: [(name: String, value: JSONValue)] = []
    /// The positions of the members by name. The table is used from the ninth member on, because
    /// most objects are small.
    private var positions: [ExactText: Int] = [:]

    private static let largestSearched = 8

    /// Creates an empty object.
    public init() {}

    /// Creates an object with the names of another object. A function returns the values, by the
    /// position of their members.
    package init(
        like other: JSONObject, _ value: (Int) throws -> JSONValue
    ) rethrows {
        positions = other.positions
        members.reserveCapacity(other.count)
        for (place, member) in other.members.enumerated() {
            members.append((member.name, try value(place)))
        }
    }

    /// The value of the member with that name. Setting nil removes the member. Setting the value of
    /// a new name appends a member.
    public subscript(name: String) -> JSONValue? {
        get { position(of: name).map { members[$0].value } }
        set {
            switch (position(of: name), newValue) {
            case (let position?, let value?): members[position].value = value
            case (let position?, nil): remove(at: position)
            case (nil, let value?): append(name, value)
            case (nil, nil): break
            }
        }
    }

    /// The member names, in order.
    public var names: [String] { members.map(\.name) }

    private func position(of name: String) -> Int? {
        members.count <= Self.largestSearched
            ? members.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
            : positions[ExactText(name)]
    }

    private mutating func append(_ name: String, _ value: JSONValue) {
        members.append((name, value))
        if members.count > Self.largestSearched {
            if positions.isEmpty { index() }
            positions[ExactText(name)] = members.count - 1
        }
    }

    private mutating func remove(at position: Int) {
        members.remove(at: position)
        positions = [:]
        if members.count > Self.largestSearched { index() }
    }

    private mutating func index() {
        for (position, member) in members.enumerated() {
            positions[ExactText(member.name)] = position
        }
    }
}

extension JSONObject: RandomAccessCollection {
    /// The position of the first member.
    public var startIndex: Int { 0 }
    /// The position after the last member.
    public var endIndex: Int { members.count }
    /// Returns the member at a position. Like the subscript of an array, traps if the position is
    /// out of range.
    public subscript(position: Int) -> (name: String, value: JSONValue) { members[position] }
}

extension JSONObject: Hashable {
    /// Returns true if two objects have members with the same names and equal values, in any order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.count == right.count && left.allSatisfy { right[$0.name] == $0.value }
    }

    /// Hashes the members regardless of their order.
    public func hash(into hasher: inout Hasher) {
        var combined = 0
        for (name, value) in members {
            var member = Hasher()
            member.combine(ExactText(name))
            member.combine(value)
            combined ^= member.finalize()
        }
        hasher.combine(combined)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object with the members in the order of the literal. If a name is repeated, its
    /// last value counts.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self.init()
        for (name, value) in members {
            self[name] = value
        }
    }
}

extension JSONObject: CustomStringConvertible {
    /// The object as compact JSON, truncated after 1,000 bytes. O(values).
    public var description: String { JSONValue.object(self).description }
}
