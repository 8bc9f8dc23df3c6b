// SPDX-License-Identifier: MIT

import Foundation
import Vox

/// Values of Foundation's types, each over a parse of the same text by hand. The side of Vox finds the
/// member and has the text in a tree; the other has it as a `String`.
extension Program {
    mutating func measureTypedReads() throws {
        let numbers = 0..<1000
        let ids = numbers.map { _ in UUID() }
        try measure("dates", numbers.map { Self.time($0) }, quoted: true, HandWritten.date) {
            (date: Date) in Int64(date.timeIntervalSince1970)
        }
        try measure("UUIDs", ids.map(\.uuidString), quoted: true, HandWritten.uuid) { (id: UUID) in
            Int64(id.uuid.0) &+ Int64(id.uuid.15)
        }
        let prices = numbers.map { "\($0 * 7919 % 100_000).\(10 + $0 % 90)" }
        try measure("decimals", prices, quoted: false, HandWritten.decimal) { (price: Decimal) in
            Int64(-price.exponent) &+ (price.isSignMinus ? 1 : 2)
        }
        let links = numbers.map { "https://api.example.com/articles/\($0)?include=author" }
        try measure("URLs", links, quoted: true, { URL(string: $0) }) { (link: URL) in
            Int64(link.path.utf8.count)
        }
    }

    private static func time(_ index: Int) -> String {
        Date(timeIntervalSince1970: Double(1_600_000_000 + index * 86_413)).formatted(.iso8601)
    }

    private mutating func measure<Value: JSONConvertible>(
        _ name: String, _ texts: [String], quoted: Bool,
        _ parse: @escaping (String) -> Value?, figure: @escaping (Value) -> Int64
    ) throws {
        let mark = quoted ? "\"" : ""
        let list = "[" + texts.map { "{\"at\":\(mark)\($0)\(mark)}" }.joined(separator: ",") + "]"
        let json = try JSON(parsing: list)
        let elements = texts.indices.map { json[$0] }
        compare(
            "Swift: \(name) read", Text(name: "–", []), chart: .swift, aim: 0.8,
            isFreshMeasured: false,
            vox: Side(name: "Vox") {
                elements.reduce(0) { $0 &+ (($1.at as Value?).map(figure) ?? .min) }
            },
            peer: Side(name: "a parse by hand") {
                texts.reduce(0) { $0 &+ (parse($1).map(figure) ?? .min) }
            })
    }
}

/// What a program would write that knows the form its service uses.
enum HandWritten {
    private static func digits(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Int?
    {
        var value = 0
        for index in start..<end {
            let digit = text[index] &- 0x30
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        return value
    }

    /// `2026-04-12T12:34:56Z`, and nothing else.
    static func date(_ text: String) -> Date? {
        var text = text
        return text.withUTF8 { text in
            guard text.count == 20, let year = digits(text, 0, 4), let month = digits(text, 5, 7),
                let day = digits(text, 8, 10), let hour = digits(text, 11, 13),
                let minute = digits(text, 14, 16), let second = digits(text, 17, 19),
                text[10] == UInt8(ascii: "T"), text[19] == UInt8(ascii: "Z")
            else { return nil }
            let years = month > 2 ? year : year - 1
            let era = years / 400
            let ofEra = years - era * 400
            let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
            let days = era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
            return Date(
                timeIntervalSince1970: Double(days * 86400 + hour * 3600 + minute * 60 + second))
        }
    }

    /// 36 characters, dashes among them.
    static func uuid(_ text: String) -> UUID? {
        var text = text
        return text.withUTF8 { text in
            var high: UInt64 = 0
            var low: UInt64 = 0
            guard text.count == 36 else { return nil }
            for (index, byte) in text.enumerated() {
                if index == 8 || index == 13 || index == 18 || index == 23 {
                    if byte != UInt8(ascii: "-") { return nil }
                    continue
                }
                let letter = (byte | 0x20) &- UInt8(ascii: "a")
                let digit = letter < 6 ? letter + 10 : byte &- 0x30
                if digit > 15 { return nil }
                if index < 19 { high = high << 4 | UInt64(digit) }
                if index > 18 { low = low << 4 | UInt64(digit) }
            }
            let words = (high.bigEndian, low.bigEndian)
            return UUID(uuid: unsafeBitCast(words, to: uuid_t.self))
        }
    }

    /// A sign, digits, a point.
    static func decimal(_ text: String) -> Decimal? {
        var text = text
        return text.withUTF8 { text in
            let point = text.firstIndex(of: UInt8(ascii: ".")) ?? text.count
            let isNegative = text.first == UInt8(ascii: "-")
            guard text.count < 19, let whole = digits(text, isNegative ? 1 : 0, point),
                let fraction = digits(text, min(point + 1, text.count), text.count)
            else { return nil }
            let places = max(text.count - point - 1, 0)
            var scale = 1
            for _ in 0..<places { scale *= 10 }
            return Decimal(
                sign: isNegative ? .minus : .plus, exponent: -places,
                significand: Decimal(whole * scale + fraction))
        }
    }
}
