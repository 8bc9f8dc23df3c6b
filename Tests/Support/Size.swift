// SPDX-License-Identifier: MIT

import Foundation

/// How often tests repeat what they do: little by default, and in full with `VOX_FULL=1` in the
/// environment. Edges are tested in both; more repetition only finds what is rare.
public enum Size {
    /// True when everything is repeated in full.
    public static let isFull = ProcessInfo.processInfo.environment["VOX_FULL"] == "1"

    /// One of two numbers.
    public static func of(quick: Int, full: Int) -> Int { isFull ? full : quick }
}
