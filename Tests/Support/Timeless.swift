// SPDX-License-Identifier: MIT

public import Vox

extension ReliabilityOptions {
    /// Options for tests that have nothing to do with time: no time limit is reached, and the wait
    /// before a repetition takes no time.
    public static var timeless: ReliabilityOptions {
        var options = ReliabilityOptions()
        options.clock = TestClock(jumping: .seconds(5))
        return options
    }
}
