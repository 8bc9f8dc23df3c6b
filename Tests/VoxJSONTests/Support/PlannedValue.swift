// SPDX-License-Identifier: MIT

import Foundation
import VoxJSON
import VoxTestSupport

/// A value that does to an encoder what a plan says, and asks a decoder for the same.
struct PlannedValue: Codable, Equatable {
    /// What a value is made of, and by which of the many calls.
    indirect enum Plan: Equatable {
        case null
        case bool(Bool), text(String), double(Double), float(Float), int(Int), int8(Int8)
        case int16(Int16), int32(Int32), int64(Int64), uint(UInt), uint8(UInt8), uint16(UInt16)
        case uint32(UInt32), uint64(UInt64)
        case date(Date), data(Data), url(URL), decimal(Decimal), uuid(UUID), value(JSONValue)
        case optional(PlannedValue?)
        case wrapped(PlannedValue)
        case byName([String: Int?]), byNumber([Int: String]), byPoint([Point: [Bool]])
        case choice(Choice), lists([[Int8]?])
        case object([Member])
        case array([Member])
    }

    /// A member or an element, and how it is put there.
    struct Member: Equatable {
        enum Way: Equatable { case value, nested, inherited, late, plain, ifPresent, absent }
        var key: Key
        var way: Way
        var plan: Plan
    }

    struct Key: CodingKey, Hashable {
        var stringValue: String
        var intValue: Int?
        init(stringValue: String) { self.stringValue = stringValue }
        init(intValue: Int) {
            stringValue = String(intValue)
            self.intValue = intValue
        }
    }

    struct Point: Codable, Hashable {
        var x: Int
        var y: Int?
    }

    enum Choice: Codable, Equatable {
        case none
        case one(Int)
        case two(name: String?, values: [Double])
        indirect case more(Choice, Bool)
    }

    var plan: Plan

    init(_ plan: Plan) { self.plan = plan }

    /// What the next value that is decoded should be like: decoders have no way to hand it in.
    nonisolated(unsafe) static var expected = Plan.null

    // MARK: Encoding

    func encode(to encoder: any Encoder) throws {
        switch plan {
        case .object(let members):
            var container = encoder.container(keyedBy: Key.self)
            try Self.encode(members, to: &container)
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            try Self.encode(elements, to: &container)
        default:
            var container = encoder.singleValueContainer()
            try encodeScalar(to: &container)
        }
    }

    private func encodeScalar(to container: inout some SingleValueEncodingContainer) throws {
        switch plan {
        case .null, .object, .array: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .float(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .int8(let value): try container.encode(value)
        case .int16(let value): try container.encode(value)
        case .int32(let value): try container.encode(value)
        case .int64(let value): try container.encode(value)
        case .uint(let value): try container.encode(value)
        case .uint8(let value): try container.encode(value)
        case .uint16(let value): try container.encode(value)
        case .uint32(let value): try container.encode(value)
        case .uint64(let value): try container.encode(value)
        case .date(let value): try container.encode(value)
        case .data(let value): try container.encode(value)
        case .url(let value): try container.encode(value)
        case .decimal(let value): try container.encode(value)
        case .uuid(let value): try container.encode(value)
        case .value(let value): try container.encode(value)
        case .optional(let value): try container.encode(value)
        case .wrapped(let value): try container.encode(value)
        case .byName(let value): try container.encode(value)
        case .byNumber(let value): try container.encode(value)
        case .byPoint(let value): try container.encode(value)
        case .choice(let value): try container.encode(value)
        case .lists(let value): try container.encode(value)
        }
    }

    private static func encode(
        _ members: [Member], to container: inout KeyedEncodingContainer<Key>
    ) throws {
        var late: [(any Encoder, Plan)] = []
        for member in members {
            switch (member.way, member.plan) {
            case (.nested, .object(let members)):
                var nested = container.nestedContainer(keyedBy: Key.self, forKey: member.key)
                try encode(members, to: &nested)
            case (.nested, .array(let elements)):
                var nested = container.nestedUnkeyedContainer(forKey: member.key)
                try encode(elements, to: &nested)
            case (.inherited, let plan):
                try PlannedValue(plan).encode(to: container.superEncoder(forKey: member.key))
            case (.late, let plan): late.append((container.superEncoder(forKey: member.key), plan))
            case (.plain, .bool(let value)): try container.encode(value, forKey: member.key)
            case (.plain, .text(let value)): try container.encode(value, forKey: member.key)
            case (.plain, .double(let value)): try container.encode(value, forKey: member.key)
            case (.plain, .float(let value)): try container.encode(value, forKey: member.key)
            case (.plain, .int(let value)): try container.encode(value, forKey: member.key)
            case (.plain, .int8(let value)): try container.encode(value, forKey: member.key)
            case (.plain, .uint64(let value)): try container.encode(value, forKey: member.key)
            case (.plain, .null): try container.encodeNil(forKey: member.key)
            case (.ifPresent, .uint16(let value)):
                try container.encodeIfPresent(value, forKey: member.key)
            case (.ifPresent, let plan):
                try container.encodeIfPresent(PlannedValue(plan), forKey: member.key)
            case (.absent, _):
                try container.encodeIfPresent(nil as PlannedValue?, forKey: member.key)
                try container.encodeIfPresent(nil as Int?, forKey: member.key)
            case (_, let plan): try container.encode(PlannedValue(plan), forKey: member.key)
            }
        }
        for (encoder, plan) in late { try PlannedValue(plan).encode(to: encoder) }
    }

    private static func encode(
        _ elements: [Member], to container: inout any UnkeyedEncodingContainer
    ) throws {
        var late: [(any Encoder, Plan)] = []
        for element in elements {
            switch (element.way, element.plan) {
            case (.nested, .object(let members)):
                var nested = container.nestedContainer(keyedBy: Key.self)
                try encode(members, to: &nested)
            case (.nested, .array(let elements)):
                var nested = container.nestedUnkeyedContainer()
                try encode(elements, to: &nested)
            case (.inherited, let plan): try PlannedValue(plan).encode(to: container.superEncoder())
            case (.late, let plan): late.append((container.superEncoder(), plan))
            case (.plain, .bool(let value)): try container.encode(value)
            case (.plain, .text(let value)): try container.encode(value)
            case (.plain, .double(let value)): try container.encode(value)
            case (.plain, .int32(let value)): try container.encode(value)
            case (.plain, .null): try container.encodeNil()
            case (_, let plan): try container.encode(PlannedValue(plan))
            }
        }
        for (encoder, plan) in late { try PlannedValue(plan).encode(to: encoder) }
    }

    // MARK: Decoding

    init(from decoder: any Decoder) throws {
        switch Self.expected {
        case .object(let members):
            plan = .object(
                try Self.decode(members, from: decoder.container(keyedBy: Key.self)))
        case .array(let elements):
            var container = try decoder.unkeyedContainer()
            plan = .array(try Self.decode(elements, from: &container))
        case let plan:
            let container = try decoder.singleValueContainer()
            self.plan = try Self.decodeScalar(plan, from: container)
        }
    }

    private static func decodeScalar(
        _ plan: Plan, from container: any SingleValueDecodingContainer
    ) throws -> Plan {
        switch plan {
        case .null, .object, .array:
            guard container.decodeNil() else {
                throw DecodingError.typeMismatch(
                    Never.self, .init(codingPath: container.codingPath, debugDescription: "null"))
            }
            return .null
        case .bool: return .bool(try container.decode(Bool.self))
        case .text: return .text(try container.decode(String.self))
        case .double: return .double(try container.decode(Double.self))
        case .float: return .float(try container.decode(Float.self))
        case .int: return .int(try container.decode(Int.self))
        case .int8: return .int8(try container.decode(Int8.self))
        case .int16: return .int16(try container.decode(Int16.self))
        case .int32: return .int32(try container.decode(Int32.self))
        case .int64: return .int64(try container.decode(Int64.self))
        case .uint: return .uint(try container.decode(UInt.self))
        case .uint8: return .uint8(try container.decode(UInt8.self))
        case .uint16: return .uint16(try container.decode(UInt16.self))
        case .uint32: return .uint32(try container.decode(UInt32.self))
        case .uint64: return .uint64(try container.decode(UInt64.self))
        case .date: return .date(try container.decode(Date.self))
        case .data: return .data(try container.decode(Data.self))
        case .url: return .url(try container.decode(URL.self))
        case .decimal: return .decimal(try container.decode(Decimal.self))
        case .uuid: return .uuid(try container.decode(UUID.self))
        case .value: return .value(try container.decode(JSONValue.self))
        case .optional(let value):
            expected = value?.plan ?? .null
            return .optional(try container.decode(PlannedValue?.self))
        case .wrapped(let value):
            expected = value.plan
            return .wrapped(try container.decode(PlannedValue.self))
        case .byName: return .byName(try container.decode([String: Int?].self))
        case .byNumber: return .byNumber(try container.decode([Int: String].self))
        case .byPoint: return .byPoint(try container.decode([Point: [Bool]].self))
        case .choice: return .choice(try container.decode(Choice.self))
        case .lists: return .lists(try container.decode([[Int8]?].self))
        }
    }

    private static func decode(
        _ members: [Member], from container: KeyedDecodingContainer<Key>
    ) throws -> [Member] {
        try members.map { member in
            var found = member
            let key = member.key
            expected = member.plan
            switch (member.way, member.plan) {
            case (.nested, .object(let members)):
                found.plan = .object(
                    try decode(
                        members, from: container.nestedContainer(keyedBy: Key.self, forKey: key)))
            case (.nested, .array(let elements)):
                var nested = try container.nestedUnkeyedContainer(forKey: key)
                found.plan = .array(try decode(elements, from: &nested))
            case (.inherited, _), (.late, _):
                found.plan = try PlannedValue(from: container.superDecoder(forKey: key)).plan
            case (.plain, .bool): found.plan = .bool(try container.decode(Bool.self, forKey: key))
            case (.plain, .text): found.plan = .text(try container.decode(String.self, forKey: key))
            case (.plain, .double):
                found.plan = .double(try container.decode(Double.self, forKey: key))
            case (.plain, .float):
                found.plan = .float(try container.decode(Float.self, forKey: key))
            case (.plain, .int): found.plan = .int(try container.decode(Int.self, forKey: key))
            case (.plain, .int8): found.plan = .int8(try container.decode(Int8.self, forKey: key))
            case (.plain, .uint64):
                found.plan = .uint64(try container.decode(UInt64.self, forKey: key))
            case (.plain, .null):
                if try !container.decodeNil(forKey: key) { found.way = .absent }
            case (.ifPresent, .uint16):
                let value = try container.decodeIfPresent(UInt16.self, forKey: key)
                if let value { found.plan = .uint16(value) } else { found.way = .absent }
            case (.ifPresent, _):
                let value = try container.decodeIfPresent(PlannedValue.self, forKey: key)
                found.plan = value?.plan ?? .null
            case (.absent, _):
                if try container.decodeIfPresent(Int.self, forKey: key) != nil
                    || container.contains(key)
                {
                    found.way = .value
                }
            default: found.plan = try container.decode(PlannedValue.self, forKey: key).plan
            }
            return found
        }
    }

    private static func decode(
        _ elements: [Member], from container: inout any UnkeyedDecodingContainer
    ) throws -> [Member] {
        try elements.map { element in
            var found = element
            expected = element.plan
            switch (element.way, element.plan) {
            case (.nested, .object(let members)):
                found.plan = .object(
                    try decode(members, from: container.nestedContainer(keyedBy: Key.self)))
            case (.nested, .array(let elements)):
                var nested = try container.nestedUnkeyedContainer()
                found.plan = .array(try decode(elements, from: &nested))
            case (.inherited, _), (.late, _):
                found.plan = try PlannedValue(from: container.superDecoder()).plan
            case (.plain, .bool): found.plan = .bool(try container.decode(Bool.self))
            case (.plain, .text): found.plan = .text(try container.decode(String.self))
            case (.plain, .double): found.plan = .double(try container.decode(Double.self))
            case (.plain, .int32): found.plan = .int32(try container.decode(Int32.self))
            case (.plain, .null): if try !container.decodeNil() { found.way = .absent }
            default: found.plan = try container.decode(PlannedValue.self).plan
            }
            return found
        }
    }
}

extension PlannedValue {
    /// A value of random nature, with at most so many levels of containers.
    static func random(_ random: inout RandomValues, depth: Int) -> PlannedValue {
        PlannedValue(plan(&random, depth))
    }

    private static func plan(_ random: inout RandomValues, _ depth: Int) -> Plan {
        guard depth > 0, random.random.chance(60) else { return scalar(&random) }
        switch random.random.below(6) {
        case 0:
            return .optional(random.random.chance(30) ? nil : .random(&random, depth: depth - 1))
        case 1: return .wrapped(.random(&random, depth: depth - 1))
        case 2, 3:
            var names: Set<String> = []
            let members = members(&random, depth).filter {
                names.insert($0.key.stringValue).inserted
            }
            return .object(members)
        default:
            // Of several that come late, Foundation's encoder puts the last one first.
            let unlike: [Member.Way] = [.absent, .ifPresent, .late]
            return .array(members(&random, depth).filter { !unlike.contains($0.way) })
        }
    }

    private static func members(_ random: inout RandomValues, _ depth: Int) -> [Member] {
        (0..<random.random.below(7)).map { _ in
            let ways: [Member.Way] = [
                .value, .nested, .inherited, .late, .plain, .plain, .ifPresent, .absent,
            ]
            let key =
                random.random.chance(20)
                ? Key(intValue: random.random.below(100)) : Key(stringValue: random.text())
            return Member(key: key, way: random.random.pick(ways), plan: plan(&random, depth - 1))
        }
    }

    private static func scalar(_ random: inout RandomValues) -> Plan {
        let bits = random.random.next() >> UInt64(random.random.below(64))
        switch random.random.below(28) {
        case 0: return .null
        case 1: return .bool(bits & 1 == 0)
        case 2: return .double(random.random.double())
        case 3: return .float(Float(Int64(truncatingIfNeeded: bits)) / 1000)
        case 4: return .int(Int(truncatingIfNeeded: bits))
        case 5: return .int8(Int8(truncatingIfNeeded: bits))
        case 6: return .int16(Int16(truncatingIfNeeded: bits))
        case 7: return .int32(Int32(truncatingIfNeeded: bits))
        case 8: return .int64(Int64(truncatingIfNeeded: bits))
        case 9: return .uint(UInt(bits))
        case 10: return .uint8(UInt8(truncatingIfNeeded: bits))
        case 11: return .uint16(UInt16(truncatingIfNeeded: bits))
        case 12: return .uint32(UInt32(truncatingIfNeeded: bits))
        case 13: return .uint64(bits)
        case 14: return .date(Date(timeIntervalSince1970: Double(bits % 4_000_000_000_000) / 1000))
        case 15: return .data(Data((0..<bits % 20).map { UInt8($0 * 13) }))
        case 16:
            return .url(
                URL(string: "https://h.example/\(bits)?a=\(bits % 7)#f") ?? .temporaryDirectory)
        case 17: return .decimal(Decimal(Int64(truncatingIfNeeded: bits)) / 1000)
        case 18:
            return .uuid(
                UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 17, 18, 19, 20, 21, UInt8(bits % 10))))
        case 19:
            return .value(
                random.random.chance(50) ? .string(random.text()) : ["a": [nil, 1.5, "x"]])
        case 20:
            return .byName([random.text() + "1": 1, "n": random.random.chance(50) ? nil : 7])
        case 21: return .byNumber([Int(bits >> 1): random.text(), -3: "a"])
        case 22: return .byPoint([Point(x: Int(bits % 9), y: bits & 1 == 0 ? nil : 4): [true]])
        case 23: return .choice(choice(&random))
        case 24: return .lists([[1, -2], nil, []])
        default: return .text(random.text())
        }
    }

    private static func choice(_ random: inout RandomValues) -> Choice {
        switch random.random.below(4) {
        case 0: .none
        case 1: .one(random.random.below(1000))
        case 2: .two(name: random.random.chance(50) ? nil : random.text(), values: [0.5, -1e300])
        default: .more(choice(&random), random.random.chance(50))
        }
    }
}
