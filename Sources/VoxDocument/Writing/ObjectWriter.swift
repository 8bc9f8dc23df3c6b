// SPDX-License-Identifier: MIT

/// Writes an object member by member.
struct ObjectWriter {
    private var isEmpty = true

    /// Writes the name of a member, after a separator.
    mutating func begin(_ name: String, _ output: inout [UInt8]) throws(JSONError) {
        output += (isEmpty ? "{" : ",").utf8
        if name.utf8.allSatisfy(\.isPlainInText) {
            output += "\"".utf8
            output += name.utf8
            output += "\":".utf8
        } else {
            output += try JSONValue.string(name).text().utf8
            output += ":".utf8
        }
        isEmpty = false
    }

    mutating func write(_ value: Node, named name: String, to output: inout [UInt8])
        throws(JSONError)
    {
        try begin(name, &output)
        try value.write(to: &output, style: .compact)
    }

    func end(_ output: inout [UInt8]) { output += (isEmpty ? "{}" : "}").utf8 }
}

extension UInt8 {
    /// True if the byte needs no escape in JSON text. Nearly all names consist of bytes that need
    /// no escape.
    fileprivate var isPlainInText: Bool {
        (0x20..<0x7F).contains(self) && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
    }
}
