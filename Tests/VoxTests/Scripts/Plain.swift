// SPDX-License-Identifier: MIT

import VoxTestSupport

/// A JSON value with nothing behind it, written without any of the library: what a script believes
/// the document to be. Members keep their order, numbers their text.
enum Plain {
    case null
    case bool(Bool)
    case number(String)
    case text(String)
    case array([Plain])
    case object([(name: String, value: Plain)])

    /// A way into a value.
    enum Step {
        case name(String)
        case index(Int)
    }

    /// Texts of one number each; what the scripts write as numbers comes from here.
    static let numbers = [
        ["1", "1.0", "10e-1"], ["0"], ["-7", "-70E-1"], ["2.5", "2.50", "25e-1"],
        ["100", "1e2", "1E+2"], ["12345678901234567890123"], ["1991"],
    ]

    // MARK: Members

    var members: [(name: String, value: Plain)] {
        get { if case .object(let members) = self { members } else { [] } }
        set { self = .object(newValue) }
    }

    var elements: [Plain] {
        get { if case .array(let elements) = self { elements } else { [] } }
        set { self = .array(newValue) }
    }

    var isNull: Bool { if case .null = self { true } else { false } }
    var isObject: Bool { if case .object = self { true } else { false } }
    var isArray: Bool { if case .array = self { true } else { false } }
    var isScalar: Bool { !isObject && !isArray }

    /// The member of that very name. Setting appends what is new, and nil removes.
    subscript(name: String) -> Plain? {
        get { members.first { isSame($0.name, name) }?.value }
        set {
            var members = members
            let index = members.firstIndex { isSame($0.name, name) }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append((name, value))
            case (nil, nil): return
            }
            self.members = members
        }
    }

    func value(at path: ArraySlice<Step>) -> Plain? {
        switch path.first {
        case nil: self
        case .name(let name): self[name]?.value(at: path.dropFirst())
        case .index(let index): elements[index].value(at: path.dropFirst())
        }
    }

    mutating func edit(_ path: ArraySlice<Step>, _ body: (inout Plain) -> Void) {
        switch path.first {
        case nil:
            body(&self)
        case .name(let name):
            self[name]?.edit(path.dropFirst(), body)
        case .index(let index):
            elements[index].edit(path.dropFirst(), body)
        }
    }

    // MARK: Comparing

    /// Deep equality as the contract means it: no order of members, numbers by value.
    func isEqual(to other: Plain) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.text(let left), .text(let right)): isSame(left, right)
        case (.number(let left), .number(let right)):
            left == right || Self.numbers.contains { $0.contains(left) && $0.contains(right) }
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.isEqual(to: $1) }
        case (.object(let left), .object(let right)):
            left.count == right.count
                && left.allSatisfy { member in
                    other[member.name].map { member.value.isEqual(to: $0) } ?? false
                }
        default: false
        }
    }

    // MARK: Writing

    /// The value without white space.
    var compact: String {
        var output = ""
        write(to: &output, space: { "" })
        return output
    }

    /// The value with what `space` gives wherever white space may stand.
    func laidOut(_ space: () -> String) -> String {
        var output = space()
        write(to: &output, space: space)
        return output + space()
    }

    private func write(to output: inout String, space: () -> String) {
        switch self {
        case .null: output += "null"
        case .bool(let value): output += value ? "true" : "false"
        case .number(let text): output += text
        case .text(let text): output += Self.quoted(text)
        case .array(let elements):
            output += "["
            for (index, element) in elements.enumerated() {
                output += (index > 0 ? "," : "") + space()
                element.write(to: &output, space: space)
                output += space()
            }
            output += "]"
        case .object(let members):
            output += "{"
            for (index, member) in members.enumerated() {
                output += (index > 0 ? "," : "") + space() + Self.quoted(member.name) + space()
                output += ":" + space()
                member.value.write(to: &output, space: space)
                output += space()
            }
            output += "}"
        }
    }

    static func quoted(_ text: String) -> String {
        var output = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": output += "\\\""
            case "\\": output += "\\\\"
            case "\n": output += "\\n"
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output + "\""
    }
}
