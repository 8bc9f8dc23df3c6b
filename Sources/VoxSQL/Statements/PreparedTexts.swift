// SPDX-License-Identifier: MIT

/// The prepared statements of a connection, by their texts.
///
/// The texts of statements depend on the filters and fields of requests, so the number and the length
/// of different texts are unlimited. A prepared statement takes many times the memory of its text.
/// Therefore the sum of the lengths is limited, and the statements that were used least recently are
/// forgotten first. A statement with a very long text is not kept.
package struct PreparedTexts<Statement> {
    private final class Prepared {
        let statement: Statement
        var lastUse: Int

        init(_ statement: Statement, _ lastUse: Int) {
            self.statement = statement
            self.lastUse = lastUse
        }
    }

    private var statements: [ExactText: Prepared] = [:]
    private var uses = 0
    /// The sum of the lengths of the texts in bytes.
    private var size = 0

    private static var maximumSize: Int { 1 << 17 }
    private static var maximumLength: Int { 1 << 12 }
    private static var maximumCount: Int { 256 }

    package init() {}

    package static func keeps(_ text: String) -> Bool { text.utf8.count <= maximumLength }

    /// Returns the statement with a text. The statement counts as used.
    package mutating func statement(_ text: String) -> Statement? {
        guard let found = statements[ExactText(text)] else { return nil }
        uses += 1
        found.lastUse = uses
        return found.statement
    }

    /// Adds a statement that is kept. Returns the statements that were forgotten for it.
    package mutating func add(_ statement: Statement, for text: String) -> [Statement] {
        uses += 1
        size += text.utf8.count
        statements[ExactText(text)] = Prepared(statement, uses)
        var forgotten: [Statement] = []
        while size > Self.maximumSize || statements.count > Self.maximumCount,
            let oldest = statements.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            forgotten.append(oldest.value.statement)
            remove(oldest.key.text)
        }
        return forgotten
    }

    package mutating func remove(_ text: String) {
        if statements.removeValue(forKey: ExactText(text)) != nil { size -= text.utf8.count }
    }
}
