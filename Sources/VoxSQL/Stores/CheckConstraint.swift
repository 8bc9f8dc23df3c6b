// SPDX-License-Identifier: MIT

/// A CHECK constraint in the statement that created a table of SQLite.
struct CheckConstraint {
    let name: String?
    let condition: String
    /// What an error of SQLite calls the constraint: its name, its condition, or the name in quotation
    /// marks at the beginning of the condition.
    let errorName: String
    /// The names in the condition that can be columns.
    let names: [String]

    /// Returns the constraints in a CREATE TABLE statement.
    static func all(in statement: String) -> [CheckConstraint] {
        let tokens = Token.all(in: Array(statement.utf8))
        return tokens.indices.compactMap { index in
            guard tokens[index].isWord("CHECK"), let end = Token.end(of: index + 1, in: tokens)
            else { return nil }
            let before = tokens[..<index].suffix(2)
            let isNamed = before.first?.isWord("CONSTRAINT") ?? false
            let inner = Array(tokens[(index + 2)..<end])
            let bytes = Array(statement.utf8)[
                tokens[index + 1].range.upperBound..<tokens[end].range.lowerBound]
            let condition = bytes.trimmed
            let start = inner.first { !$0.isPlain && $0.range.lowerBound == condition.startIndex }
            let name = isNamed ? before.last?.text : nil
            let text = String(decoding: condition, as: UTF8.self)
            return CheckConstraint(
                name: name, condition: text, errorName: name ?? start?.text ?? text,
                names: names(in: inner))
        }
    }

    private static func names(in tokens: [Token]) -> [String] {
        tokens.indices.filter { index in
            let token = tokens[index]
            let isCalled = tokens[index...].dropFirst().first?.text == "("
            let before = tokens[..<index].last
            let isOther = before.map { $0.isWord("AS") || $0.isWord("COLLATE") } ?? false
            return token.isName && !(token.isPlain && (isCalled || isOther))
        }
        .map { tokens[$0].text }
    }
}

/// A word, a name in quotation marks, a string or another character of a statement.
struct Token {
    let text: String
    let range: Range<Int>
    /// True for a word without quotation marks.
    let isPlain: Bool
    let isName: Bool

    func isWord(_ word: String) -> Bool { isPlain && text.uppercased() == word }

    /// Returns the index of the parenthesis that closes the one at `start`.
    static func end(of start: Int, in tokens: [Token]) -> Int? {
        guard tokens[start...].first?.text == "(" else { return nil }
        var depth = 0
        for index in start..<tokens.count where tokens[index].isPlain {
            if tokens[index].text == "(" { depth += 1 }
            if tokens[index].text == ")" { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }

    static func all(in bytes: [UInt8]) -> [Token] {
        var tokens: [Token] = []
        var at = 0
        func find(_ end: [UInt8]) -> Int {
            var index = at
            while index < bytes.count, !bytes[index...].starts(with: end) { index += 1 }
            return min(index + end.count, bytes.count)
        }
        while at < bytes.count {
            let start = at
            let byte = bytes[at]
            at += 1
            switch byte {
            case UInt8(ascii: "-") where bytes[at...].first == byte: at = find([0x0A])
            case UInt8(ascii: "/") where bytes[at...].first == UInt8(ascii: "*"):
                at = find([0x2A, 0x2F])
            case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "["):
                let mark = byte == UInt8(ascii: "[") ? UInt8(ascii: "]") : byte
                at = find([mark])
                // A mark within quotation marks is doubled.
                while mark == byte, bytes[at...].first == mark {
                    at += 1
                    at = find([mark])
                }
                let inner = String(
                    decoding: bytes[start..<at].dropFirst().dropLast(), as: UTF8.self)
                let quote = String(decoding: [mark], as: UTF8.self)
                tokens.append(
                    Token(
                        text: inner.replacing(quote + quote, with: quote), range: start..<at,
                        isPlain: false, isName: byte != UInt8(ascii: "'")))
            case _ where byte.isOfWord:
                while at < bytes.count, bytes[at].isOfWord { at += 1 }
                let text = String(decoding: bytes[start..<at], as: UTF8.self)
                tokens.append(Token(text: text, range: start..<at, isPlain: true, isName: true))
            case _ where byte.isBlank: break
            default:
                let text = String(decoding: [byte], as: UTF8.self)
                tokens.append(Token(text: text, range: start..<at, isPlain: true, isName: false))
            }
        }
        return tokens
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 0x20 || 0x09...0x0D ~= self }

    fileprivate var isOfWord: Bool {
        0x30...0x39 ~= self || 0x61...0x7A ~= self | 0x20 || self == 0x5F || self == 0x24
            || self > 0x7F
    }
}

extension ArraySlice<UInt8> {
    fileprivate var trimmed: ArraySlice<UInt8> {
        let rest = drop { $0.isBlank }
        let end = rest.lastIndex { !$0.isBlank }
        return end.map { rest[...$0] } ?? []
    }
}
