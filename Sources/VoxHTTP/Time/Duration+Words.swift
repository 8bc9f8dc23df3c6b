// SPDX-License-Identifier: MIT

extension Duration {
    /// The duration as text for messages, such as `0.25 seconds` and `86400.0 seconds`. Durations
    /// of 10 seconds or more are rounded up to tenths of a second, and shorter durations to
    /// thousandths.
    package var words: String {
        let (seconds, attoseconds) = components
        let thousandths = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        let shown = seconds < 10 ? thousandths : (thousandths + 99) / 100 * 100
        return "\(Duration.seconds(seconds) + .milliseconds(shown))"
    }
}
