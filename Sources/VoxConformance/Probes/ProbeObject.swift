// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// An object of a probe file. Reading refuses members that the format does not define, because such
/// a member may be misspelled.
struct ProbeObject {
    let json: JSON

    /// Creates an object whose members were checked before.
    init(json: JSON) { self.json = json }

    /// Creates an object that has only these members.
    /// - Throws: `JSONError` if the value is not an object, or has a member that is not in the
    /// list.
    init(_ json: JSON, members: Set<String>) throws(JSONError) {
        guard json.vox.kind == .object else { throw Self.fault(json, "an object is expected") }
        for (name, value) in json.vox.members where !members.contains(name) {
            let known = members.sorted().joined(separator: ", ")
            throw Self.fault(value, "there is no member \"\(name)\" here, only \(known)")
        }
        self.json = json
    }

    static func fault(_ json: JSON, _ message: String) -> JSONError {
        JSONError(
            code: .notConvertible, message: message, position: json.vox.position,
            pointer: json.vox.pointer)
    }

    func has(_ name: String) -> Bool { member(name).vox.kind != .absent }

    func member(_ name: String) -> JSON { json[name] }

    func text(_ name: String) throws(JSONError) -> String {
        let text = try member(name).vox.value(as: String.self)
        guard !text.isEmpty else { throw Self.fault(member(name), "the text is empty") }
        return text
    }

    func text(_ name: String, default value: String) throws(JSONError) -> String {
        has(name) ? try text(name) : value
    }

    func optionalText(_ name: String) throws(JSONError) -> String? {
        has(name) ? try text(name) : nil
    }

    func texts(_ name: String) throws(JSONError) -> [String] {
        try member(name).vox.value(as: [String].self)
    }

    func bool(_ name: String) throws(JSONError) -> Bool {
        try member(name).vox.value(as: Bool.self)
    }

    /// Returns the elements of a list, or the value itself if it is no list.
    func list(_ name: String) -> [JSON] {
        let value = member(name)
        switch value.vox.kind {
        case .absent: return []
        case .array: return value.vox.elements
        default: return [value]
        }
    }

    func snapshot(_ name: String) throws(JSONError) -> JSONValue {
        try member(name).vox.value(as: JSONValue.self)
    }

    func pointer(_ name: String) throws(JSONError) -> PointerTemplate {
        try Self.pointer(member(name))
    }

    /// Reads a pointer, or a list of pointers.
    func pointers(_ name: String) throws(JSONError) -> [PointerTemplate] {
        var pointers: [PointerTemplate] = []
        for element in list(name) { pointers.append(try Self.pointer(element)) }
        guard !pointers.isEmpty else { throw Self.fault(json, "\"\(name)\" has no pointers") }
        return pointers
    }

    static func pointer(_ json: JSON) throws(JSONError) -> PointerTemplate {
        guard let pointer = PointerTemplate(try json.vox.value(as: String.self)) else {
            throw fault(json, "a JSON Pointer begins with a slash, or is empty")
        }
        return pointer
    }

    func fieldName(_ name: String) throws(JSONError) -> HTTPField.Name {
        try Self.fieldName(text(name), at: member(name))
    }

    static func fieldName(_ text: String, at json: JSON) throws(JSONError) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else {
            throw fault(json, "\"\(text)\" is not the name of a header field")
        }
        return name
    }

    /// Reads one of the raw values of a type.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String, of type: Choice.Type = Choice.self
    ) throws(JSONError) -> Choice where Choice.RawValue == String {
        try Self.choice(text(name), at: member(name))
    }

    static func choice<Choice: RawRepresentable & CaseIterable>(
        _ text: String, at json: JSON, of type: Choice.Type = Choice.self
    ) throws(JSONError) -> Choice where Choice.RawValue == String {
        guard let choice = Choice(rawValue: text) else {
            let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw fault(json, "\"\(text)\" is not one of \(known)")
        }
        return choice
    }

    func statuses(_ name: String) throws(JSONError) -> StatusSet {
        var ranges: [ClosedRange<Int>] = []
        for element in list(name) { ranges.append(try Self.statuses(element)) }
        guard !ranges.isEmpty else { throw Self.fault(json, "there is no status") }
        return StatusSet(ranges: ranges)
    }

    private static func statuses(_ json: JSON) throws(JSONError) -> ClosedRange<Int> {
        if json.vox.kind == .string {
            let text = try json.vox.value(as: String.self)
            guard text.utf8.count == 3, text.hasSuffix("xx"), let digit = Int(text.prefix(1)),
                (1...5).contains(digit)
            else { throw fault(json, "a class of statuses is a text such as 2xx") }
            return digit * 100...digit * 100 + 99
        }
        let status = try json.vox.value(as: Int.self)
        guard (100...599).contains(status) else {
            throw fault(json, "a status is a number from 100 to 599")
        }
        return status...status
    }
}
