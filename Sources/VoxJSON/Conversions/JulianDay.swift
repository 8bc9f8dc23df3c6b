// SPDX-License-Identifier: MIT

/// A day by its number, and the calendar that dates in text are of: that of Foundation, Gregorian since
/// 1582-10-15, Julian before.
package struct JulianDay {
    /// Days since 4713 BC.
    package let number: Int

    init(number: Int) { self.number = number }

    /// The day of a date of the calendar; nil when it has no such date.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
            return nil
        }
        number = Self.number(year, month, day)
        let (sameYear, sameMonth, sameDay) = calendarDate
        guard sameYear == year, sameMonth == month, sameDay == day else { return nil }
    }

    /// The day on which so many seconds since 2001 end, and the seconds that have passed of it; nil
    /// outside of the years 0001 to 9999.
    package static func containing(secondsSinceReferenceDate seconds: Int) -> (JulianDay, Int)? {
        guard (earliest..<latest).contains(seconds) else { return nil }
        let seconds = seconds + epoch * 86400
        return (JulianDay(number: seconds / 86400), seconds % 86400)
    }

    /// Seconds from the beginning of 2001, which a `Date` counts from, to that of the day.
    package var secondsSinceReferenceDate: Int { (number - Self.epoch) * 86400 }

    /// Seconds and a fraction, as the nearest double.
    package static func interval(seconds: Int, units: Int, scale: Int) -> Double {
        // A quotient of integers below 2^53 is the nearest double. Beyond, a second is so many steps
        // between doubles less that the sum is it as well, up to nanoseconds.
        let (total, overflow) = seconds.multipliedReportingOverflow(by: scale)
        let isSmall = !overflow && total.magnitude < 1 << 52
        return isSmall
            ? Double(total + units) / Double(scale)
            : Double(seconds) + Double(units) / Double(scale)
    }

    /// The number of 2001-01-01, from which a `Date` counts.
    static var epoch: Int { 2_451_911 }
    /// The first second of the year 0001.
    static var earliest: Int { (1_721_424 - epoch) * 86400 }
    /// The first second of the year 10000.
    static var latest: Int { (5_373_485 - epoch) * 86400 }

    // Both count years from March, so that the day that a leap year has more is its last. From March
    // on, (153 * month + 2) / 5 days come before a month.

    /// The number of a day; too large a day counts on in the next month.
    static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let isGregorian = year * 10000 + month * 100 + day >= 1582_10_15
        let years = year + 4800 - (month < 3 ? 1 : 0)
        let days = (153 * ((month + 9) % 12) + 2) / 5 + day + 365 * years + years / 4
        return isGregorian ? days - years / 100 + years / 400 - 32045 : days - 32083
    }

    /// Year, month and day.
    package var calendarDate: (year: Int, month: Int, day: Int) {
        var days = number + 32082
        var years = -4800
        if number >= 2_299_161 {
            let centuries = (4 * (number + 32044) + 3) / 146097
            days = number + 32044 - 146097 * centuries / 4
            years += 100 * centuries
        }
        let year = (4 * days + 3) / 1461
        let dayOfYear = days - 1461 * year / 4
        let month = (5 * dayOfYear + 2) / 153
        return (
            years + year + month / 10, month + 3 - month / 10 * 12,
            dayOfYear - (153 * month + 2) / 5 + 1
        )
    }
}
