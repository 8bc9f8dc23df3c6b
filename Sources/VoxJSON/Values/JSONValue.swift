// SPDX-License-Identifier: MIT

/// A snapshot of a JSON value: a plain Swift value, apart from any document, in the same order and
/// with the same number texts.
///
/// Equality is that of JSON: objects without regard to order, numbers by exact value.
public enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// Containers inside one another, at most: a snapshot is freed, compared and hashed by recursion,
    /// so its depth is bounded whatever the limits of the document are. 512, as a document by default.
    public static let maximumDepth = 512

    /// Takes a snapshot. O(values).
    ///
    /// Nil for an absent view; nil too, with the failure noted in the document, for a value deeper
    /// than ``maximumDepth``. To have it thrown, use ``JSON/Operations/value(as:)``.
    public init?(_ json: JSON) {
        guard let value = json.plainValue(as: JSONValue.self) else { return nil }
        self = value
    }

    /// Reads a JSON text.
    /// - Throws: ``JSONError`` as ``JSON/init(parsing:options:)-(String,_)`` does.
    public init(parsing text: String, options: JSONOptions = JSONOptions()) throws(JSONError) {
        try self.init(Tree(parsing: text.utf8, options: options).root)
    }

    /// The value as JSON text. Beyond ``JSONStyle/preserve``, which has nothing to keep here and is
    /// the same as compact, all styles apply.
    public func text(style: JSONStyle = .compact) throws(JSONError) -> String {
        try JSON(self).vox.text(style: style)
    }

    /// The member of that name, when this is an object that has it.
    public subscript(name: String) -> JSONValue? {
        if case .object(let object) = self { object[name] } else { nil }
    }

    /// The element at that position, when this is an array that has it.
    public subscript(index: Int) -> JSONValue? {
        if case .array(let elements) = self, elements.indices.contains(index) {
            elements[index]
        } else {
            nil
        }
    }
}

extension JSONValue: Hashable {
    /// Equality of JSON: text byte by byte, numbers by value, objects without regard to order.
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

    /// Hashes what equality compares.
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
    /// Takes a snapshot of a node.
    /// - Throws: ``JSONError`` with code `depthExceeded`.
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
                self = .array([])  // so that the elements are not copied
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
    /// Null.
    public init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
    /// An integer.
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
}

extension JSONValue: ExpressibleByFloatLiteral {
    /// A number; a literal is always finite.
    public init(floatLiteral value: Double) {
        self = JSONNumber(value).map { .number($0) } ?? .null
    }
}

extension JSONValue: ExpressibleByStringInterpolation {
    /// Text.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
    /// An array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// An object, in the order written; of repeated names the last counts.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        var object = JSONObject()
        for (name, value) in members {
            object[name] = value
        }
        self = .object(object)
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as compact JSON, cut after 1,000 bytes. O(values).
    public var description: String { JSON(literal: self).debugDescription }
}
