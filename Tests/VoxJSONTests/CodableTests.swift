// SPDX-License-Identifier: MIT

import Foundation
import Testing
import VoxJSON
import VoxTestSupport

private struct Track: Codable, Equatable {
    var title: String
    var length: Double?
    var plays: UInt64
    var recorded: Date
    var cover: Data
}

@Suite("Codable")
struct CodableTests {
    private let track = Track(
        title: "Safe from \"Harm\" 😀", length: 5.25, plays: .max,
        recorded: Date(timeIntervalSince1970: 670_000_000),
        cover: Data([0, 1, 255]))

    /// No numbers that Foundation's coders cannot carry.
    private func portable(_ value: JSONValue) -> JSONValue {
        switch value {
        case .number(let number):
            let integer = number.exactly(Int64.self) != nil || number.exactly(UInt64.self) != nil
            return integer ? value : .number(number.double.flatMap { JSONNumber($0) } ?? 0.5.number)
        case .array(let elements): return .array(elements.map { portable($0) })
        case .object(let members):
            var object = JSONObject()
            for (name, member) in members { object[name] = portable(member) }
            return .object(object)
        default: return value
        }
    }

    @Test("values go through JSONEncoder and JSONDecoder unchanged")
    func foundationCoders() throws {
        for seed in 0..<150 {
            var values = RandomValues(seed: UInt64(seed))
            let value = portable(values.value(depth: 4))
            let data = try JSONEncoder().encode(value)
            #expect(try JSONDecoder().decode(JSONValue.self, from: data) == value, "seed \(seed)")
            #expect(try JSON(parsing: data).snapshot() == value, "seed \(seed)")
            let text = Data(try value.text().utf8)
            #expect(try JSONDecoder().decode(JSONValue.self, from: text) == value, "seed \(seed)")
        }
    }

    @Test("values inside of other types")
    func insideOthers() throws {
        struct Envelope: Codable, Equatable {
            var meta: JSONValue
            var list: [JSONValue]
            var none: JSONValue?
        }
        let envelope = Envelope(meta: ["a": [1, nil]], list: [true, "x", 1.5, .null], none: nil)
        let data = try JSONEncoder().encode(envelope)
        #expect(try JSONDecoder().decode(Envelope.self, from: data) == envelope)
    }

    @Test("integers of every size and decimals keep their digits on the way out")
    func exactNumbers() throws {
        for text in [
            "9007199254740993", "18446744073709551615", "-9223372036854775808", "0.1",
            "12345678901234567890123",
        ] {
            let number = try #require(JSONNumber(text: text))
            let data = try JSONEncoder().encode([JSONValue.number(number)])
            let read = try JSON(parsing: data)
            #expect(try read[0].vox.value(as: JSONNumber.self) == number, "\(text)")
        }
    }

    @Test("a number that no Swift type holds is an error of the encoder")
    func unencodable() throws {
        let number = try #require(JSONNumber(text: "1e400"))
        #expect(throws: EncodingError.self) { try JSONEncoder().encode([JSONValue.number(number)]) }
    }

    @Test("the bridge: a program's types to values and back, with their strategies")
    func bridge() throws {
        let encoder = JSONEncoder()
        let decoder = JSONDecoder()
        encoder.dateEncodingStrategy = .iso8601
        decoder.dateDecodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys]
        let value = try JSONValue(encoding: track, with: encoder)
        #expect(value["recorded"] == "1991-03-26T15:06:40Z")
        #expect(value["plays"] == .number(JSONNumber(UInt64.max)))
        #expect(value["cover"] == "AAH/")
        #expect(try value.decode(Track.self, with: decoder) == track)
        #expect(try value.decode(with: decoder) as Track == track)
        #expect(try JSONValue(encoding: [1, 2]).decode([Int].self) == [1, 2])
        #expect(try JSONValue(encoding: "x") == "x")
        #expect(throws: DecodingError.self) { try value.decode([Int].self, with: decoder) }
        #expect(throws: JSONError.self) { try value.decode([Int].self) }
    }

    @Test("the bridge on views reads and writes in place")
    func bridgeOnViews() throws {
        let json = try JSON(parsing: "{ \"id\": 1 }")
        try json.data.track.vox.encode(track)
        #expect(String(json.data.track.title) == track.title)
        #expect(try json.data.track.vox.decode(Track.self) == track)
        json.data.track.title = "Angel"
        #expect(try json.data.track.vox.decode(Track.self).title == "Angel")
        let wrong = #expect(throws: JSONError.self) { try json.id.vox.decode(Track.self) }
        #expect(wrong?.code == .wrongKind && wrong?.pointer == "/id")
        #expect(throws: DecodingError.self) {
            try json.id.vox.decode(Track.self, with: JSONDecoder())
        }
        try json.data.copy.vox.encode(track, with: JSONEncoder())
        #expect(try json.data.copy.vox.decode(Track.self, with: JSONDecoder()).title == track.title)
        let missing = #expect(throws: JSONError.self) { try json.nothing.vox.decode(Track.self) }
        #expect(missing?.code == .missing && missing?.pointer == "/nothing")
        #expect(throws: JSONError.self) { try json.id.sub.vox.encode(track) }
        #expect(json.vox.failure == nil)
    }
}

extension Double {
    fileprivate var number: JSONNumber { JSONNumber(self) ?? JSONNumber(0) }
}
