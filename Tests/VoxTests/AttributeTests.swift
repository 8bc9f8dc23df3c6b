// SPDX-License-Identifier: MIT

import Testing
import Vox

/// A schema whose properties all differ from the JSON names, and with a kind of each.
private struct Sample: ResourceSchema {
    static let type = "samples"
    let text = Attribute<String>("the-text")
    let integer = Attribute<Int64>("the_integer")
    let natural = Attribute<UInt64>("naturalNumber")
    let number = Attribute<Double>("a number")
    let flag = Attribute<Bool>("is-flagged")
    let texts = Attribute<[String]>("the-texts")
    let numbers = Attribute<[Double]>("the-numbers")
    let object = Attribute<[String: JSONValue]>("the-object")
    let objects = Attribute<[[String: Int]]>("the-objects")
    let exact = Attribute<JSONNumber>("the-exact")
    let value = Attribute<JSONValue>("the-value")
    let view = Attribute<JSON>("the-view")
    let one = ToOne<Sample>("to-one")
    let many = ToMany<Sample>("to-many")
}

@Suite("Attributes")
struct AttributeTests {
    @Test("MW-001 a written property is at once in the raw tree, and nowhere else")
    func propertyIsTheTree() throws {
        let album = Resource<Album>()
        #expect(album.attributes.vox.state == .absent)
        album.title = "Blue Lines"
        #expect(String(album.attributes.title) == "Blue Lines")
        #expect(
            album.vox.json.vox.isEqual(
                to: try JSON(
                    parsing: """
                        {"type": "albums", "attributes": {"title": "Blue Lines"}}
                        """)))

        // Were there a copy anywhere, it would outlive the tree's member.
        album.attributes.title.vox.remove()
        #expect(album.title == nil)
        #expect(album.vox.state(\.title) == .absent)
        album.attributes = try JSON(parsing: #"{"title": "Protection"}"#)
        #expect(album.title == "Protection")
    }

    @Test("MW-002 raw tree and typed property are one node, read and written either way")
    func bothWays() throws {
        let document = try Document<[Album]>(parsing: AlbumDocument.list)
        let album = document.data[0]
        let raw = document.json["data"][0]["attributes"]["title"] as JSON
        #expect(raw == album.attributes["title"] as JSON)
        #expect(raw == document.json[pointer: "/data/0/attributes/title"])

        document.json.data[0].attributes.title = "raw"
        #expect(album.title == "raw")
        album.title = "typed"
        #expect(String(raw) == "typed")
        album.attributes["release-year"] = 1998
        #expect(album.year == 1998)
        album.year = 2003
        #expect(Int(document.json[pointer: "/data/0/attributes/release-year"]) == 2003)
        let again = try #require(document.resource(Album.self, id: "1"))
        #expect(again == album)
        #expect(again.title == "typed")
    }

    @Test("MW-003 values of every kind survive write, read and serialise")
    func valuesSurvive() throws {
        let sample = Resource<Sample>()
        let object: [String: JSONValue] = ["a": [1, ["b": nil]], "c": "d"]
        sample.text = "tab\t \"quoted\" naïve 日本 👩‍🚀 \u{0}"
        sample.integer = -9_007_199_254_740_993
        sample.natural = .max
        sample.number = 0.1
        sample.flag = true
        sample.texts = ["", "two"]
        sample.numbers = [1.5, -0.0, 1e300, .leastNonzeroMagnitude]
        sample.object = object
        sample.objects = [["x": 1], [:]]
        sample.exact = JSONNumber(text: "123456789012345678901234567890.10")
        sample.value = ["nested": [[[1]]]]
        sample.view = try JSON(parsing: #"{"deep": {"deeper": [true, null, 1.0]}}"#)

        let data = try sample.documentData()
        let read = try #require(try Document<Sample>(parsing: data).data)
        for sample in [sample, read] {
            #expect(sample.text == "tab\t \"quoted\" naïve 日本 👩‍🚀 \u{0}")
            #expect(sample.integer == -9_007_199_254_740_993)
            #expect(sample.natural == 18_446_744_073_709_551_615)
            #expect(sample.number == 0.1)
            #expect(sample.flag == true)
            #expect(sample.texts == ["", "two"])
            #expect(sample.numbers == [1.5, -0.0, 1e300, .leastNonzeroMagnitude])
            #expect(sample.numbers?[1].sign == .minus)
            #expect(sample.object == object)
            #expect(sample.objects == [["x": 1], [:]])
            #expect(sample.exact?.text == "123456789012345678901234567890.10")
            #expect(sample.value == ["nested": [[[1]]]])
            #expect(Bool(sample.view.deep.deeper[0]) == true)
            #expect(sample.view.deep.deeper[1].vox.state == .null)
        }
        #expect(try read.documentData() == data)
        #expect(sample.vox.failure == nil)
        #expect(read.vox.failure == nil)
    }

    @Test(
        "MW-003 integers at the edges of every width",
        arguments: [
            Int64.min, .min + 1, -9_007_199_254_740_993, -1, 0, 9_007_199_254_740_993, .max,
        ])
    func integers(integer: Int64) throws {
        let sample = Resource<Sample>()
        sample.integer = integer
        let read = try #require(try Document<Sample>(parsing: sample.documentData()).data)
        #expect(read.integer == integer)
        #expect(read.exact == nil)
        #expect(try read.vox.value(\.integer) == integer)
    }

    @Test("MW-004 the JSON name holds for reading, writing, subscript, attribute and relationship")
    func names() throws {
        let sample = Resource<Sample>()
        let other = Resource<Sample>()
        other.id = "2"
        sample.text = "a"
        sample.number = 2
        sample.one = other
        sample.many = [other]
        #expect(
            try sample.documentText()
                == #"{"data":{"type":"samples","attributes":{"the-text":"a","a number":2},"#
                + #""relationships":{"to-one":{"data":{"type":"samples","id":"2"}},"#
                + #""to-many":{"data":[{"type":"samples","id":"2"}]}}}}"#)

        let read = try #require(try Document<Sample>(parsing: sample.documentData()).data)
        #expect(read.text == "a")
        #expect(read["the-text"] == "a")
        #expect(read["text"] as String? == nil, "the property's name is no JSON name")
        #expect(read.one?.id == "2")
        #expect(read.many.map(\.id) == ["2"])
        read["the-text"] = "b"
        #expect(read.text == "b")
        read.text = nil
        #expect(read["the-text"].vox.state == .absent)
        #expect(read.vox.state(\.one) == .value)
        read.one = nil
        #expect(read.relationships["to-one"].vox.state == .absent)
    }

    @Test("MW-005 a subscript by name is the property's node")
    func subscripts() throws {
        let album = Resource<Album>()
        album["title"] = "Mezzanine"
        #expect(album.title == "Mezzanine")
        album.title = "100th Window"
        #expect(album["title"] as String? == "100th Window")
        #expect(album["title"] as JSON == album.attributes.title as JSON)
        album["release-year"] = 2003
        #expect(album.year == 2003)
        album["release-year"] = .null
        #expect(album.vox.state(\.year) == .null)
        album["release-year"] = nil
        #expect(album.vox.state(\.year) == .absent)
        album["not in the schema"] = [1, 2]
        #expect(album["not in the schema"] == [1, 2])
        album.extras["key"] = "value"
        let extras: JSON = album["extras"]
        #expect(extras == album.extras)
        #expect(String(extras.key) == "value")
    }
}
