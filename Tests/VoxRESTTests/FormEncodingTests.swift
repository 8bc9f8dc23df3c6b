// SPDX-License-Identifier: MIT

import Testing
import VoxREST
import VoxTestSupport

/// Nested names, as one encoder writes them for both kinds of forms. What is written is read by a decoder
/// in Python, which has the rules of Rack (brackets) and of PHP (positions).
@Suite("Forms of nested values")
struct FormEncodingTests {
    private func text(
        _ value: JSONValue, named name: String? = nil,
        _ change: (inout FormEncoding) -> Void = { _ in }
    ) throws -> [String] {
        var encoding = FormEncoding()
        change(&encoding)
        return try encoding.fields(of: value, named: name).map { "\($0.name)=\($0.value)" }
    }

    private let person: JSONValue = [
        "name": "Ada", "age": 36, "active": true, "email": nil,
        "address": ["city": "London", "geo": ["lat": 51.5, "exact": false]],
        "tags": ["a", "b"], "none": [], "empty": [:],
        "jobs": [["title": "x", "years": [1, 2]], ["title": "y"]],
    ]

    @Test("MW-095 Nested names, lists, lists of objects, and scalars at any depth")
    func nested() throws {
        #expect(
            try text(person) == [
                "name=Ada", "age=36", "active=true", "email=", "address[city]=London",
                "address[geo][lat]=51.5", "address[geo][exact]=false", "tags[]=a", "tags[]=b",
                "jobs[][title]=x", "jobs[][years][]=1", "jobs[][years][]=2", "jobs[][title]=y",
            ])
        #expect(
            try text(["address": ["geo": ["lat": 1]]], named: "user") == [
                "user[address][geo][lat]=1"
            ])
        #expect(try text(["a", ["b": 1]], named: "list") == ["list[]=a", "list[][b]=1"])
        #expect(try text(5, named: "n") == ["n=5"])
        #expect(FormEncoding.name("user", "jobs", "0") == "user[jobs][0]")
    }

    @Test("MW-095 Lists, null, booleans and empty lists have their rules")
    func rules() throws {
        let value: JSONValue = ["l": ["a", nil], "n": nil, "b": false, "e": [], "o": [["x": 1]]]
        #expect(
            try text(value) { $0.lists = .indices } == [
                "l[0]=a", "l[1]=", "n=", "b=false", "o[0][x]=1",
            ])
        #expect(
            try text(value) {
                $0.nulls = .omitted
                $0.booleans = .digits
                $0.emptyLists = .sent
            } == ["l[]=a", "b=0", "e[]=", "o[][x]=1"])
        #expect(
            try text(["l": [1, 2]], named: "u") { $0.lists = .repeated } == ["u[l]=1", "u[l]=2"])
        #expect(
            try text(["e": []]) {
                $0.lists = .repeated
                $0.emptyLists = .sent
            } == ["e="])
        #expect(try text(["big": .number(JSONNumber(UInt64.max))]) == ["big=18446744073709551615"])
    }

    @Test(
        "MW-095 What would be read as something else is refused",
        arguments: [
            ["a": [["x": 1], ["y": 2]]], ["a": [[1, 2]]], ["a": [[:]]],
            ["a": [["t": [1]], ["t": [2]]]], ["": 1], ["a": ["": 1]], ["a[b]": 1],
            ["a": ["b]": 1]], [1, 2], "text", nil,
        ] as [JSONValue])
    func refused(value: JSONValue) throws {
        let error = #expect(throws: RequestError.self) { try FormBody(value) }
        #expect(error?.code == .unsendable)
    }

    @Test("A form is url-encoded as the URL standard has it")
    func encoded() throws {
        let form = try FormBody(["a b": "*-._~+&=%/é\r\n", "c": ["d": "😀"]])
        #expect(form.text == "a+b=*-._%7E%2B%26%3D%25%2F%C3%A9%0D%0A&c%5Bd%5D=%F0%9F%98%80")
        #expect(form.body().contentType == "application/x-www-form-urlencoded")
        #expect(form.body().bytes == Array(form.text.utf8))
        let pairs: FormBody = ["a": "1", "a": "2", "": ""]
        #expect(pairs.text == "a=1&a=2&=")
        #expect(FormBody().text.isEmpty)
    }

    // MARK: Read by another decoder

    private static let names = [
        "a", "b", "a.b", "a b", "@at", "a/b", "m~n", "é", "日本語", "😀", "\u{0}", "&", "=", "+", "%",
        "%5B", "a=b&c", "\"\\/\n\r\t", "null", "-", "\u{301}", "Optional(1)", ";", "#",
    ]

    /// A value with at most so many levels of containers.
    private func value(_ random: inout RandomValues, depth: Int) -> JSONValue {
        guard depth > 0, random.random.chance(70) else { return random.scalar() }
        let count = random.random.below(4)
        if random.random.chance(40) {
            let sameNames = (0..<3).map { _ in random.random.pick(Self.names) }
            return .array(
                (0..<count).map { _ in
                    guard random.random.chance(40) else { return value(&random, depth: depth - 1) }
                    // As lists of objects mostly are: of one shape.
                    var object = JSONObject()
                    for name in sameNames { object[name] = value(&random, depth: depth - 2) }
                    return .object(object)
                })
        }
        var object = JSONObject()
        for _ in 0..<count {
            object[random.random.pick(Self.names)] = value(&random, depth: depth - 1)
        }
        return .object(object)
    }

    /// What a decoder can know: text alone, and no container without a scalar in it.
    private func read(_ value: JSONValue, by encoding: FormEncoding) -> JSONValue? {
        switch value {
        case .null: return encoding.nulls == .sent ? "" : nil
        case .bool(let isTrue): return .string("\(isTrue)")
        case .number(let number): return .string(number.text)
        case .string: return value
        case .array(let elements):
            var object = JSONObject()
            for (index, element) in elements.enumerated() {
                object["\(index)"] = read(element, by: encoding)
            }
            if object.isEmpty { return nil }
            return encoding.lists == .indices ? .object(object) : .array(object.map(\.value))
        case .object(let members):
            var object = JSONObject()
            for (name, value) in members { object[name] = read(value, by: encoding) }
            return object.isEmpty ? nil : .object(object)
        }
    }

    private static let decoder = """
        import re, urllib.parse
        def has(node, keys):
            if '' in keys: return False
            for key in keys:
                if not isinstance(node, dict) or key not in node: return False
                node = node[key]
            return True
        def put(node, keys, value):
            key, rest = keys[0], keys[1:]
            if not rest:
                assert key not in node, key
                node[key] = value
            elif rest == ['']: node.setdefault(key, []).append(value)
            elif rest[0] == '':
                items = node.setdefault(key, [])
                if not (items and isinstance(items[-1], dict)) or has(items[-1], rest[1:]):
                    items.append({})
                put(items[-1], rest[1:], value)
            else: put(node.setdefault(key, {}), rest, value)
        answer = []
        for text in given:
            tree = {}
            pairs = text and urllib.parse.parse_qsl(
                text, keep_blank_values=True, strict_parsing=True)
            for name, value in pairs:
                first, nested = re.fullmatch(r'([^\\[]*)((?:\\[[^\\[\\]]*\\])*)', name, re.S).groups()
                put(tree, [first] + re.findall(r'\\[([^\\]]*)\\]', nested), value)
            answer.append(tree)
        """

    @Test(
        "MW-095 Random nested values are read by an independent decoder as they were",
        .enabled(if: Python.program != nil, "python3 is not installed"),
        arguments: [FormEncoding.Lists.brackets, .indices])
    func random(lists: FormEncoding.Lists) async throws {
        let seed = Seeded.drawnSeed()
        var random = RandomValues(seed: seed)
        var encoding = FormEncoding()
        encoding.lists = lists
        var texts: [JSONValue] = []
        var expected: [JSONValue] = []
        var refused = 0
        while texts.count < 400 {
            var object = JSONObject()
            for name in Self.names.prefix(1 + random.random.below(6)) {
                object[name] = value(&random, depth: 4)
            }
            encoding.nulls = random.random.chance(50) ? .sent : .omitted
            do {
                texts.append(.string(try FormBody(.object(object), encoding: encoding).text))
                expected.append(read(.object(object), by: encoding) ?? .object(JSONObject()))
            } catch {
                refused += 1
            }
        }
        #expect(lists == .brackets || refused == 0, "seed \(seed)")
        #expect(refused < 4000, "seed \(seed)")
        guard case .array(let found) = try await Python.run(Self.decoder, given: .array(texts))
        else {
            Issue.record("no list")
            return
        }
        #expect(found.count == expected.count)
        for (found, expected) in zip(found, expected) {
            #expect(found == expected, "seed \(seed)")
        }
    }
}
