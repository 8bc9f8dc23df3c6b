// SPDX-License-Identifier: MIT

import Foundation

/// SplitMix64: the same numbers for the same seed, on every machine.
public struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    /// The same numbers for the same seed.
    public init(_ seed: UInt64) { state = seed }

    /// A seed that is another one in each run, unless `VOX_SEED` says which. It belongs into the message
    /// of whatever fails, so that it can be seen again.
    public static func drawnSeed() -> UInt64 {
        ProcessInfo.processInfo.environment["VOX_SEED"].flatMap { UInt64($0) }
            ?? .random(in: 0...999_999)
    }

    /// A seed from a text (FNV-1a), so that each file gets its own numbers.
    public init(_ text: String) {
        state = text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 on.
    public mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

    /// True so many times in a hundred.
    public mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    /// One of some.
    public mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[below(choices.count)]
    }

    /// Any finite double, all exponents alike.
    public mutating func double() -> Double {
        while true {
            let value = Double(bitPattern: next())
            if value.isFinite { return value }
        }
    }
}
