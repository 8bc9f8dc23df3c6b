// SPDX-License-Identifier: MIT

/// A day as a number, with conversions to and from calendar dates.
///
/// Calendar dates are in the calendar of Foundation, which is Gregorian since 1582-10-15, and
/// Julian before that day.
package struct JulianDay {
    /// The number of days since 4713 BC.
    package let number: Int

    init(number: Int) { self.number = number }

    /// Creates a Julian day from a calendar date. Returns nil if the calendar has no such date.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
            return nil
        }
        number = Self.number(year, month, day)
        let (sameYear, sameMonth, sameDay) = calendarDate
        guard sameYear == year, sameMonth == month, sameDay == day else { return nil }
    }

    /// Returns the day that contains a time, and the seconds since the beginning of that day. The
    /// time is given in seconds since the beginning of 2001.
    ///
    /// Returns nil if the day is outside the years 0001 to 9999.
    package static func containing(secondsSinceReferenceDate seconds: Int) -> (JulianDay, Int)? {
        guard (earliest..<latest).contains(seconds) else { return nil }
        let seconds = seconds + epoch * 86400
        return (JulianDay(number: seconds / 86400), seconds % 86400)
    }

    /// The number of seconds from the reference date of `Date`, the beginning of 2001, to the
    /// beginning of the day.
    package var secondsSinceReferenceDate: Int { (number - Self.epoch) * 86400 }

    /// Returns the sum of whole seconds and a fraction of a second as the nearest double.
    package static func interval(seconds: Int, units: Int, scale: Int) -> Double {
        // The quotient of two integers below 2^53 is the nearest double. For larger values,
        // neighboring doubles are so far apart that the sum is also the nearest double, down to
        // nanoseconds.
        let (total, overflow) = seconds.multipliedReportingOverflow(by: scale)
        let isSmall = !overflow && total.magnitude < 1 << 52
        return isSmall
            ? Double(total + units) / Double(scale)
            : Double(seconds) + Double(units) / Double(scale)
    }

    /// The number of the day 2001-01-01, the reference of `Date`.
    static var epoch: Int { 2_451_911 }
    /// The first second of the year 0001.
    static var earliest: Int { (1_721_424 - epoch) * 86400 }
    /// The first second of the year 10000.
    static var latest: Int { (5_373_485 - epoch) * 86400 }

    // The conversions in both directions count years from March, so that the leap day is the last
    // day of a year. With months counted from March, (153 * month + 2) / 5 days of the year precede
    // a month.

    /// Returns the number of a day. A day after the end of the month counts as a day of the next
    /// month.
    static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let isGregorian = year * 10000 + month * 100 + day >= 1582_10_15
        return isGregorian ? gregorianNumber(year, month, day) : julianNumber(year, month, day)
    }

    private static func julianNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let years = year + 4800 - (month < 3 ? 1 : 0)
        return (153 * ((month + 9) % 12) + 2) / 5 + day + 365 * years + years / 4 - 32083
    }

    /// Returns the number of a day whose date is Gregorian, even before 1582.
    static func gregorianNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let years = year + 4800 - (month < 3 ? 1 : 0)
        return julianNumber(year, month, day) + 38 - years / 100 + years / 400
    }

    /// The year, month and day of this day in the calendar.
    package var calendarDate: (year: Int, month: Int, day: Int) {
        number >= 2_299_161
            ? gregorianDate : Self.date(days: number + 32082, behind: -4800)
    }

    /// The Gregorian date of this day, even before 1582.
    var gregorianDate: (year: Int, month: Int, day: Int) {
        let centuries = (4 * (number + 32044) + 3) / 146097
        return Self.date(
            days: number + 32044 - 146097 * centuries / 4, behind: 100 * centuries - 4800)
    }

    private static func date(
        days: Int, behind years: Int
    ) -> (year: Int, month: Int, day: Int) {
        let year = (4 * days + 3) / 1461
        let dayOfYear = days - 1461 * year / 4
        let month = (5 * dayOfYear + 2) / 153
        return (
            years + year + month / 10, month + 3 - month / 10 * 12,
            dayOfYear - (153 * month + 2) / 5 + 1
        )
    }
}
