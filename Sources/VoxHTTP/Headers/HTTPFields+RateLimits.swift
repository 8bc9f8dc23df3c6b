// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// The values of the header fields that state rate limits, one property for each part of a limit.
private struct RateFields {
    var combined: String?
    var limit: String?
    var remaining: String?
    var reset: String?
    var policy: String?
    var period: String?
}

extension HTTPFields {
    /// True if a field may state a rate limit or a time to wait. This check compares no strings for
    /// the fields that most responses have.
    var mayStateRate: Bool {
        contains { field in
            let name = field.name.canonicalName.utf8
            // ratelimit…, retry-after, x-rate…
            guard let first = name.first else { return false }
            if first == UInt8(ascii: "r") {
                return name.starts(with: "ratelimit".utf8) || field.name == .retryAfter
            }
            return first == UInt8(ascii: "x") && name.starts(with: "x-rate".utf8)
        }
    }

    /// The rate limits that the fields state. The fields are read in these forms:
    ///
    /// - `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers): the form
    ///   `"default";r=50;t=30` and the older form `limit=100, remaining=50, reset=5`;
    /// - `RateLimit-Limit`, `-Remaining`, `-Reset` and `-Policy`, and the same names with `X-`.
    ///   `X-RateLimit-Period` is the length of the window. A value may be a list.
    /// - `X-Rate-Limit: user-hour-lim:3500;user-hour-rem:500;`
    ///
    /// If the response has fields in several forms, the first form of this list is read.
    var rateStatements: [RateStatement] {
        var standard = RateFields()
        var prefixed = RateFields()
        var parts: String?
        for field in self {
            let name = field.name.canonicalName
            if name.hasPrefix("ratelimit") {
                standard.add(field.value, at: name.dropFirst(9))
            } else if name.hasPrefix("x-ratelimit") {
                prefixed.add(field.value, at: name.dropFirst(11))
            } else if name.hasPrefix("x-rate-limit-") {
                prefixed.add(field.value, at: name.dropFirst(12))
            } else if name == "x-rate-limit" {
                parts = field.value
            }
        }
        for fields in [standard, prefixed] {
            let statements = fields.statements { currentTime }
            if !statements.isEmpty { return statements }
        }
        return parts.map(RateFields.statements(ofParts:)) ?? []
    }
}

extension RateFields {
    /// Adds the value of a field. Several fields with the same name are one list.
    mutating func add(_ value: String, at suffix: Substring) {
        let part: WritableKeyPath<RateFields, String?>
        switch suffix {
        case "": part = \.combined
        case "-limit": part = \.limit
        case "-remaining": part = \.remaining
        case "-reset": part = \.reset
        case "-policy": part = \.policy
        case "-period": part = \.period
        default: return
        }
        self[keyPath: part] = self[keyPath: part].map { $0 + ", " + value } ?? value
    }

    /// Returns the rate limits of these fields. `now` returns the time since 1970.
    func statements(now: () -> Duration) -> [RateStatement] {
        let policies = (policy.map(RateItem.list) ?? []).filter { $0.countsRequests }
        guard let combined else { return separateStatements(policies, now) }
        let items = RateItem.list(combined)
        guard items.contains(where: { !$0.isQuoted && $0.value.contains("=") }) else {
            return Self.statements(items, policies, now)
        }
        var values: [Substring: Substring] = [:]
        for item in items {
            let halves = item.value.split(separator: "=", maxSplits: 1)
            if halves.count == 2 { values[halves[0].trimmed()] = halves[1].trimmed() }
        }
        return Self.statements(
            limits: values["limit"].map { [$0] } ?? [], policies,
            remaining: values["remaining"].map { [$0] } ?? [],
            resets: values["reset"].map { [RateNumber.reset($0, now: now)] } ?? [], period: nil)
    }

    /// Reads the form with a name for each policy.
    private static func statements(
        _ items: [RateItem], _ policies: [RateItem], _ now: () -> Duration
    ) -> [RateStatement] {
        var statements: [RateStatement] = []
        for item in items {
            let policy = policies.first { $0.value == item.value }
            statements.append(
                contentsOf: [
                    RateStatement(
                        key: String(item.value.prefix(64)), limit: RateNumber.count(policy?["q"]),
                        length: policy?["w"].flatMap { DelaySeconds.duration($0) },
                        remaining: RateNumber.count(item["r"]),
                        reset: item["t"].flatMap { RateNumber.reset($0, now: now) })
                ].compactMap(\.self))
        }
        for policy in policies where !items.contains(where: { $0.value == policy.value }) {
            let statement = RateStatement(
                key: String(policy.value.prefix(64)),
                limit: RateNumber.count(policy["q"] ?? policy.value),
                length: policy["w"].flatMap { DelaySeconds.duration($0) })
            if let statement { statements.append(statement) }
        }
        return statements
    }

    /// Reads the form with a field for each number.
    private func separateStatements(
        _ policies: [RateItem], _ now: () -> Duration
    ) -> [RateStatement] {
        let limits = limit.map(RateItem.list) ?? []
        var resets: [Duration?] = []
        if let reset {
            // A date contains a comma.
            resets = [RateNumber.reset(Substring(reset.prefix(64)).trimmed(), now: now)]
            if resets == [nil] {
                resets = RateItem.list(reset).map { RateNumber.reset($0.value, now: now) }
            }
        }
        if limits.isEmpty, remaining == nil { return Self.statements([], policies, now) }
        return Self.statements(
            // Old drafts have the policies in the same field: `10, 10;w=1, 150;w=60`.
            limits: limits.filter { $0["w"] == nil }.map(\.value),
            policies + limits.filter { $0["w"] != nil },
            remaining: remaining.map { RateItem.list($0).map(\.value) } ?? [], resets: resets,
            period: period.flatMap { DelaySeconds.duration(Substring($0).trimmed()) })
    }

    /// Combines lists. The numbers at the same position belong to the same limit. The policy with
    /// the same limit contains the length of the window.
    private static func statements(
        limits: [Substring], _ policies: [RateItem], remaining: [Substring], resets: [Duration?],
        period: Duration?
    ) -> [RateStatement] {
        var rest = policies
        var statements: [RateStatement] = []
        for index in 0..<Swift.max(limits.count, remaining.count) {
            let limit = index < limits.count ? RateNumber.count(limits[index]) : nil
            var length = period
            if let limit, let match = rest.firstIndex(where: { $0.quota == limit }) {
                length = rest.remove(at: match)["w"].flatMap { DelaySeconds.duration($0) }
            }
            let statement = RateStatement(
                key: length.map { "\($0)" } ?? "#\(index)", limit: limit, length: length,
                remaining: RateNumber.count(index < remaining.count ? remaining[index] : nil),
                reset: index < resets.count ? resets[index] : nil)
            if let statement { statements.append(statement) }
        }
        for policy in rest {
            guard let length = policy["w"].flatMap({ DelaySeconds.duration($0) }) else { continue }
            let statement = RateStatement(key: "\(length)", limit: policy.quota, length: length)
            if let statement { statements.append(statement) }
        }
        return statements
    }

    /// Reads `user-hour-lim:3500;user-hour-rem:500;`. The name contains the length of the window.
    static func statements(ofParts text: String) -> [RateStatement] {
        var limits: [Substring: Int] = [:]
        var remaining: [Substring: Int] = [:]
        for part in text.prefix(4096).split(separator: ";").prefix(32) {
            let halves = part.split(separator: ":", maxSplits: 1).map { $0.trimmed() }
            guard halves.count == 2, let number = RateNumber.count(halves[1]) else { continue }
            if halves[0].hasSuffix("-lim") { limits[halves[0].dropLast(4)] = number }
            if halves[0].hasSuffix("-rem") { remaining[halves[0].dropLast(4)] = number }
        }
        return Set(limits.keys).union(remaining.keys).sorted().compactMap { name in
            RateStatement(
                key: String(name.prefix(64)), limit: limits[name],
                length: lengths.first { name.contains($0.word) }?.length,
                remaining: remaining[name])
        }
    }

    private static let lengths: [(word: Substring, length: Duration)] = [
        ("second", .seconds(1)), ("minute", .seconds(60)), ("hour", .seconds(3600)),
        ("day", .seconds(86400)),
    ]
}

extension RateItem {
    /// The limit of a policy: `100;w=60`, or `"default";q=100;w=60`.
    fileprivate var quota: Int? { RateNumber.count(self["q"] ?? value) }

    /// False for policies that count something other than requests, such as bytes.
    fileprivate var countsRequests: Bool { self["qu"].map { $0 == "requests" } ?? true }
}
