// SPDX-License-Identifier: MIT

/// A part of a date, from the largest to the smallest. Each part requires the parts before it.
enum DateField: Int, CaseIterable {
    case year, month, day, hour, minute, second, fraction
    /// A pattern with an offset must have an hour.
    case offset
}

/// An item of a pattern.
enum DatePatternItem {
    /// A literal byte.
    case literal(UInt8)
    /// A number with the given number of digits; 1 means one or two digits, except in a fraction.
    case number(DateField, digits: Int)
    /// An offset, with or without a colon, and with or without `Z` for UTC.
    case offset(colon: Bool, zulu: Bool)
}

extension DatePattern {
    /// Parses the pattern and returns its items.
    /// - Throws: ``DatePattern/Failure`` with code `invalidPattern` and the offset.
    func items() throws(DatePattern.Failure) -> [DatePatternItem] {
        let bytes = Array(text.utf8)
        var items: [DatePatternItem] = []
        var known: Set<DateField> = []
        var index = 0
        while index < bytes.count {
            let start = index
            let byte = bytes[index]
            if byte == UInt8(ascii: "'") {
                try Self.takeQuoted(bytes, &index, &items)
                continue
            }
            guard byte.isLetter else {
                // A literal digit would be read as a part of the number before it.
                if Self.endsOpen(items), byte.isDigit { throw Self.invalid(start) }
                items.append(.literal(byte))
                index += 1
                continue
            }
            while index < bytes.count, bytes[index] == byte { index += 1 }
            guard let (field, item) = Self.item(byte, count: index - start),
                known.insert(field).inserted
            else { throw Self.invalid(start) }
            if case .number = item, Self.endsOpen(items) { throw Self.invalid(start) }
            items.append(item)
        }
        try Self.checkUnits(known, end: bytes.count)
        guard secondsFromUTC.magnitude <= 18 * 3600, secondsFromUTC.isMultiple(of: 60) else {
            throw Self.invalid(bytes.count)
        }
        return items
    }

    private static func item(_ letter: UInt8, count: Int) -> (DateField, DatePatternItem)? {
        switch (Unicode.Scalar(letter), count) {
        case ("y", 4): (.year, .number(.year, digits: 4))
        case ("M", 1...2): (.month, .number(.month, digits: count))
        case ("d", 1...2): (.day, .number(.day, digits: count))
        case ("H", 1...2): (.hour, .number(.hour, digits: count))
        case ("m", 1...2): (.minute, .number(.minute, digits: count))
        case ("s", 1...2): (.second, .number(.second, digits: count))
        case ("S", 1...9): (.fraction, .number(.fraction, digits: count))
        case ("X", 2...3): (.offset, .offset(colon: count == 3, zulu: true))
        case ("x", 2...3): (.offset, .offset(colon: count == 3, zulu: false))
        default: nil
        }
    }

    /// Parses letters between apostrophes. Two apostrophes mean one literal apostrophe.
    private static func takeQuoted(
        _ bytes: [UInt8], _ index: inout Int, _ items: inout [DatePatternItem]
    ) throws(DatePattern.Failure) {
        let start = index
        let quote = UInt8(ascii: "'")
        index += 1
        if index < bytes.count, bytes[index] == quote {
            items.append(.literal(quote))
            index += 1
            return
        }
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == quote {
                guard index < bytes.count, bytes[index] == quote else { return }
                index += 1
            }
            if endsOpen(items), byte.isDigit { throw invalid(start) }
            items.append(.literal(byte))
        }
        throw invalid(start)
    }

    /// Returns true if the last item is a field of one or two digits. Such a field would also read
    /// a literal digit that follows it.
    private static func endsOpen(_ items: [DatePatternItem]) -> Bool {
        if case .number(let field, digits: 1) = items.last { field != .fraction } else { false }
    }

    private static func checkUnits(_ known: Set<DateField>, end: Int) throws(DatePattern.Failure) {
        guard known.contains(.year), !known.contains(.offset) || known.contains(.hour) else {
            throw invalid(end)
        }
        var isMissing = false
        for field in DateField.allCases where field != .offset {
            if !known.contains(field) {
                isMissing = true
            } else if isMissing {
                throw invalid(end)
            }
        }
    }

    private static func invalid(_ offset: Int) -> DatePattern.Failure {
        DatePattern.Failure(code: .invalidPattern, offset: offset)
    }
}

extension UInt8 {
    /// True for an ASCII letter.
    fileprivate var isLetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
