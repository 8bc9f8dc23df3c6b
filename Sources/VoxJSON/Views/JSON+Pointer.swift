// SPDX-License-Identifier: MIT

extension JSON {
    /// Follows a JSON Pointer (RFC 6901) to the last existing value. If steps remain, the result is
    /// an absent view.
    ///
    /// The pointer is split byte by byte, because Swift would combine a slash and a following
    /// combining mark into one character. The mark belongs to the name.
    func follow(_ pointer: String) -> JSON {
        let bytes = pointer.utf8
        guard let first = bytes.first else { return self }
        guard first == UInt8(ascii: "/") else {
            return child(.refused(JSONError(code: .invalidPointer, pointer: pointer)))
        }
        var current = node
        var from = node
        var steps: Path?
        if case .absent(let node, let above) = place {
            from = node
            steps = above
        }
        let segments = bytes.dropFirst().split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for segment in segments {
            let step = Self.step(segment, in: current)
            current = current?.child(step)
            if let current, steps == nil {
                from = current
            } else {
                steps = Path(step, after: steps)
            }
        }
        if steps == nil, let from { return JSON(from) }
        return JSON(place: .absent(from: from, steps: steps))
    }

    /// Returns the step of a segment: a position if the node is an array, and otherwise a name.
    private static func step(_ segment: Substring.UTF8View, in node: Node?) -> Step {
        guard let name = unescaped(segment) else {
            let text = String(decoding: segment, as: UTF8.self)
            return .refused(JSONError(code: .invalidPointer, pointer: text))
        }
        if let node, node.isArray {
            if name == "-" { return .index(node.count) }
            if let index = pointerIndex(name) { return .index(index) }
        }
        return .name(ExactText(name))
    }

    private static func unescaped(_ segment: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = segment[...]
        while let byte = rest.popFirst() {
            if byte != UInt8(ascii: "~") {
                bytes.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
            case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
            default: return nil
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension JSON.Step {
    /// The step as a segment of a pointer, with its slash.
    var pointerSegment: String {
        switch self {
        case .index(let index): return "/\(index)"
        case .refused(let error, nil): return error.pointer
        case .name(let name), .refused(_, let name?): return JSON.pointerSegment(name.text)
        }
    }
}

extension JSON {
    /// Returns the unescaped names of a JSON Pointer (RFC 6901), or nil if the string is not a
    /// pointer.
    ///
    /// Like ``follow(_:)``, this function splits the pointer byte by byte.
    package static func pointerNames(_ pointer: String) -> [String]? {
        let bytes = pointer.utf8
        guard let first = bytes.first else { return [] }
        guard first == UInt8(ascii: "/") else { return nil }
        var names: [String] = []
        let segments = bytes.dropFirst().split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for segment in segments {
            guard let name = unescaped(segment) else { return nil }
            names.append(name)
        }
        return names
    }

    /// Returns the position in an array for a name in a JSON Pointer. The name must consist of
    /// digits without a leading zero (RFC 6901, section 4). Returns nil for other names.
    package static func pointerIndex(_ name: String) -> Int? {
        guard let index = Int(name), index >= 0, String(index) == name else { return nil }
        return index
    }

    /// Returns a name as a segment of a JSON Pointer (RFC 6901), including the slash.
    package static func pointerSegment(_ name: String) -> String {
        var escaped = "/"
        for scalar in name.unicodeScalars {
            switch scalar {
            case "~": escaped += "~0"
            case "/": escaped += "~1"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
