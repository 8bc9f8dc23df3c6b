// SPDX-License-Identifier: MIT

public import Vox

extension ReliabilityOptions {
    /// Options for tests that have nothing to do with time: the clock stands still, so no time limit
    /// is reached, and the wait before a repetition never ends.
    public static var timeless: ReliabilityOptions {
        var options = ReliabilityOptions()
        options.clock = TestClock()
        return options
    }
}
