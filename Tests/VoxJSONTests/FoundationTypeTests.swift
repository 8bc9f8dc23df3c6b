// SPDX-License-Identifier: MIT

import Foundation
import Testing
import VoxJSON
import VoxTestSupport

@Suite("Dates, UUIDs, URLs and decimals")
struct FoundationTypeTests {
    private func view(_ text: String) throws -> JSON {
        try JSON(parsing: "{\"a\":\(text)}").a
    }

    @Test(
        "JA-165 times of RFC 3339 and ISO 8601",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1991-03-26T15:06:40Z", 670_000_000),
            ("1991-03-26t15:06:40z", 670_000_000), ("1991-03-26T17:06:40+02:00", 670_000_000),
            ("1991-03-26T09:36:40-05:30", 670_000_000), ("1991-03-26T15:06:40", 670_000_000),
            ("1991-03-26 15:06:40Z", 670_000_000), ("1991-03-26T15:06:40.5Z", 670_000_000.5),
            ("1991-03-26T15:06:40.250+00:00", 670_000_000.25),
            ("1991-03-26T15:06:40.123456789Z", 670_000_000.123456789),
            ("1991-03-26T15:06:40.5", 670_000_000.5), ("1991-03-26", 669_945_600),
            ("1969-12-31T23:59:59.5Z", -0.5),
        ] as [(String, Double)])
    func times(text: String, seconds: Double) throws {
        let date = try view("\"\(text)\"").vox.value(as: Date.self)
        #expect(abs(date.timeIntervalSince1970 - seconds) < 1e-6)
    }

    @Test(
        "what is no time is refused with the pointer",
        arguments: [
            "", "x", "1991", "1991-03", "1991-13-01T00:00:00Z", "1991-03-26T15:06", "15:06:40Z",
            "1991-03-26T15:06:40.Z", "1991-03-26X15:06:40Z", "1991-03-26T15:06:40Zjunk",
            "26.03.1991", "1991-03-26T15:06:40Z.5", "1991-03-26T15:06:40+02:00.5",
            "1991-03-26T15:06.5:40Z", "1991-03-26T15:06:40+99", "😀😀😀😀",
        ])
    func noTimes(text: String) throws {
        let view = try view("\"\(text)\"")
        let error = #expect(throws: JSONError.self) { try view.vox.value(as: Date.self) }
        #expect(error?.code == .notConvertible && error?.pointer == "/a")
        #expect(Date(view) == nil)
    }

    @Test("times are written in UTC, with milliseconds when there are any, and read back")
    func writing() throws {
        let json = try JSON(parsing: "{}")
        json.a = Date(timeIntervalSince1970: 670_000_000)
        json.b = Date(timeIntervalSince1970: 670_000_000.25)
        json.c = Date(timeIntervalSince1970: 670_000_000.123)
        #expect(json.c == "1991-03-26T15:06:40.123Z")
        #expect(json.a == "1991-03-26T15:06:40Z" && json.b == "1991-03-26T15:06:40.250Z")
        #expect(Date(json.b)?.timeIntervalSince1970 == 670_000_000.25)
        let dates: [Date]? = try view(#"["1991-03-26","1970-01-01"]"#).vox.value()
        #expect(dates?.count == 2)
    }

    @Test("UUIDs of either case are read, lower case is written")
    func uuids() throws {
        let text = "2F1ACE5C-7A4B-4C5E-9F0D-0A1B2C3D4E5F"
        let json = try view("\"\(text)\"")
        let id = try json.vox.value(as: UUID.self)
        #expect(id.uuidString == text)
        try json.vox.set(id)
        #expect(json == JSONValue.string(text.lowercased()))
        #expect(throws: JSONError.self) { try view("\"2F1ACE5C\"").vox.value(as: UUID.self) }
        #expect(throws: JSONError.self) { try view("7").vox.value(as: UUID.self) }
    }

    @Test(
        "what is no UUID is refused with the pointer",
        arguments: [
            "", "2f1ace5c-7a4b-4c5e-9f0d-0a1b2c3d4e5", "2f1ace5c-7a4b-4c5e-9f0d-0a1b2c3d4e5f0",
            "2f1ace5c7a4b-4c5e-9f0d-0a1b2c3d4e5f-", "2f1ace5g-7a4b-4c5e-9f0d-0a1b2c3d4e5f",
            "2f1ace5c 7a4b 4c5e 9f0d 0a1b2c3d4e5f", "{f1ace5c-7a4b-4c5e-9f0d-0a1b2c3d4e5}",
            "2f1ace5c-7a4b-4c5e-9f0d-0a1b2c3d4é", "😀😀😀😀😀😀😀😀😀",
        ])
    func noUUIDs(text: String) throws {
        let view = try view("\"\(text)\"")
        let error = #expect(throws: JSONError.self) { try view.vox.value(as: UUID.self) }
        #expect(error?.code == .notConvertible && error?.pointer == "/a")
        #expect(UUID(uuidString: text) == nil)
        #expect(view.vox.root?.a as UUID? == nil)
    }

    @Test("UUIDs and decimals are those that Foundation reads")
    func asFoundation() throws {
        let seed = Seeded.drawnSeed()
        var random = Seeded(seed)
        for _ in 0..<1000 {
            let id = Self.uuid(using: &random)
            let text = random.chance(50) ? id.uuidString : id.uuidString.lowercased()
            let json = try JSON(parsing: #"{"a":"\#(text)"}"#)
            #expect(json.a as UUID? == id && UUID(uuidString: text) == id, "VOX_SEED=\(seed)")
            json.b = id
            #expect(json.b == id.uuidString.lowercased(), "VOX_SEED=\(seed)")
            let sign = random.chance(50) ? "-" : ""
            let whole = random.next() >> UInt64(random.below(64))
            let fraction = (0..<random.below(16)).map { _ in "\(random.below(10))" }
            let number = sign + "\(whole)" + (fraction.isEmpty ? "" : "." + fraction.joined())
            let decimal = try #require(Decimal(string: number))
            let read = try JSON(parsing: #"{"a":\#(number)}"#)
            #expect(read.a as Decimal? == decimal, "\(number), VOX_SEED=\(seed)")
            #expect("\(read.a as Decimal? ?? .nan)" == "\(decimal)", "\(number), VOX_SEED=\(seed)")
        }
        for text in ["0", "-0", "0.0", "-0.00", "-0e5", "1e3", "-1.50"] {
            #expect(try view(text).vox.value(as: Decimal.self) == Decimal(string: text), "\(text)")
        }
    }

    private static func uuid(using random: inout Seeded) -> UUID {
        func byte() -> UInt8 { UInt8(truncatingIfNeeded: random.next()) }
        return UUID(
            uuid: (
                byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(),
                byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte()
            ))
    }

    @Test("URLs", arguments: ["https://a.example/x?page[number]=2", "/x", "?a=1", "../x#f"])
    func urls(text: String) throws {
        let json = try view("\"\(text)\"")
        let url = try json.vox.value(as: URL.self)
        #expect(url.absoluteString.removingPercentEncoding == text)
    }

    @Test("decimals are exact, or out of range")
    func decimals() throws {
        for text in ["0", "-1.10", "123456789012345678901234567890.12345678", "1e20", "0.1"] {
            let value = try view(text).vox.value(as: Decimal.self)
            #expect(try JSONNumber(text: "\(value)") == view(text).vox.value(as: JSONNumber.self))
        }
        for text in ["1e400", "1234567890123456789012345678901234567890123", "1e-400"] {
            let error = #expect(throws: JSONError.self) {
                try view(text).vox.value(as: Decimal.self)
            }
            #expect(error?.code == .outOfRange, "\(text)")
        }
        let json = try JSON(parsing: "{}")
        json.price = Decimal(string: "19.90")
        #expect(try json.vox.text() == #"{"price":19.9}"#)
        #expect(throws: JSONError.self) { try json.nan.vox.set(Decimal.nan) }
    }
}
