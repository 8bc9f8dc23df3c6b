// SPDX-License-Identifier: MIT

/// A snapshot of a JSON value: a Swift value that does not depend on a document.
///
/// A snapshot keeps the order of the members and the texts of the numbers. Equality follows JSON:
/// the order of members does not matter, and numbers are compared by their exact values.
public enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// The maximum depth of nested containers in a snapshot: 512. Documents have the same maximum
    /// by default.
    ///
    /// Snapshots are freed, compared and hashed by recursion. Therefore the depth of a snapshot is
    /// limited regardless of the limits of the document.
    public static let maximumDepth = 512

    /// Creates a snapshot of the value of a view. O(values).
    ///
    /// Returns nil if the view is absent. If the value is deeper than ``maximumDepth``, the
    /// initializer returns nil, and the document records this failure.
    /// ``JSON/Namespace/value(as:)`` throws this failure instead of recording it.
    public init?(_ json: JSON) {
        guard let value = json.plainValue(as: JSONValue.self) else { return nil }
        self = value
    }

    /// Parses a JSON text.
    /// - Throws: ``JSONError`` for the same reasons as ``JSON/init(parsing:options:)-(String,_)``.
    public init(parsing text: String, options: JSON.Options = JSON.Options()) throws(JSONError) {
        try self.init(Tree(parsing: text.utf8, options: options).root)
    }

    /// Returns the value as JSON text.
    ///
    /// A snapshot has no layout, so ``JSON/Style/preserve`` is the same as ``JSON/Style/compact``.
    public func text(style: JSON.Style = .compact) throws(JSONError) -> String {
        try JSON(self).vox.text(style: style)
    }

    /// Returns the member with that name, or nil if this value is not an object or has no such
    /// member.
    public subscript(name: String) -> JSONValue? {
        if case .object(let object) = self { object[name] } else { nil }
    }

    /// Returns the element at that position, or nil if this value is not an array or has no such
    /// element.
    public subscript(index: Int) -> JSONValue? {
        if case .array(let elements) = self, elements.indices.contains(index) {
            elements[index]
        } else {
            nil
        }
    }
}

extension JSONValue: Hashable {
    /// Returns true if two values are equal as JSON values. Strings are compared byte by byte,
    /// numbers by value, and objects regardless of the order of members.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    /// Hashes the parts that equality compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .number(let number): hasher.combine(number)
        case .string(let text): hasher.combine(ExactText(text))
        case .array(let elements): hasher.combine(elements)
        case .object(let members): hasher.combine(members)
        }
    }
}

extension JSONValue {
    /// Creates a snapshot of a node.
    /// - Throws: ``JSONError`` with code `depthExceeded` if the node is nested too deeply.
    package init(_ top: Node) throws(JSONError) {
        try top.materialize()
        var open: [(node: Node, next: Node?, partial: Partial)] = []
        var current: Node? = top
        var finished: JSONValue = .null
        while true {
            if let node = current {
                if node.isArray || node.isObject {
                    guard open.count < Self.maximumDepth else {
                        throw JSONError(code: .depthExceeded, pointer: node.pointer)
                    }
                    open.append(
                        (node, node.first, node.isArray ? .array([]) : .object(JSONObject())))
                } else {
                    finished = Self.scalar(node)
                    if open.isEmpty { break }
                    open[open.count - 1].partial.add(finished, name: node.name)
                }
            }
            guard let top = open.last else { break }
            current = top.next
            if let next = top.next {
                open[open.count - 1].next = next.next
            } else {
                finished = top.partial.value
                open.removeLast()
                if open.isEmpty { break }
                open[open.count - 1].partial.add(finished, name: top.node.name)
            }
        }
        self = finished
    }

    private static func scalar(_ node: Node) -> JSONValue {
        if let text = node.string { return .string(text) }
        if let text = node.numberText { return .number(JSONNumber(known: text)) }
        return node.boolean.map { .bool($0) } ?? .null
    }

    /// A container whose children are still being read.
    private enum Partial {
        case array([JSONValue])
        case object(JSONObject)

        mutating func add(_ value: JSONValue, name: String) {
            switch self {
            case .array(var elements):
                self = .array([])  // avoids a copy of the elements
                elements.append(value)
                self = .array(elements)
            case .object(var members):
                self = .object(JSONObject())
                members[name] = value
                self = .object(members)
            }
        }

        var value: JSONValue {
            switch self {
            case .array(let elements): .array(elements)
            case .object(let members): .object(members)
            }
        }
    }
}

extension JSONValue: ExpressibleByNilLiteral {
    /// Creates null.
    public init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    /// Creates `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
    /// Creates a number from an integer literal.
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
}

extension JSONValue: ExpressibleByFloatLiteral {
    /// Creates a number. A number literal is always finite.
    public init(floatLiteral value: Double) {
        self = JSONNumber(value).map { .number($0) } ?? .null
    }
}

extension JSONValue: ExpressibleByStringInterpolation {
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
    /// Creates an array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// Creates an object with the members in the order of the literal. If a name is repeated, its
    /// last value counts.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        var object = JSONObject()
        for (name, value) in members {
            object[name] = value
        }
        self = .object(object)
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as compact JSON, truncated after 1,000 bytes. O(values).
    public var description: String { JSON(literal: self).debugDescription }
}
