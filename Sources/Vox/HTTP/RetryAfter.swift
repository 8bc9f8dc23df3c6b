// SPDX-License-Identifier: MIT

/// placeholder until the reliability branch lands
enum RetryAfter {
    static func parse(_ text: String?) -> Duration? {
        text.flatMap { Int64($0) }.flatMap { $0 >= 0 ? .seconds($0) : nil }
    }
}
