// SPDX-License-Identifier: MIT

/// The condition of a CHECK constraint, which may be a list of the texts of a column.
struct ValueList {
    let condition: String
    /// The column; nil if the condition is not a list of texts.
    private(set) var column: String?
    private(set) var texts: [String] = []

    /// Creates a list of a condition such as `status IN ('open', 'done')`, which PostgreSQL writes as
    /// `status = ANY (ARRAY['open'::text, 'done'::text])`. `statement` is the text that has the
    /// condition. Texts that a collation of its columns may treat as equal are no list.
    init(_ condition: String, of columns: [String], in statement: String) {
        self.condition = condition
        let (words, texts) = Self.words(of: condition)
        let list = texts.map { _ in "?" }.joined(separator: " , ")
        let forms = ["in \(list)", "= any array \(list)"] + (texts.count == 1 ? ["= ?"] : [])
        guard !texts.isEmpty, Set(texts).count == texts.count,
            !statement.uppercased().contains("COLLATE")
        else { return }
        let found = columns.filter { column in
            let name = column.lowercased()
            return !name.contains(" ")
                && forms.contains { form in
                    [form, "is null or \(name) \(form)"].contains { words == "\(name) \($0)" }
                }
        }
        if found.count == 1 { (column, self.texts) = (found[0], texts) }
    }

    /// Returns the words and signs of a condition, with a space between two, and the texts in it, which
    /// are question marks there. Brackets and the types that PostgreSQL adds to texts are left out.
    private static func words(of condition: String) -> (String, texts: [String]) {
        var texts: [String] = []
        var words = ""
        // A quotation mark in a text is doubled, and so ends a part and begins the next.
        let parts = condition.split(separator: "'", omittingEmptySubsequences: false)
        for (number, part) in parts.enumerated() {
            if number % 2 == 0 {
                let isDoubled = part.isEmpty && number > 0 && number < parts.count - 1
                if isDoubled {
                    texts[texts.count - 1] += "'"
                } else {
                    words += part
                }
            } else if number > 1, parts[number - 1].isEmpty {
                texts[texts.count - 1] += part
            } else {
                texts.append(String(part))
                words += " ? "
            }
        }
        for sign in ["(", ")", "[", "]", "\"", "`"] { words.replace(sign, with: " ") }
        for sign in [",", "=", "::"] { words.replace(sign, with: " \(sign) ") }
        var text = words.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for type in ["text", "character varying"] { text.replace(" :: \(type)", with: "") }
        return (text, texts)
    }
}
