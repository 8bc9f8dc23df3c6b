// SPDX-License-Identifier: MIT

/// The columns in the statement of a view.
enum ViewColumns {
    /// Returns the name that a view gives to a column of its table. Returns the same name if the view
    /// does not name the column, or names it more than once.
    static func name(of column: String, in statement: String) -> String {
        let tokens = Token.all(in: Array(statement.utf8))
        guard let start = tokens.firstIndex(where: { $0.isWord("SELECT") }) else { return column }
        let names = tokens[..<start].drop { $0.text != "(" || !$0.isPlain }
        let list = names.filter(\.isName).dropLast().map(\.text)
        let found = items(Array(tokens[(start + 1)...])).enumerated().compactMap { place, item in
            shown(item, as: column).map { place < list.count ? list[place] : $0 }
        }
        return found.count == 1 ? found[0] : column
    }

    /// Returns the tokens of each column in front of FROM.
    private static func items(_ tokens: [Token]) -> [[Token]] {
        var items: [[Token]] = [[]]
        var depth = 0
        for token in tokens {
            if token.isPlain, token.text == "(" { depth += 1 }
            if token.isPlain, token.text == ")" { depth -= 1 }
            if depth == 0, token.isWord("FROM") { break }
            if depth == 0, token.isWord(",") {
                items.append([])
            } else if items.count > 1 || !items[0].isEmpty
                || !token.isWord("DISTINCT") && !token.isWord("ALL")
            {
                items[items.count - 1].append(token)
            }
        }
        return items
    }

    /// Returns the name of an item, such as `t.title AS name`, that shows a column.
    private static func shown(_ item: [Token], as column: String) -> String? {
        var parts = item
        let name = parts.last?.text
        if parts.count > 1, parts[parts.count - 2].text != "." { parts.removeLast() }
        if parts.count > 1, parts.last?.isWord("AS") ?? false { parts.removeLast() }
        let isPath = parts.enumerated().allSatisfy { $0 % 2 == 0 ? $1.isName : $1.text == "." }
        guard isPath, let last = parts.last, last.text.lowercased() == column.lowercased() else {
            return nil
        }
        return name
    }
}
