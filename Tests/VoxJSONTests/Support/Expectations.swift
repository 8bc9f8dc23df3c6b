// SPDX-License-Identifier: MIT

import Testing
import VoxJSON

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
    _ json: JSON, isWritten expected: String, style: JSON.Style = .preserve,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let text = try json.vox.text(style: style)
    #expect(text == expected, sourceLocation: sourceLocation)
}

/// The text of a number; nil for everything else.
func numberText(of json: JSON) -> String? {
    (try? json.vox.value(as: JSONNumber.self))?.text
}
