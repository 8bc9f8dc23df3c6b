// SPDX-License-Identifier: MIT

// A literal is a small document of its own, copied where it is assigned.

extension JSON {
    /// A document from a value that cannot be refused; absent when memory is out.
    init(literal value: JSONValue) {
        self = (try? JSON(value)) ?? JSON(place: .absent(from: nil, steps: nil))
    }
}

extension JSON: ExpressibleByNilLiteral {
    /// No value: assigning it removes.
    public init(nilLiteral: ()) { self.init(place: .absent(from: nil, steps: nil)) }
}

extension JSON: ExpressibleByBooleanLiteral {
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self.init(literal: .bool(value)) }
}

extension JSON: ExpressibleByIntegerLiteral {
    /// An integer.
    public init(integerLiteral value: Int) { self.init(literal: .number(JSONNumber(value))) }
}

extension JSON: ExpressibleByFloatLiteral {
    /// A number; a literal is always finite.
    public init(floatLiteral value: Double) {
        self.init(literal: JSONNumber(value).map { .number($0) } ?? .null)
    }
}

extension JSON: ExpressibleByStringInterpolation {
    /// Text.
    public init(stringLiteral value: String) { self.init(literal: .string(value)) }
}

extension JSON: ExpressibleByArrayLiteral {
    /// An array; absent elements are left out.
    public init(arrayLiteral elements: JSON...) {
        self.init(literal: .array(elements.compactMap { JSONValue($0) }))
    }
}

extension JSON: ExpressibleByDictionaryLiteral {
    /// An object, in the order written; absent members are left out, of repeated names the last counts.
    public init(dictionaryLiteral members: (String, JSON)...) {
        var object = JSONObject()
        for (name, value) in members {
            object[name] = JSONValue(value)
        }
        self.init(literal: .object(object))
    }
}
