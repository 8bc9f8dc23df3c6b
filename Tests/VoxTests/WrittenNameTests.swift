// SPDX-License-Identifier: MIT

import Testing
import Vox

private struct Contact: ObjectSchema {
    static let keyStrategy = KeyStrategy.snakeCase
    let name = Attribute<String>("displayName").written(as: "fullName")
    let age = Attribute<Int>("age").written(exactlyAs: "newAge").defaulting(to: 0)
    let city = Attribute<String>("cityName").written(at: "homeAddress.city")
    let street = Attribute<String>(at: "homeAddress.street").written(as: "street")
    let weight = Attribute<String>("weight").transformed(by: .double).written(as: "weightText")
}

private struct Author: ResourceSchema {
    static let type = "authors"
    let name = Attribute<String>("display-name").written(as: "name")
}

@Suite("Attributes of another name when written")
struct WrittenNameTests {
    @Test("MW-123 an attribute is read under one name and written under another")
    func twoNames() throws {
        let person = TypedObject<Contact>(
            try JSON(
                parsing:
                    #"{"display_name": "Ada", "age": 36, "home_address": {"street": "A"}}"#))
        #expect(person.name == "Ada" && person.age == 36 && person.street == "A")
        person.name = "Grace"
        person.age += 1
        person.city = "Bath"
        person.street = "B"
        person.weight = 60.5
        #expect(
            try person.vox.json.vox.text(style: .compact)
                == #"{"display_name":"Ada","age":36,"home_address":{"street":"A","city":"Bath"},"#
                + #""full_name":"Grace","newAge":37,"street":"B","weight_text":"60.5"}"#)
        #expect(person.name == "Ada", "what is read is what the server said")
        #expect(person.vox.state(\.name) == .value && person.vox.state(\.city) == .absent)
        #expect(try person.vox.value(\.name) == "Ada")
        try person.vox.set(\.name, to: "Edsger")
        #expect(person.vox.json.full_name == "Edsger" && person.vox.json.display_name == "Ada")
        person.name = .null
        #expect(person.vox.json.full_name.vox.state == .null)
        person.name = nil
        #expect(person.vox.json.full_name == nil && person.vox.json.display_name == "Ada")
        #expect(Contact.writtenName(of: Contact().city).names == ["home_address", "city"])
        #expect(Contact.writtenName(of: Contact().name).text == "full_name")
        #expect(person.vox.failures.isEmpty)
    }

    @Test("MW-123 changes, going back and requests are about the name that is written")
    func requests() throws {
        let text = #"""
            {"data": {"type": "authors", "id": "1", "attributes": {"display-name": "Ada"}}}
            """#
        let author = try #require(try Document<Author>(parsing: text).data)
        author.name = "Grace"
        #expect(author.name == "Ada")
        #expect(try author.vox.isChanged(\.name))
        #expect(
            String(decoding: try author.updateDocument(), as: UTF8.self)
                == #"{"data":{"type":"authors","id":"1","attributes":{"name":"Grace"}}}"#)
        try author.vox.revert(\.name)
        #expect(try !author.vox.isChanged(\.name) && author.attributes.name == nil)
    }
}
