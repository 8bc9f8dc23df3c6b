// SPDX-License-Identifier: MIT

// Checks of the elements of lists.
extension CheckRun {
    /// Returns the elements of a list; nil if there is no list.
    private func elements(_ list: PointerTemplate) throws(TemplateFault) -> [JSON]? {
        let list = try list.values(in: received.json, variables).first
        return list.flatMap { $0.vox.kind == .array ? $0.vox.elements : nil }
    }

    /// Returns the values of some members of an element, in which null stands for no value.
    private func key(
        _ element: JSON, _ members: [PointerTemplate]
    ) throws(TemplateFault) -> [JSONValue] {
        var key: [JSONValue] = []
        for member in members {
            let value = try member.values(in: element, variables).first
            key.append(value.flatMap { JSONValue($0) } ?? .null)
        }
        return key
    }

    private static func shown(_ key: [JSONValue]) -> String {
        key.map(\.shown).joined(separator: ", ")
    }

    // MARK: Order

    /// Checks the order of a list. Null and missing values may stand anywhere, because the standard
    /// does not define their place. Of texts, only dates and times are compared: a server may sort
    /// other texts by the rules of a language, or by rank.
    func sortedDifference(
        _ list: PointerTemplate, by member: PointerTemplate, isDescending: Bool
    ) throws(TemplateFault) -> Difference? {
        let direction = isDescending ? "in descending order" : "in ascending order"
        let expected = "the elements of \(words(list)) \(direction) of \(words(member))"
        guard let elements = try elements(list) else {
            return Difference(expected: expected, got: "no list, \(received.statusText)")
        }
        var values: [JSON] = []
        for element in elements {
            values += try member.values(in: element, variables).prefix(1)
        }
        let present = values.filter { $0.vox.state == .value }
        guard !Self.isSorted(isDescending ? present.reversed() : present) else { return nil }
        let shown = values.map(\.shown).joined(separator: ", ")
        return Difference(expected: expected, got: shown.excerpt(300))
    }

    private static func isSorted(_ values: [JSON]) -> Bool {
        let numbers = values.compactMap { value in
            value.vox.kind == .number ? Double(value) : nil
        }
        if numbers.count == values.count { return isAscending(numbers) }
        let texts = values.compactMap(\.plainText)
        let forms = texts.compactMap(ISODate.form(of:))
        guard forms.count == values.count, Set(forms).count == 1 else { return true }
        return isAscending(texts)
    }

    private static func isAscending<Value: Comparable>(_ values: [Value]) -> Bool {
        zip(values, values.dropFirst()).allSatisfy { $0 <= $1 }
    }

    // MARK: Repetitions

    func uniqueDifference(
        _ list: PointerTemplate, by members: [PointerTemplate]
    ) throws(TemplateFault) -> Difference? {
        let by = members.map { words($0) }.joined(separator: " and ")
        let expected = "elements of \(words(list)) that differ in \(by)"
        guard let elements = try elements(list) else {
            return Difference(expected: expected, got: "no list, \(received.statusText)")
        }
        var seen: [[JSONValue]: Int] = [:]
        for (index, element) in elements.enumerated() {
            let key = try key(element, members)
            if let first = seen[key] {
                let got = "the elements \(first) and \(index) both have \(Self.shown(key))"
                return Difference(expected: expected, got: got)
            }
            seen[key] = index
        }
        return nil
    }

    // MARK: The elements of two values

    func elementsDifference(
        _ values: [JSON], _ pointer: PointerTemplate, sameAs place: ProbeCheck.Place,
        by members: [PointerTemplate]
    ) throws(TemplateFault) -> Difference? {
        let expected = "\(words(pointer)) with the elements of \(words(place))"
        var counts = try self.counts(of: others(place), by: members)
        for (key, count) in try self.counts(of: values, by: members) {
            counts[key, default: 0] -= count
        }
        let differing = counts.filter { $0.value != 0 }
        guard let (key, count) = differing.min(by: { Self.shown($0.key) < Self.shown($1.key) })
        else { return nil }
        let word = count > 0 ? "without" : "with"
        return Difference(expected: expected, got: "\(word) the element \(Self.shown(key))")
    }

    func elementsDifference(
        _ values: [JSON], _ pointer: PointerTemplate, within place: ProbeCheck.Place,
        by members: [PointerTemplate]
    ) throws(TemplateFault) -> Difference? {
        let known = try counts(of: others(place), by: members)
        for (key, _) in try counts(of: values, by: members) where known[key] == nil {
            return Difference(
                expected: "\(words(pointer)) with elements of \(words(place)) only",
                got: "the element \(Self.shown(key))")
        }
        return nil
    }

    private func others(_ place: ProbeCheck.Place) throws(TemplateFault) -> [JSON] {
        try place.pointer.values(in: response(of: place.step).json, variables)
    }

    /// Returns the number of elements with the same members. The elements of a list are counted,
    /// and a value that is no list is one element. Null and a missing value are no elements.
    private func counts(
        of values: [JSON], by members: [PointerTemplate]
    ) throws(TemplateFault) -> [[JSONValue]: Int] {
        var counts: [[JSONValue]: Int] = [:]
        for value in values {
            let elements: [JSON] =
                switch value.vox.kind {
                case .array: value.vox.elements
                case .null, .absent: []
                default: [value]
                }
            for element in elements { counts[try key(element, members), default: 0] += 1 }
        }
        return counts
    }
}

/// The forms of dates and times of ISO 8601.
enum ISODate {
    /// Returns the form of a date, such as `0000-00-00T00:00:00Z`, with its offset; nil for other
    /// texts. Dates of one form are in the order of their texts.
    static func form(of text: String) -> String? {
        let form = String(text.map { $0.isASCII && $0.isNumber ? "0" : $0 })
        guard form.hasPrefix("0000-00-00") else { return nil }
        let time = form.dropFirst(10)
        if time.isEmpty { return form }
        guard let first = time.first, first == "T" || first == " " else { return nil }
        guard let sign = time.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return form }
        // The offset itself is part of the form: times with different offsets are in another order.
        let offset = text.suffix(time.distance(from: sign, to: time.endIndex))
        return String(form.dropLast(offset.count)) + offset
    }
}
