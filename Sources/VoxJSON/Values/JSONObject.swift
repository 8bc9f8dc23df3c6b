// SPDX-License-Identifier: MIT

/// The members of an object in their order, one for each name. Names are compared byte by byte.
///
/// - Complexity: Look-up by name is O(1); removal is O(members).
public struct JSONObject: Sendable {
    private var members: [(name: String, value: JSONValue)] = []
    /// Positions by name, kept from the ninth member on: most objects are small.
    private var positions: [ExactText: Int] = [:]

    private static let largestSearched = 8

    /// Makes an empty object.
    public init() {}

    /// The value of a member. Setting nil removes it; a new name goes to the end.
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

    /// The names, in order.
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
    /// The position behind the last member.
    public var endIndex: Int { members.count }
    /// The member at a position. Traps outside of the indices, as arrays do.
    public subscript(position: Int) -> (name: String, value: JSONValue) { members[position] }
}

extension JSONObject: Hashable {
    /// True when both have the same names with equal values, in whatever order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.count == right.count && left.allSatisfy { right[$0.name] == $0.value }
    }

    /// Hashes the members without regard to order.
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
    /// An object, in the order written; of repeated names the last counts.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self.init()
        for (name, value) in members {
            self[name] = value
        }
    }
}

extension JSONObject: CustomStringConvertible {
    /// The object as compact JSON, cut after 1,000 bytes. O(values).
    public var description: String { JSONValue.object(self).description }
}
