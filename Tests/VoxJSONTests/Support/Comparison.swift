// SPDX-License-Identifier: MIT

import Testing
import VoxJSON

/// The same scalars, not merely canonically equivalent ones.
func isSame(_ left: String, _ right: String) -> Bool {
    left.unicodeScalars.elementsEqual(right.unicodeScalars)
}

/// More than equal: the same order of members, the same number texts, the same scalars.
func isSame(_ left: JSONValue, _ right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left.text == right.text
    case (.string(let left), .string(let right)): isSame(left, right)
    case (.array(let left), .array(let right)):
        left.count == right.count && zip(left, right).allSatisfy { isSame($0, $1) }
    case (.object(let left), .object(let right)):
        left.count == right.count
            && zip(left, right).allSatisfy {
                isSame($0.name, $1.name) && isSame($0.value, $1.value)
            }
    default: false
    }
}

/// The code of the error that `body` throws.
func code(of body: () throws(JSONError) -> some Any) -> JSONError.Code? {
    do {
        _ = try body()
        return nil
    } catch {
        return error.code
    }
}

extension JSON {
    /// The value as a snapshot; a failed expectation when there is none.
    func snapshot() throws -> JSONValue { try #require(JSONValue(self)) }
}

/// Expects a view to be written as a text.
func expect(
    _ json: JSON, isWritten expected: String, style: JSONStyle = .preserve,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let text = try json.vox.text(style: style)
    #expect(text == expected, sourceLocation: sourceLocation)
}

/// The text of a number; nil for everything else.
func numberText(of json: JSON) -> String? {
    (try? json.vox.value(as: JSONNumber.self))?.text
}
