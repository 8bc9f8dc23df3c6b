// SPDX-License-Identifier: MIT

import Testing
import Vox

/// A kind of attribute of one's own: text in lower case.
private struct Lowercased: FieldMark.Derived, WritableAttribute {
    let base: Attribute<String>

    func read(_ json: JSON) throws(JSONError) -> String { try base.read(json).lowercased() }

    func read(borrowed value: JSON.BorrowedScalar) -> String? { value.string?.lowercased() }

    func write(_ value: String, to json: JSON) throws(JSONError) {
        try base.write(value.lowercased(), to: json)
    }

    func property(_ value: String?) -> String? { value }

    func value(_ property: String?) -> String? { property }
}

private struct Account: ResourceSchema {
    static let type = "accounts"
    let mail = Lowercased(base: Attribute<String>("mail"))
}

@Suite("Kinds of attributes of one's own")
struct OwnAttributeTests {
    @Test("They read and write what they say, as properties and by the throwing forms")
    func ownKind() throws {
        let text = #"{"data":{"type":"accounts","id":"1","attributes":{"mail":"A@B.EXAMPLE"}}}"#
        let document = try Document<Account>(parsing: text)
        let account = try #require(document.data)
        #expect(account.mail == "a@b.example")
        #expect(try account.vox.value(\.mail) == "a@b.example")
        #expect(account.vox.state(\.mail) == .value)
        account.mail = "C@D.example"
        #expect(account.attributes.mail == "c@d.example")
        try account.vox.set(\.mail, to: "E@F.example")
        #expect(account.attributes.mail == "e@f.example")
        #expect(try account.vox.changes().attributes == ["mail"])
        account.mail = nil
        #expect(account.vox.state(\.mail) == .absent)
    }
}
