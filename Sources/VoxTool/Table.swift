// SPDX-License-Identifier: MIT

#if Tool
/// Columns of text.
struct Table {
    let headings: [String]
    private let rows: [[String]]
    /// How wide a line may be; nil for as wide as it gets.
    private let width: Int?
    /// How wide each column would be.
    private let natural: [Int]

    private static let margin = 2
    private static let gap = 2
    /// No column is made narrower than this: below, cells say nothing.
    private static let narrowest = 8

    init(headings: [String], rows: [[String]], width: Int? = nil) {
        self.headings = headings
        self.rows = rows
        self.width = width
        natural = headings.indices.map { column in
            rows.reduce(headings[column].count) { max($0, $1[column].count) }
        }
    }

    /// How many columns there is room for.
    var shown: Int {
        guard let width else { return headings.count }
        var shown = headings.count
        while shown > 1, room(for: shown, cap: Self.narrowest) > width { shown -= 1 }
        return shown
    }

    /// The width of the first columns when each is at most so wide.
    private func room(for columns: Int, cap: Int) -> Int {
        natural.prefix(columns).reduce(Self.margin - Self.gap) { $0 + min($1, cap) + Self.gap }
    }

    /// The lines, each with its line end.
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
#endif
