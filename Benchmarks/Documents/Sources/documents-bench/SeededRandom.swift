// SPDX-License-Identifier: MIT

/// A linear congruential generator: the standard library's are not the same twice.
struct SeededRandom {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// A number from 0 to the bound, which is not one of them.
    mutating func callAsFunction(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }

    mutating func pick(_ texts: [String]) -> String { texts[self(texts.count)] }

    /// Words of a text, as many bytes as are wanted.
    mutating func words(bytes count: Int) -> String {
        var text = ""
        while text.utf8.count < count { text += pick(Self.words) + (self(9) == 0 ? ". " : " ") }
        return String(text.utf8.prefix(max(count, 0))) ?? ""
    }

    private static let words = [
        "harbour", "night", "train", "the", "of", "window", "letter", "a", "and", "tide", "before",
        "morning", "station", "quiet", "map", "with", "weather", "north", "line", "was", "written",
    ]
}
