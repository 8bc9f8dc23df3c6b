// SPDX-License-Identifier: MIT

/// A member of a list in a structured field (RFC 9651), as far as rate limits need it: a value and
/// its parameters, such as `"default";q=100;w=60`. The syntax is read leniently.
struct RateItem {
    /// The value, without its quotation marks.
    let value: Substring
    /// True if the value is a string, and not a token or a number.
    let isQuoted: Bool
    private let parameters: [(name: Substring, value: Substring)]

    /// Returns the value of a parameter.
    subscript(_ name: String) -> Substring? { parameters.first { $0.name == name }?.value }

    /// Reads a list. Only the first 4,096 bytes and the first 16 members are read.
    static func list(_ text: String) -> [RateItem] {
        // Most values are a single number.
        if text.utf8.count < 20, text.utf8.allSatisfy(\.isDigit) {
            return [RateItem(value: Substring(text), isQuoted: false, parameters: [])]
        }
        return members(of: text)
    }

    private static func members(of text: String) -> [RateItem] {
        pieces(of: Substring(text.prefix(4096)), at: ",").prefix(16).compactMap { RateItem($0) }
    }

    private init(
        value: Substring, isQuoted: Bool, parameters: [(name: Substring, value: Substring)]
    ) {
        self.value = value
        self.isQuoted = isQuoted
        self.parameters = parameters
    }

    private init?(_ text: Substring) {
        let pieces = Self.pieces(of: text, at: ";")
        guard let first = pieces.first, !first.isEmpty else { return nil }
        isQuoted = first.first == "\""
        value = first.trimmed(of: "\"")
        parameters = pieces.dropFirst().prefix(16).map { piece in
            let halves = piece.split(separator: "=", maxSplits: 1)
            return (
                halves.first?.trimmed() ?? "",
                halves.count == 2 ? halves[1].trimmed().trimmed(of: "\"") : ""
            )
        }
    }

    /// Splits a text at a separator that is not within quotation marks.
    private static func pieces(of text: Substring, at separator: Character) -> [Substring] {
        var isQuoted = false
        return text.split(omittingEmptySubsequences: true) { character in
            if character == "\"" { isQuoted.toggle() }
            return character == separator && !isQuoted
        }.map { $0.trimmed() }
    }
}

extension Substring {
    /// The text without the given character at its beginning and its end.
    func trimmed(of character: Character = " ") -> Substring {
        var text = self
        while text.first == character { text.removeFirst() }
        while text.last == character { text.removeLast() }
        return text
    }
}
