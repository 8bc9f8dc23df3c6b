// SPDX-License-Identifier: MIT

/// The dates of header fields (RFC 9110, section 5.6.7), in all three forms that a recipient must
/// read.
enum HTTPDate {
    /// Returns the seconds since 1970; nil if the text is not a date.
    static func seconds(_ text: String) -> Int64? {
        let words = text.split(whereSeparator: { " ,-".contains($0) })
        switch words.count {
        case 6:  // Sun, 06 Nov 1994 08:49:37 GMT; Sunday, 06-Nov-94 08:49:37 GMT
            guard words[5] == "GMT" else { return nil }
            return seconds(day: words[1], month: words[2], year: words[3], time: words[4])
        case 5:  // Sun Nov  6 08:49:37 1994
            return seconds(day: words[2], month: words[1], year: words[4], time: words[3])
        default: return nil
        }
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func seconds(
        day: Substring, month: Substring, year: Substring, time: Substring
    ) -> Int64? {
        let parts = time.split(separator: ":", omittingEmptySubsequences: false).map { number($0) }
        guard let month = months.firstIndex(of: String(month)), let day = number(day),
            var year = number(year), parts.count == 3,
            let hour = parts[0], let minute = parts[1], let second = parts[2],
            (1...31).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        // A year of two digits is the obsolete form. Years from 70 belong to the 20th century,
        // because the dates of header fields are close to the present.
        if year < 100 { year += year < 70 ? 2000 : 1900 }
        let days = daysSince1970(year: year, month: month + 1, day: day)
        return ((days * 24 + hour) * 60 + minute) * 60 + second
    }

    private static func number(_ text: Substring) -> Int64? {
        text.count <= 4 && !text.isEmpty && text.utf8.allSatisfy(\.isDigit) ? Int64(text) : nil
    }

    /// Returns the days since 1970. Years begin in March here, so that the leap day is the last day
    /// of its year.
    static func daysSince1970(year: Int64, month: Int, day: Int64) -> Int64 {
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * Int64((month + 9) % 12) + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }
}
