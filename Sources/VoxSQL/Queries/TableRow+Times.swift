// SPDX-License-Identifier: MIT

extension TableRow {
    /// Returns the place of a time among all times, as `Timestamp.place(of:)` does; NULL for a text
    /// that does not begin like a date.
    ///
    /// In SQLite, the expression has only functions of SQLite itself, so that an index can contain it
    /// and other programs can write to the table. PostgreSQL has such texts only in JSON.
    static func place(of time: SQLText, _ dialect: SQLDialect) -> SQLText {
        let offset: SQLText = "ltrim(substr(\(time), 20), '.0123456789')"
        // +05:30 is 530, and +05 is 500.
        let clock: SQLText = "substr(replace(\(offset), ':', '') || '00', 1, 5)"
        switch dialect {
        case .sqlite:
            let minutes: SQLText = "CAST(\(clock) AS INTEGER)"
            return """
                CASE WHEN \(time) GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*' \
                THEN printf('%012d', julianday(substr(\(time), 1, 10)) * 86400 + \
                substr(\(time), 12, 2) * 3600 + substr(\(time), 15, 2) * 60 + \
                substr(\(time), 18, 2) - (\(minutes) * 60 - \(minutes) / 100 * 2400)) || \
                rtrim(substr(\(time), 20, max(length(\(time)) - 19 - length(\(offset)), 0)), '.0') \
                END
                """
        case .postgreSQL:
            // A cast to timestamptz would fail for a day that does not exist.
            return """
                CASE WHEN \(time) ~ '^\\d{4}-\\d\\d-\\d\\d([Tt ]\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?\
                ([Zz]|[+-]\\d\\d(:?\\d\\d)?)?)?$' THEN (SELECT lpad((((153 * (m + 12 * a - 3) + 2) / 5 + \
                d + 365 * (y - a) + (y - a) / 4 - (y - a) / 100 + (y - a) / 400 - 32045) * 86400 - \
                43200 + s - (o * 60 - o / 100 * 2400))::text, 12, '0') || f \
                FROM (SELECT substr(\(time), 1, 4)::bigint + 4800 AS y, \
                substr(\(time), 6, 2)::bigint AS m, substr(\(time), 9, 2)::bigint AS d, \
                (14 - substr(\(time), 6, 2)::bigint) / 12 AS a, \
                CASE WHEN length(\(time)) > 10 THEN substr(\(time), 12, 2)::bigint * 3600 + \
                substr(\(time), 15, 2)::bigint * 60 + substr(\(time), 18, 2)::bigint ELSE 0 END AS s, \
                CASE WHEN \(offset) ~ '^[+-]' THEN (\(clock))::bigint ELSE 0 END AS o, \
                rtrim(substr(\(time), 20, greatest(length(\(time)) - 19 - length(\(offset)), 0)), \
                '.0') AS f) AS parts) END
                """
        }
    }
}
