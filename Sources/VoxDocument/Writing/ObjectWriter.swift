// SPDX-License-Identifier: MIT

/// Writes an object member by member.
struct ObjectWriter {
    private var isEmpty = true

    /// Writes the name of a member, after a separator.
    mutating func begin(_ name: String, _ output: inout [UInt8]) {
        output.append(isEmpty ? "{" : ",")
        output.append(json: name)
        output.append(":")
        isEmpty = false
    }

    mutating func write(_ value: Node, named name: String, to output: inout [UInt8])
        throws(JSONError)
    {
        begin(name, &output)
        try value.write(to: &output, style: .compact)
    }

    func end(_ output: inout [UInt8]) { output.append(isEmpty ? "{}" : "}") }
}
