// SPDX-License-Identifier: MIT

import FoundationEssentials
import Testing
import Vox

private struct Inner: ObjectSchema {
    let size = Attribute<Int>("size")
}

private struct Box: ObjectSchema {
    let total = Attribute<Int>(at: "followers.total")
    let deep = Attribute<String>(at: "a.b.c.d.e")
    let plays = Attribute<Int>(at: "stats.plays").defaulting(to: 0)
    let price = Attribute<String>(at: "price.amount").transformed(by: .double)
    let made = Attribute<Date>(at: "meta.made").readOnly()
    let view = Attribute<JSON>(at: "raw.view")
    let inner = Attribute<TypedObject<Inner>>(at: "outer.inner")
    let list = Attribute<[Int]>(at: "lists.numbers")
    let plain = Attribute<String>("plain")
}

private struct Snake: ObjectSchema {
    static let keyStrategy = KeyStrategy.snakeCase
    let visits = Attribute<Int>(at: "homePage.visitorCount")
    let exact = Attribute<Int>(exactlyAt: "homePage.visitorCount")
}

private struct Account: ResourceSchema {
    static let type = "accounts"
    let city = Attribute<String>(at: "address.city")
    let zip = Attribute<Int>(at: "address.zip").readOnly()
    let login = Attribute<String>(at: "login.name").writeOnce()
    let name = Attribute<String>("name")
}

private func box(_ text: String) throws -> TypedObject<Box> {
    TypedObject(try JSON(parsing: text))
}

private func compact(_ object: TypedObject<Box>) throws -> String {
    try object.vox.json.vox.text(style: .compact)
}

@Suite("Attributes inside nested objects")
struct NestedAttributeTests {
    @Test("MW-123 they are read through the objects, whatever is there")
    func reading() throws {
        let full = try box(
            """
            {"followers": {"href": null, "total": 12}, "a": {"b": {"c": {"d": {"e": "deep"}}}},
             "stats": {"plays": 7}, "price": {"amount": "1.50"}, "meta": {"made": "2015-12-30"},
             "raw": {"view": [1]}, "outer": {"inner": {"size": 3}}, "lists": {"numbers": [1, 2]}}
            """)
        #expect(full.total == 12 && full.deep == "deep" && full.plays == 7 && full.price == 1.5)
        #expect(full.made == Date(timeIntervalSince1970: 1_451_433_600))
        #expect(full.view[0] == 1 && full.inner.size == 3 && full.list == [1, 2])
        #expect(try full.vox.value(\.total) == 12)
        #expect(full.vox.state(\.total) == .value)

        for text in [
            "{}", #"{"followers": null, "a": null, "stats": null, "outer": null, "raw": null}"#,
            #"{"followers": {}, "a": {"b": {}}, "stats": {}, "outer": {}, "raw": {}}"#,
            #"{"followers": 5, "a": [], "stats": "x", "outer": true, "raw": 1}"#,
            #"{"followers": {"total": null}, "a": {"b": {"c": null}}, "stats": {"plays": null}}"#,
        ] {
            let empty = try box(text)
            #expect(empty.total == nil && empty.deep == nil && empty.plays == 0)
            #expect(empty.inner.size == nil && empty.view.vox.kind == .absent)
            #expect(empty.vox.state(\.deep) == .absent)
            #expect(empty.vox.failures.isEmpty, "what is missing is no failure")
            do throws(JSONError) {
                _ = try empty.vox.value(\.deep)
                Issue.record("there is none")
            } catch {
                #expect(error.code == .missing && error.pointer == "/a/b/c/d/e")
            }
        }
        let wrong = try box(#"{"followers": {"total": "many"}}"#)
        #expect(wrong.total == nil)
        #expect(wrong.vox.failure?.code == .wrongKind)
        #expect(wrong.vox.failure?.pointer == "/followers/total")
        #expect(try box(#"{"followers": {"total": null}}"#).vox.state(\.total) == .null)
    }

    @Test("MW-123 writing makes the way, and leaves alone what else is there")
    func writing() throws {
        let made = try box("{}")
        made.total = 12
        made.deep = "x"
        made.plays += 1
        made.price = 1.5
        made.inner.size = 4
        made.view.more = true
        made.list = [1]
        made.list?.append(2)
        try made.vox.set(\.made, to: Date(timeIntervalSince1970: 0))
        #expect(
            try compact(made)
                == #"{"followers":{"total":12},"a":{"b":{"c":{"d":{"e":"x"}}}},"#
                + #""stats":{"plays":1},"price":{"amount":"1.5"},"outer":{"inner":{"size":4}},"#
                + #""raw":{"view":{"more":true}},"lists":{"numbers":[1,2]},"#
                + #""meta":{"made":"1970-01-01T00:00:00Z"}}"#)

        let kept = try box(#"{"followers": {"href": null,  "total": 1}, "plain": "p"}"#)
        kept.total = 2
        #expect(
            try kept.vox.json.vox.text()
                == #"{"followers": {"href": null,  "total": 2}, "plain": "p"}"#)
        kept.total = .null
        #expect(kept.vox.state(\.total) == .null)
        kept.total = nil
        #expect(try compact(kept) == #"{"followers":{"href":null},"plain":"p"}"#)
        kept.deep = nil
        #expect(try compact(kept) == #"{"followers":{"href":null},"plain":"p"}"#, "no way is made")
        #expect(kept.vox.failures.isEmpty && made.vox.failures.isEmpty)
    }

    @Test("MW-123 null on the way gives way to a value; a scalar or a list does not")
    func obstacles() throws {
        for text in [
            #"{"a":null}"#, #"{"a":{"b":null}}"#, #"{"a":{"b":{"c":{"d":null}}}}"#, "null",
        ] {
            let object = try box(text)
            object.deep = nil
            #expect(try compact(object) == text, "nothing was to be written")
            object.deep = "x"
            #expect(try compact(object) == #"{"a":{"b":{"c":{"d":{"e":"x"}}}}}"#)
            #expect(object.vox.failures.isEmpty)
        }
        for text in [#"{"a":5}"#, #"{"a":{"b":[]}}"#, #"{"a":{"b":{"c":{"d":"s"}}}}"#, "[]"] {
            let object = try box(text)
            object.deep = "x"
            #expect(object.vox.failure?.code == .wrongKind)
            #expect(throws: JSONError.self) { try object.vox.set(\.deep, to: "x") }
            object.vox.failure = nil
            #expect(try compact(object) == text)
        }
        let null = try box(#"{"price":null}"#)
        null.price = .nan
        #expect(null.vox.failure?.code == .notFinite)
        null.vox.failure = nil
        #expect(try compact(null) == #"{"price":null}"#)
    }

    @Test("MW-123 MW-094 a key strategy converts each of the names, and exact ones are exempt")
    func strategies() throws {
        let object = TypedObject<Snake>()
        object.visits = 1
        object.exact = 2
        #expect(
            try object.vox.json.vox.text()
                == #"{"home_page":{"visitor_count":1},"homePage":{"visitorCount":2}}"#)
        #expect(object.visits == 1 && object.exact == 2)
        #expect(Snake.name(of: Snake().visits).names == ["home_page", "visitor_count"])
        #expect(Snake.name(of: Snake().visits).text == "home_page.visitor_count")
        try Snake.check()
    }

    @Test("MW-123 two of one name are found, nested ones and plain ones apart")
    func checks() throws {
        struct Twice: ObjectSchema {
            let one = Attribute<Int>(at: "a.b")
            let other = Attribute<Int>(at: "a.b")
        }
        struct Apart: ObjectSchema {
            let one = Attribute<Int>(at: "a.b")
            let plain = Attribute<JSON>("a")
            let dotted = Attribute<Int>("a.b")
        }
        #expect(throws: JSONError.self) { try Twice.check() }
        try Apart.check()
        let object = TypedObject<Apart>()
        object.one = 1
        object.dotted = 2
        #expect(try object.vox.json.vox.text() == #"{"a":{"b":1},"a.b":2}"#)
        #expect(object.plain.b == 1)
    }

    @Test("MW-123 attributes of resources can be nested, too: changes, going back, requests")
    func resources() throws {
        let text = #"""
            {"data": {"type": "accounts", "id": "1",
             "attributes": {"name": "a", "address": {"city": "Bristol", "zip": 7}}}}
            """#
        let account = try #require(try Document<Account>(parsing: text).data)
        #expect(account.city == "Bristol" && account.zip == 7 && account.login == nil)
        #expect(try !account.vox.isChanged(\.city))
        account.city = "Bath"
        #expect(try account.vox.isChanged(\.city) && !account.vox.isChanged(\.zip))
        #expect(try account.vox.changes().paths == ["/attributes/address/city"])
        #expect(
            String(decoding: try account.updateDocument(), as: UTF8.self)
                == #"{"data":{"type":"accounts","id":"1","attributes":"#
                + #"{"address":{"city":"Bath","zip":7}}}}"#)
        try account.vox.revert(\.city)
        #expect(account.city == "Bristol")
        #expect(try !account.vox.isChanged(\.city))
        account.city = nil
        #expect(try account.vox.isChanged(\.city))
        try account.vox.revert(\.city)
        account.login = "ada"
        #expect(account.login == nil && account.vox.failure?.code == .readOnly)
        #expect(account.vox.failure?.pointer == "/data/attributes/login/name")

        let fresh = Resource<Account>()
        fresh.city = "Bath"
        fresh.login = "ada"
        #expect(try fresh.vox.isChanged(\.city) && !fresh.vox.isChanged(\.zip))
        #expect(
            String(decoding: try fresh.createDocument(), as: UTF8.self)
                == #"{"data":{"type":"accounts","attributes":"#
                + #"{"address":{"city":"Bath"},"login":{"name":"ada"}}}}"#)
    }
}
