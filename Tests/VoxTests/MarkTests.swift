// SPDX-License-Identifier: MIT

import Testing
import Vox

private struct Account: ResourceSchema {
    static let type = "accounts"
    let plays = Attribute<Int>("plays").defaulting(to: 0)
    let tags = Attribute<[String]>("tags").defaulting(to: [])
    let length = Attribute<Int>("seconds")
        .transformed(to: { Duration.seconds($0) }, from: { Int($0.components.seconds) })
        .defaulting(to: .zero)
    let name = Attribute<String>("name")
    let login = Attribute<String>("login").writeOnce()
    let created = Attribute<String>("created").readOnly()
    let visits = Attribute<Int>("visits").defaulting(to: 1).readOnly()
    let country = Attribute<String>("country").writeOnce().defaulting(to: "?")
}

private func read(_ attributes: String) throws -> Resource<Account> {
    let text = #"{"data": {"type": "accounts", "id": "1", "attributes": \#(attributes)}}"#
    return try #require(try Document<Account>(parsing: text).data)
}

private func text(_ data: some Collection<UInt8>) -> String {
    String(decoding: data, as: UTF8.self)
}

@Suite("Defaults and marks")
struct MarkTests {
    @Test("a default stands in for missing and null, and is not written by itself")
    func defaults() throws {
        let account = try read(#"{"tags": null, "plays": 2}"#)
        #expect(account.plays == 2)
        #expect(account.tags == [])
        #expect(account.length == .zero)
        #expect(account.vox.isChanged == false)
        account.plays += 1
        account.tags.append("a")
        account.length += .seconds(2)
        #expect(account.plays == 3)
        #expect(
            try text(account.updateDocument())
                == #"{"data":{"type":"accounts","id":"1","attributes":"#
                + #"{"tags":["a"],"plays":3,"seconds":2}}}"#)

        try account.vox.setNull(\.plays)
        #expect(account.vox.state(\.plays) == .null)
        #expect(account.plays == 0)
        try account.vox.remove(\.plays)
        #expect(account.vox.state(\.plays) == .absent)
        #expect(account.plays == 0)
        #expect(throws: JSONError.self) { try account.vox.value(\.plays) }
        #expect(account.vox.failure == nil)
    }

    @Test("a default stands in for a value of another kind too, which is noted")
    func wrongKind() throws {
        let account = try read(#"{"plays": "many"}"#)
        #expect(account.plays == 0)
        #expect(account.vox.failure?.code == .wrongKind)
        #expect(account.vox.failure?.pointer == "/data/attributes/plays")
    }

    @Test("what is read-only is sent neither on create nor on update, and is set by name")
    func readOnly() throws {
        let account = try read(#"{"created": "1999", "name": "a", "visits": 7}"#)
        #expect(account.created == "1999")
        #expect(account.visits == 7)
        account.name = "b"
        try account.vox.set(\.created, to: "2000")
        try account.vox.set(\.visits, to: 8)
        #expect(account.created == "2000")
        let sent = #"{"data":{"type":"accounts","id":"1","attributes":{"name":"b"}}}"#
        #expect(try text(account.updateDocument()) == sent)
        #expect(try text(account.updateDocument(full: true)) == sent)
        #expect(try text(account.createDocument()) == sent)
        #expect(
            try account.documentText().contains(#""created":"2000""#), "a server writes everything")
        #expect(try read("{}").visits == 1)

        let marks: Set<String> = ["created", "visits"]
        #expect(Set(try account.vox.changes().attributes).isSuperset(of: marks))
    }

    @Test("what is written once is sent on create, and refused and not sent later")
    func writeOnce() throws {
        let account = Resource<Account>()
        account.login = "ada"
        account.login = "grace"
        account.country = "UK"
        #expect(
            try text(account.createDocument())
                == #"{"data":{"type":"accounts","attributes":{"login":"grace","country":"UK"}}}"#)
        account.id = "1"
        try account.vox.mark()
        account.login = "edsger"
        #expect(account.login == "grace")
        #expect(account.vox.failure?.code == .readOnly)
        #expect(account.vox.failure?.pointer == "/data/attributes/login")
        account.vox.failure = nil

        account.login = .null
        #expect(account.login == "grace")
        account.country = "FR"
        #expect(account.country == "UK")
        #expect(account.vox.failure?.code == .readOnly)
        account.vox.failure = nil

        try account.vox.set(\.login, to: "edsger")
        account.name = "n"
        #expect(account.login == "edsger")
        for full in [false, true] {
            #expect(
                try text(account.updateDocument(full: full))
                    == #"{"data":{"type":"accounts","id":"1","attributes":{"name":"n"}}}"#)
        }
    }

    @Test("what is written once is refused in a resource that was read, also when it is missing")
    func writeOnceAfterReading() throws {
        let account = try read("{}")
        account.login = "ada"
        #expect(account.login == nil)
        #expect(account.vox.failure?.code == .readOnly)
    }
}
