// SPDX-License-Identifier: MIT

// A literal is a small document of its own. Assigning it copies its value.

extension JSON {
    /// Creates a document from a value.
    init(literal value: JSONValue) { self.init(making: { value }) }

    /// Creates a document from a value whose creation may fail.
    ///
    /// A literal cannot throw. If the creation fails, the result is an absent view, and assigning
    /// that view fails.
    fileprivate init(making value: () throws(JSONError) -> JSONValue) {
        do {
            self = try JSON(value())
        } catch {
            self = JSON(place: .absent(from: nil, steps: Path(.refused(error))))
        }
    }

    /// The reason why the literal was refused, or nil.
    var refusal: JSONError? {
        if case .absent(nil, let steps?) = place, case .refused(let error, _) = steps.step {
            return error
        }
        return nil
    }
}

extension JSON: ExpressibleByNilLiteral {
    /// Creates an absent view. Assigning an absent view removes the member.
    public init(nilLiteral: ()) { self.init(place: .absent(from: nil, steps: nil)) }
}

extension JSON: ExpressibleByBooleanLiteral {
    /// Creates `true` or `false`.
    public init(booleanLiteral value: Bool) { self.init(literal: .bool(value)) }
}

extension JSON: ExpressibleByIntegerLiteral {
    /// Creates a number from an integer literal.
    public init(integerLiteral value: Int) { self.init(literal: .number(JSONNumber(value))) }
}

extension JSON: ExpressibleByFloatLiteral {
    /// Creates a number. A number literal is always finite.
    public init(floatLiteral value: Double) {
        self.init(literal: JSONNumber(value).map { .number($0) } ?? .null)
    }
}

extension JSON: ExpressibleByStringInterpolation {
    /// Creates a string.
    public init(stringLiteral value: String) { self.init(literal: .string(value)) }
}

extension JSON: ExpressibleByArrayLiteral {
    /// Creates an array. An element that is `nil` or absent becomes null, so that the other
    /// elements keep their positions.
    public init(arrayLiteral elements: JSON...) {
        self.init(making: { () throws(JSONError) -> JSONValue in
            var values: [JSONValue] = []
            for element in elements { values.append(try element.encoded()) }
            return .array(values)
        })
    }
}

extension JSON: ExpressibleByDictionaryLiteral {
    /// Creates an object with the members in the order of the literal. The object does not contain
    /// absent members. If a name is repeated, its last value counts.
    public init(dictionaryLiteral members: (String, JSON)...) {
        self.init(making: { () throws(JSONError) -> JSONValue in
            var object = JSONObject()
            for (name, value) in members {
                // This is not a conditional expression, because nil would mean JSON null in one.
                if value.node != nil || value.refusal != nil {
                    object[name] = try value.encoded()
                } else {
                    object[name] = nil as JSONValue?
                }
            }
            return .object(object)
        })
    }
}
