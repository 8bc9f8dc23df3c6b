// SPDX-License-Identifier: MIT

// A literal is a small document of its own, copied where it is assigned.

extension JSON {
    /// A document from a value.
    init(literal value: JSONValue) { self.init(making: { value }) }

    /// A document from a value that may be refused. A literal cannot throw, so assigning it does the
    /// failing.
    fileprivate init(making value: () throws(JSONError) -> JSONValue) {
        do {
            self = try JSON(value())
        } catch {
            self = JSON(place: .absent(from: nil, steps: Path(.refused(error))))
        }
    }
}

extension JSON {
    /// Why a literal is no value.
    var refusal: JSONError? {
        if case .absent(nil, let steps?) = place, case .refused(let error, _) = steps.step {
            return error
        }
        return nil
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
    /// An array; an element that is `nil`, or absent, is null, so that the others keep their
    /// positions.
    public init(arrayLiteral elements: JSON...) {
        self.init(making: { () throws(JSONError) -> JSONValue in
            var values: [JSONValue] = []
            for element in elements { values.append(try element.encoded()) }
            return .array(values)
        })
    }
}

extension JSON: ExpressibleByDictionaryLiteral {
    /// An object, in the order written; absent members are left out, of repeated names the last counts.
    public init(dictionaryLiteral members: (String, JSON)...) {
        self.init(making: { () throws(JSONError) -> JSONValue in
            var object = JSONObject()
            for (name, value) in members {
                // Not a conditional expression: nil would stand for JSON null in one.
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
