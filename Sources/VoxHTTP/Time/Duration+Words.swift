// SPDX-License-Identifier: MIT

extension Duration {
    /// The duration for messages, such as `0.25 seconds` and `86400.0 seconds`. It is rounded up, to
    /// tenths of a second from 10 seconds on, and to thousandths of a second below that.
    package var words: String {
        let (seconds, attoseconds) = components
        let thousandths = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        let shown = seconds < 10 ? thousandths : (thousandths + 99) / 100 * 100
        return "\(Duration.seconds(seconds) + .milliseconds(shown))"
    }
}
