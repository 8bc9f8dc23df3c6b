// SPDX-License-Identifier: MIT

import Foundation
import Testing
import VoxJSON
import VoxTestSupport

private struct Everything: Codable, Equatable {
    enum Medium: String, Codable { case vinyl, tape }
    struct Point: Codable, Equatable {
        var x: Double
        var y: Float
    }
    var text = "a \"b\" é 😀"
    var flag = true
    var integers: [Int] = [1, -2, .max, .min]
    var small: [Int8] = [-128, 127]
    var large: UInt64 = .max
    var sizes: [UInt16?] = [1, nil]
    var double = 0.1
    var medium = Medium.tape
    var points = [Point(x: 1.5, y: -2.5)]
    var byName = ["b": [true], "a": []]
    var byNumber: [Int: String] = [7: "x"]
    var nothing: String?
    var date = Date(timeIntervalSince1970: 1_700_000_000.25)
    var uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    var url = URL(string: "https://a.example/b?c#d")
    var decimal = Decimal(string: "12345678901234567890.125")
    var data = Data([0, 1, 255])
    var value: JSONValue = ["n": 1, "list": [nil, "x"]]
}

private class Base: Codable {
    var name = "base"
    init() {}
}

private final class Derived: Base {
    var count = 3
    private enum CodingKeys: String, CodingKey { case count }
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        count = try container.decode(Int.self, forKey: .count)
        try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(count, forKey: .count)
        try super.encode(to: container.superEncoder())
    }
}

/// Reads and writes its containers by hand.
private struct ByHand: Codable, Equatable {
    var pairs: [String: [Int?]] = ["a": [1, nil, 3]]

    private enum Keys: String, CodingKey { case outer, list }

    init() {}

    init(from decoder: any Decoder) throws {
        let outer = try decoder.container(keyedBy: Keys.self)
        let inner = try outer.nestedContainer(keyedBy: Keys.self, forKey: .outer)
        var list = try inner.nestedUnkeyedContainer(forKey: .list)
        pairs = [:]
        while !list.isAtEnd {
            var pair = try list.nestedUnkeyedContainer()
            let name = try pair.decode(String.self)
            var values: [Int?] = []
            while !pair.isAtEnd {
                values.append(try pair.decodeNil() ? nil : try pair.decode(Int.self))
            }
            pairs[name] = values
        }
    }

    func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: Keys.self)
        var inner = outer.nestedContainer(keyedBy: Keys.self, forKey: .outer)
        var list = inner.nestedUnkeyedContainer(forKey: .list)
        for (name, values) in pairs {
            var pair = list.nestedUnkeyedContainer()
            try pair.encode(name)
            for value in values {
                if let value { try pair.encode(value) } else { try pair.encodeNil() }
            }
        }
    }
}

private struct Chain: Codable {
    var next: [Chain]
}

private struct Picky: Codable {
    struct Odd: Error {}
    var number: Int
    init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int.self)
        if number > 3 { throw Odd() }
        if number == 3 {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "no threes"))
        }
    }
    init(_ number: Int) { self.number = number }
    func encode(to encoder: any Encoder) throws {
        if number > 3 { throw Odd() }
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }
}

private struct Price: JSONCodable, Equatable {
    var amount: Double
    var currency: String
}

private enum Level: Int, JSONCodable { case low = 1, high }

@Suite("Codable, directly")
struct DirectCodableTests {
    @Test("what is encoded is decoded again, of every kind of value")
    func roundTrip() throws {
        let everything = Everything()
        let value = try JSONValue(encoding: everything)
        #expect(try value.decode(Everything.self) == everything)
        #expect(try JSON(parsing: value.text()).vox.decode(Everything.self) == everything)
        #expect(try JSONValue(encoding: ByHand()).decode(ByHand.self) == ByHand())
        #expect(try JSONValue(encoding: ByHand()) == ["outer": ["list": [["a", 1, nil, 3]]]])
        let derived = try JSONValue(encoding: Derived())
        #expect(derived == ["count": 3, "super": ["name": "base"]])
        #expect(try derived.decode(Derived.self).name == "base")
        #expect(try JSONValue(encoding: [Int]()).text() == "[]")
        #expect(try JSONValue(encoding: nil as Int?) == .null)
        #expect(try JSONValue.null.decode(Int?.self) == nil)
        #expect(try JSONValue(encoding: "x").decode(String.self) == "x")
        struct Empty: Codable {}
        #expect(try JSONValue(encoding: [Empty()]) == [[:]])
    }

    @Test("what a super encoder stands for keeps its place, whenever it is encoded, or never")
    func superEncoders() throws {
        struct List: Encodable {
            func encode(to encoder: any Encoder) throws {
                var list = encoder.unkeyedContainer()
                let first = list.superEncoder()
                let second = list.superEncoder()
                try list.encode(3)
                _ = list.superEncoder()
                try [2, 2].encode(to: second)
                try 1.encode(to: first)
            }
        }
        struct Object: Encodable {
            enum Keys: CodingKey { case first, second, third }
            func encode(to encoder: any Encoder) throws {
                var object = encoder.container(keyedBy: Keys.self)
                let first = object.superEncoder(forKey: .first)
                _ = object.superEncoder()
                try object.encode(List(), forKey: .second)
                try ["a": 1].encode(to: first)
            }
        }
        let value = try JSONValue(encoding: Object())
        #expect(try value.text() == #"{"first":{"a":1},"super":{},"second":[1,[2,2],3,{}]}"#)
        let theirs = try JSON(parsing: JSONEncoder().encode(Object()))
        #expect(theirs == value)
    }

    @Test("values have the form that attributes have")
    func forms() throws {
        let value = try JSONValue(encoding: Everything())
        #expect(value["date"] == "2023-11-14T22:13:20.250Z")
        #expect(value["uuid"] == "01020304-0506-0708-090a-0b0c0d0e0f10")
        #expect(value["url"] == "https://a.example/b?c#d")
        #expect(try value["decimal"]?.text() == "12345678901234567890.125")
        #expect(value["data"] == "AAH/")
        #expect(value["medium"] == "tape")
        #expect(value["nothing"] == nil)
        let dates = try JSON(parsing: #"["2024-05-01", "2024-05-01T10:00:00+02:00"]"#)
        #expect(
            try dates.vox.decode([Date].self).map(\.timeIntervalSince1970)
                == [1_714_521_600, 1_714_550_400])
        let number = try JSON(parsing: "12345678901234567890123.5")
        #expect(try number.vox.decode(JSONValue.self).text() == "12345678901234567890123.5")
    }

    @Test("it agrees with Foundation's decoder on random values")
    func agreement() throws {
        let seed = Seeded.drawnSeed()
        var random = Seeded(seed)
        for round in 0..<100 {
            let list = (0..<(round % 7)).map { _ in Double.random(in: -1e6...1e6, using: &random) }
            let data = try JSONEncoder().encode(["list": list])
            let ours = try JSON(parsing: data).vox.decode([String: [Double]].self)
            let theirs = try JSONDecoder().decode([String: [Double]].self, from: data)
            #expect(ours == theirs, "VOX_SEED=\(seed)")
        }
    }

    private func error<Value: Decodable>(_ text: String, _ type: Value.Type) -> JSONError? {
        do {
            _ = try JSON(parsing: text).data.vox.decode(type)
            return nil
        } catch {
            return error
        }
    }

    @Test("errors have the pointer of the value in the document")
    func errors() throws {
        let cases: [(String, JSONError.Code, String)] = [
            (#"{"data":{"x":1}}"#, .missing, "/data/y"),
            (#"{"data":{"x":"1","y":2}}"#, .wrongKind, "/data/x"),
            (#"{"data":{"x":null,"y":2}}"#, .wrongKind, "/data/x"),
            (#"{"data":{"x":1e999,"y":2}}"#, .outOfRange, "/data/x"),
            (#"{"data":{"x":1,"y":1e39}}"#, .outOfRange, "/data/y"),
            (#"{"data":[]}"#, .wrongKind, "/data"),
            (#"{"other":1}"#, .missing, "/data"),
        ]
        for (text, code, pointer) in cases {
            let error = error(text, Everything.Point.self)
            #expect(error?.code == code && error?.pointer == pointer, "\(text)")
        }
        let lists: [(String, JSONError.Code, String)] = [
            (#"{"data":[{"a":[1]},{"a":[1,2.5]}]}"#, .wrongKind, "/data/1/a/1"),
            (#"{"data":[{"a":[1]},{"a/b":["x"]}]}"#, .wrongKind, "/data/1/a~1b/0"),
            (#"{"data":[{"a":[128]}]}"#, .outOfRange, "/data/0/a/0"),
        ]
        for (text, code, pointer) in lists {
            let error = error(text, [[String: [Int8]]].self)
            #expect(error?.code == code && error?.pointer == pointer, "\(text)")
        }
        let medium = error(#"{"data":["tape","cd"]}"#, [Everything.Medium].self)
        #expect(medium?.code == .notConvertible && medium?.pointer == "/data/1")
        #expect(medium?.message.contains("cd") == false, "nothing of the document in the message")
        let date = error(#"{"data":["2024-05-01","soon"]}"#, [Date].self)
        #expect(date?.code == .notConvertible && date?.pointer == "/data/1")
        let data = error(#"{"data":["AAH/","?"]}"#, [Data].self)
        #expect(data?.code == .notConvertible && data?.pointer == "/data/1")
        #expect(error(#"{"data":[1,3]}"#, [Picky].self)?.pointer == "/data/1")
        let odd = error(#"{"data":[1,4]}"#, [Picky].self)
        #expect(odd?.code == .notConvertible && odd?.message.contains("Odd()") == true)
    }

    @Test("inside, errors are those that Codable code expects")
    func decodingErrors() throws {
        struct Lenient: Decodable {
            var outcome = ""
            var path: [String] = []
            enum Keys: String, CodingKey { case a, b }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Keys.self)
                do {
                    _ = try container.decode([Int].self, forKey: .a)
                } catch DecodingError.typeMismatch(_, let context) {
                    outcome = "typeMismatch"
                    path = context.codingPath.map(\.stringValue)
                }
                do {
                    _ = try container.decode(Int.self, forKey: .b)
                } catch DecodingError.keyNotFound(let key, _) {
                    outcome += " keyNotFound \(key.stringValue)"
                }
            }
        }
        let json = try JSON(parsing: #"{"top":{"a":[1,"x"]}}"#)
        let lenient = try json.top.vox.decode(Lenient.self)
        #expect(lenient.outcome == "typeMismatch keyNotFound b")
        #expect(lenient.path == ["a", "1"])
        #expect(try JSON(parsing: "[]").vox.decode(Probe.self).isAtEnd)
    }

    private struct Probe: Decodable {
        let isAtEnd: Bool
        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            isAtEnd = list.isAtEnd
            #expect(list.count == 0)
            #expect(throws: DecodingError.self) { try list.decode(Int.self) }
            #expect(throws: DecodingError.self) { try list.decodeNil() }
        }
    }

    @Test("a value that cannot be encoded names its place, and nothing is written")
    func unencodable() throws {
        let json = try JSON(parsing: #"{ "a": [1, 2] }"#)
        func error(_ work: () throws -> Void) -> JSONError? {
            do {
                try work()
                return nil
            } catch {
                return error as? JSONError
            }
        }
        let infinite = error { try json.a.vox.encode(["x": [1, .infinity]]) }
        #expect(infinite?.code == .notFinite && infinite?.pointer == "/a/x/1")
        let absent = error { try json.b.c.vox.encode([Double.nan]) }
        #expect(absent?.code == .notFinite && absent?.pointer == "/b/c/0")
        let odd = error { try json.a.vox.encode([Picky(1), Picky(4)]) }
        #expect(odd?.code == .notConvertible && odd?.message.contains("Odd()") == true)
        let date = error { try json.a.vox.encode(Date(timeIntervalSince1970: 1e12)) }
        #expect(date?.code == .outOfRange && date?.pointer == "/a")
        let through = error { try json.a.x.vox.encode(1) }
        #expect(through?.code == .wrongKind)
        #expect(try json.vox.text() == #"{ "a": [1, 2] }"#)
        let frozen = try JSON(parsing: #"{"a":1}"#).vox.frozen().json
        #expect(error { try frozen.a.vox.encode(2) }?.code == .frozen)
    }

    @Test("encoding leaves alone what is equal, byte for byte")
    func preserving() throws {
        let json = try JSON(
            parsing: #"{ "price": { "amount" : 1.50, "currency": "EU\u0052", "old": 1 } , "z":1}"#)
        try json.price.vox.encode(Price(amount: 1.5, currency: "EUR"))
        #expect(
            try json.vox.text()
                == #"{ "price": { "amount" : 1.50, "currency": "EU\u0052" } , "z":1}"#)
        try json.price.vox.encode(Price(amount: 2.5, currency: "EUR"))
        #expect(
            try json.vox.text()
                == #"{ "price": { "amount" : 2.5, "currency": "EU\u0052" } , "z":1}"#)
        try json.price.vox.encode([1])
        #expect(try json.vox.text() == #"{ "price": [1] , "z":1}"#)
        try json.vox.encode(["z": 1])
        #expect(try json.vox.text() == #"{ "z":1}"#)
    }

    @Test("depth is bounded, whatever the limits of the document are")
    func depth() throws {
        let depth = 5000
        let text =
            String(repeating: #"{"next":["#, count: depth) + String(repeating: "]}", count: depth)
        var options = JSON.Options()
        options.maximumDepth = .max
        let json = try JSON(parsing: text, options: options)
        let error = #expect(throws: JSONError.self) { try json.vox.decode(Chain.self) }
        #expect(error?.code == .depthExceeded)
        var chain = Chain(next: [])
        for _ in 0..<200 { chain = Chain(next: [chain]) }
        #expect(try JSONValue(encoding: chain).decode(Chain.self).next.count == 1)
        for _ in 0..<200 { chain = Chain(next: [chain]) }
        let deep = #expect(throws: JSONError.self) { try JSONValue(encoding: chain) }
        #expect(deep?.code == .depthExceeded)
    }

    @Test("of a lazy document broken text is told as what it is")
    func lazy() throws {
        let text = #"{"data":[{"x":1,"y":2},{"x":1,"y":tru}],"included":[]}"#
        let json = try JSON(parsing: text, options: JSON.Options(parsing: .lazy))
        #expect(try json.data[0].vox.decode(Everything.Point.self).y == 2)
        let error = #expect(throws: JSONError.self) {
            try json.data.vox.decode([Everything.Point].self)
        }
        #expect(error?.code == .invalidLiteral && error?.position != nil)
    }

    @Test("a Codable type is a value wherever one is")
    func convertible() throws {
        let json = try JSON(
            parsing: #"{"total":{"amount":12.5,"currency":"EUR"},"level":2,"bad":{}}"#)
        let total: Price? = json.total
        #expect(total == Price(amount: 12.5, currency: "EUR"))
        json.parts = [Price(amount: 1, currency: "EUR")]
        #expect(json.parts as [Price]? == [Price(amount: 1, currency: "EUR")])
        #expect(json.level as Level? == .high)
        json.level = Level.low
        #expect(try json.level.vox.text() == "1")
        #expect(json.bad as Price? == nil)
        #expect(json.vox.failure?.code == .missing && json.vox.failure?.pointer == "/bad/amount")
        json.vox.failure = nil
        json.total = Price(amount: .nan, currency: "EUR")
        #expect(
            json.vox.failure?.code == .notFinite && json.vox.failure?.pointer == "/total/amount")
        #expect(json.total as Price? == total)
    }
}
