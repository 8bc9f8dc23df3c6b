// SPDX-License-Identifier: MIT

import Testing
import Vox

private struct Card: ObjectSchema {
    let label = Attribute<String>("label")
    /// Harmless in Swift, secret in JSON.
    let digits = Attribute<String>("pin")
    /// Secret in Swift, harmless in JSON.
    let password = Attribute<String>("word")
}

private struct Customer: ResourceSchema {
    static let type = "customers"
    let card = Attribute<TypedObject<Card>>("card")
    let digits = Attribute<String>("otp")
}

/// What `print` and `dump` leave out: the values of members whose names are those of secrets.
@Suite("What print does not show")
struct SecretDescriptionTests {
    private static let members =
        #"{"pin":"s3cret","pwd":"s3cret","otp":"s3cret","cvv":"s3cret","passcode":"s3cret","#
        + #""bearer":"s3cret","pass_word":{"a":"s3cret"},"keys":["s3cret"],"title":"shown"}"#

    /// What can be seen of a value.
    private func texts(_ value: Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return ["\(value)", String(reflecting: value), dumped, "\([value])"]
    }

    private func expectRedacted(_ values: [Any]) {
        for value in values {
            for text in texts(value) {
                #expect(!text.contains("s3cret"), "\(type(of: value)): \(text)")
            }
        }
    }

    @Test("T62 A document prints without the values of pin, pwd, otp, cvv, passcode, bearer")
    func documents() throws {
        let one = try Document<AnyResource>(
            parsing: #"""
                {"data": {"type": "a", "id": "1", "attributes": \#(Self.members),
                 "meta": \#(Self.members)},
                 "included": [{"type": "b", "id": "2", "attributes": \#(Self.members)}],
                 "meta": \#(Self.members)}
                """#)
        let data = try #require(one.data)
        let frozen = try one.frozen()
        expectRedacted([
            one, frozen, data, data.attributes, one.included, one.json, one.json["meta"],
        ])
        #expect("\(one)".contains(#""pin":"[redacted]""#))
        #expect("\(one)".contains(#""title":"shown""#))
        let list = try Document<[AnyResource]>(
            parsing: #"{"data": [{"type": "a", "id": "1", "attributes": \#(Self.members)}]}"#)
        expectRedacted([list, list.data])
        let errors = try Document<AnyResource>(
            parsing: #"{"errors": [{"status": "400", "meta": \#(Self.members)}]}"#,
            options: DocumentOptions(keepsErrors: true))
        expectRedacted([errors] + errors.errors)
    }

    @Test("T62 Values print without them, too")
    func values() throws {
        let value = try JSONValue(parsing: #"{"a": [\#(Self.members)]}"#)
        guard case .object(let object) = value else { return #expect(Bool(false)) }
        expectRedacted([value, object, try JSON(parsing: Array(value.text().utf8))])
        for text in texts(value) { #expect(text.contains("shown")) }
        // Null is no secret.
        #expect(texts(try JSONValue(parsing: #"{"pin": null}"#)).allSatisfy { $0.contains("null") })
    }

    @Test("T62 A property is not shown when its name in Swift or in JSON is that of a secret")
    func properties() throws {
        let document = try Document<Customer>(
            parsing: #"""
                {"data": {"type": "customers", "id": "1", "attributes":
                 {"otp": "s3cret", "card": {"label": "shown", "pin": "s3cret"}}}}
                """#)
        let customer = try #require(document.data)
        let card = customer.card
        expectRedacted([document, customer, card])
        var dumped = ""
        dump(card, to: &dumped)
        #expect(dumped.contains("digits: \"[redacted]\"") && dumped.contains("shown"))
        card.password = "s3cret"
        dumped = ""
        dump(card, to: &dumped)
        #expect(dumped.contains("password: \"[redacted]\""))
    }
}
