// SPDX-License-Identifier: MIT

/// A table of text, printed in columns.
struct Table {
    let headings: [String]
    private let rows: [[String]]
    /// The maximum width of a line; nil for no limit.
    private let width: Int?
    /// The width of each column without a limit.
    private let natural: [Int]

    private static let margin = 2
    private static let gap = 2
    /// The minimum width to which a column is reduced. Narrower cells would be unreadable.
    private static let narrowest = 8

    init(headings: [String], rows: [[String]], width: Int? = nil) {
        self.headings = headings
        self.rows = rows
        self.width = width
        natural = headings.indices.map { column in
            rows.reduce(headings[column].count) { max($0, $1[column].count) }
        }
    }

    /// The number of columns that fit into the width.
    var shown: Int {
        guard let width else { return headings.count }
        var shown = headings.count
        while shown > 1, room(for: shown, cap: Self.narrowest) > width { shown -= 1 }
        return shown
    }

    /// The width of the first columns if each has at most the width `cap`.
    private func room(for columns: Int, cap: Int) -> Int {
        natural.prefix(columns).reduce(Self.margin - Self.gap) { $0 + min($1, cap) + Self.gap }
    }

    /// The lines of the table, each with its line end.
    var text: String {
        let shown = shown
        var cap = natural.max() ?? 0
        if let width {
            cap = min(cap, width)
            while cap > Self.narrowest, room(for: shown, cap: cap) > width { cap -= 1 }
        }
        let widths = natural.prefix(shown).map { min($0, max(cap, 1)) }
        return ([headings] + rows).enumerated().map { index, row in
            let line = zip(row, widths).map {
                Self.padded(Self.cut($0, to: $1), to: $1 + Self.gap)
            }.joined()
            let trimmed = String(line.reversed().drop { $0 == " " }.reversed())
            return "  " + (index == 0 ? Terminal.styled(trimmed, .dim) : trimmed) + "\n"
        }.joined()
    }

    private static func cut(_ text: String, to width: Int) -> String {
        text.count > width ? text.prefix(width - 1) + "…" : text
    }

    static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 0))
    }
}
