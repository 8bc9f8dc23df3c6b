// SPDX-License-Identifier: MIT

import Testing
import Vox

/// Rule and pointer of a finding.
private struct Place: Hashable, CustomTestStringConvertible {
    let code: String
    let pointer: String
    let severity: Validator.Finding.Severity

    var testDescription: String { "\(severity) \(code) at \(pointer)" }
}

/// In the texts ' stands for ".
private func findings(_ text: String, _ validator: Validator = Validator()) throws -> [Validator
    .Finding]
{
    try validator.findings(in: JSON(parsing: text.replacing("'", with: "\"")))
}

private func places(_ text: String, _ validator: Validator = Validator()) throws -> [Place] {
    try findings(text, validator).map {
        Place(code: $0.code, pointer: $0.pointer, severity: $0.severity)
    }
}

private func good(
    _ text: String, _ validator: Validator = Validator(),
    at location: SourceLocation = #_sourceLocation
) throws {
    #expect(try places(text, validator) == [], "\(text)", sourceLocation: location)
}

private func bad(
    _ text: String, _ code: String, _ pointer: String, _ validator: Validator = Validator(),
    severity: Validator.Finding.Severity = .error, at location: SourceLocation = #_sourceLocation
) throws {
    #expect(
        try places(text, validator) == [Place(code: code, pointer: pointer, severity: severity)],
        "\(text)", sourceLocation: location)
}

/// A resource object with further members.
private func resource(_ members: String = "", type: String = "a", id: String = "1") -> String {
    "{'type':'\(type)','id':'\(id)'" + (members.isEmpty ? "" : ",") + members + "}"
}

/// A document with one resource.
private func document(_ members: String) -> String { "{'data':\(resource(members))}" }

private let response = Validator(profile: .response)
private let create = Validator(profile: .create)
private let update = Validator(profile: .update)
private let relationship = Validator(profile: .relationship)

@Suite("Validator: documents and resources")
struct ValidatorTests {
    @Test("JA-001 the root of a document is an object")
    func root() throws {
        try good("{'data':null}")
        for text in ["[]", "'x'", "1", "null", "true"] {
            try bad(text, "JA-001", "")
        }
    }

    @Test("JA-002 data, errors, meta or an extension's member must be there")
    func something() throws {
        for text in ["{'data':[]}", "{'errors':[]}", "{'meta':{}}"] { try good(text) }
        try good("{'version:ids':[]}", Validator(extensions: ["version"]))
        try bad("{'jsonapi':{},'links':{}}", "JA-002", "")
    }

    @Test("JA-003 data and errors exclude one another")
    func dataAndErrors() throws {
        try bad("{'data':null,'errors':[]}", "JA-003", "/errors")
    }

    @Test("JA-004 included needs data")
    func includedAlone() throws {
        try good("{'data':[],'included':[]}")
        try bad("{'meta':{},'included':[]}", "JA-004", "/included")
    }

    @Test("JA-005 unknown members are worth a warning, and none for the lenient reader")
    func unknown() throws {
        try bad("{'data':null,'more':1}", "JA-005", "/more", severity: .warning)
        try good("{'data':null,'more':1}", Validator(lenient: true))
    }

    @Test("JA-007 primary data is a resource, an identifier, a list of them, or null")
    func primary() throws {
        for data in ["null", "[]", resource(), "[\(resource())]"] { try good("{'data':\(data)}") }
        for data in ["'x'", "1", "true"] { try bad("{'data':\(data)}", "JA-007", "/data") }
        for element in ["null", "1", "[]"] {
            try bad("{'data':[\(element)]}", "JA-007", "/data/0")
        }
    }

    @Test("JA-014 a repeated member name is noticed, and the last one judged")
    func repeated() throws {
        try bad("{'data':1,'data':null}", "JA-014", "/data", severity: .warning)
    }

    @Test("JA-015 a resource has a type, and an id unless it is new")
    func identification() throws {
        try good(document(""), response)
        try bad("{'data':{'id':'1'}}", "JA-015", "/data")
        try bad("{'data':{'type':'a'}}", "JA-015", "/data", response)
        try good("{'data':{'type':'a'}}", create)
        try good("{'data':{'type':'a'}}")
        try bad("{'data':[{'type':'a'}]}", "JA-015", "/data/0")
    }

    @Test("JA-016 type, id and lid are text; the lenient reader takes numbers for the first two")
    func identityKinds() throws {
        try bad("{'data':{'type':'a','id':1}}", "JA-016", "/data/id")
        try bad("{'data':{'type':1,'id':'1'}}", "JA-016", "/data/type")
        try bad("{'data':{'type':'a','lid':1}}", "JA-016", "/data/lid")
        try good("{'data':{'type':1,'id':2}}", Validator(lenient: true))
        try bad("{'data':{'type':'a','id':[]}}", "JA-016", "/data/id", Validator(lenient: true))
        try bad("{'data':{'type':'a','lid':1}}", "JA-016", "/data/lid", Validator(lenient: true))
    }

    @Test("JA-018 a lid names one resource of the document, and the same everywhere")
    func localIdentifiers() throws {
        func linking(_ identifier: String, _ own: String) -> String {
            "{'data':{'type':'a',\(own),'relationships':{'r':{'data':\(identifier)}}}}"
        }
        let pointer = "/data/relationships/r/data/lid"
        try good(linking("{'type':'a','lid':'x'}", "'lid':'x'"), create)
        try bad(linking("{'type':'a','lid':'y'}", "'lid':'x'"), "JA-018", pointer, create)
        try bad(linking("{'type':'b','lid':'x'}", "'lid':'x'"), "JA-018", pointer)
        try good(linking("{'type':'a','id':'1','lid':'x'}", "'id':'1','lid':'x'"))
        let text = linking("{'type':'a','id':'1','lid':'y'}", "'id':'1','lid':'x'")
        try bad(text, "JA-018", pointer)
        #expect(try findings(text).first?.otherPointer == "/data")
        try bad(linking("{'type':'a','id':'2','lid':'x'}", "'id':'1','lid':'x'"), "JA-018", pointer)
    }

    @Test("JA-019 an identifier has a type and an id, or a lid of what is new")
    func identifiers() throws {
        func linking(_ identifier: String) -> String {
            document("'relationships':{'r':{'data':\(identifier)}}")
        }
        let pointer = "/data/relationships/r/data"
        try good(linking("{'type':'b','id':'1','meta':{}}"), Validator(lenient: true))
        try good(
            "{'data':{'type':'b','lid':'1','relationships':{'r':{'data':{'type':'b','lid':'1'}}}}}")
        try bad(linking("{'id':'1'}"), "JA-019", pointer)
        try bad(linking("{'type':'b'}"), "JA-019", pointer)
        try bad(linking("{'type':'b','lid':'1'}"), "JA-019", pointer, response)
        try bad("{'data':[{'id':'1'}]}", "JA-019", "/data/0", relationship)
    }

    @Test("JA-022 a type is made as a member name is")
    func types() throws {
        try good("{'data':\(resource(type: "a-b c_d"))}")
        for type in ["", "a+b", "-a", "a_", "@a", "a:b"] {
            try bad("{'data':\(resource(type: type))}", "JA-022", "/data/type")
        }
    }

    @Test("JA-023 attributes and relationships share their names with one another, type and id")
    func fields() throws {
        try good(document("'attributes':{'a':1,'lid':2},'relationships':{'b':{'data':null}}"))
        try bad(document("'attributes':{'id':1}"), "JA-023", "/data/attributes/id")
        try bad(document("'attributes':{'type':1}"), "JA-023", "/data/attributes/type")
        try bad(
            document("'relationships':{'id':{'meta':{}}}"), "JA-023", "/data/relationships/id")
        let text = document("'attributes':{'a':1},'relationships':{'a':{'data':null}}")
        try bad(text, "JA-023", "/data/relationships/a")
        #expect(try findings(text).first?.otherPointer == "/data/attributes/a")
    }

    @Test("JA-025 attributes are an object, and their values anything")
    func attributes() throws {
        try good(document("'attributes':{'a':[{'b':null},[1,[]]]}"))
        for value in ["[]", "null", "1", "'x'"] {
            try bad(document("'attributes':\(value)"), "JA-025", "/data/attributes")
        }
        try good(document("'attributes':null"), Validator(lenient: true))
    }

    @Test("JA-026 a foreign key should be no attribute")
    func foreignKeys() throws {
        try good(document("'attributes':{'paid':true,'grid':1}"))
        let author = "'relationships':{'author':{'meta':{}}}"
        let text = document("'attributes':{'authorId':1},\(author)")
        try bad(text, "JA-026", "/data/attributes/authorId", severity: .warning)
        #expect(
            try places(document("'attributes':{'author_id':1},\(author)")).map(\.code)
                .contains("JA-026"))
        try good(document("'attributes':{'vatId':1},\(author)"))
    }

    @Test("A rule can be ignored, and the others are reported")
    func ignored() throws {
        let text = document("'attributes':{'a_b':1},'relationships':{'x':[]}")
        #expect(try places(text).map(\.code) == ["JA-064", "JA-027"])
        try bad(
            text, "JA-027", "/data/relationships/x", Validator(ignoredRules: [64, 999, -1]))
    }

    @Test("JA-027 relationships are an object of objects")
    func relationships() throws {
        try good(document("'relationships':{}"))
        try bad(document("'relationships':[]"), "JA-027", "/data/relationships")
        try bad(document("'relationships':{'r':null}"), "JA-027", "/data/relationships/r")
    }

    @Test("JA-028 a relationship has links, data, meta or an extension's member")
    func relationshipMembers() throws {
        for members in ["'data':null", "'meta':{}", "'links':{'self':'/'}"] {
            try good(document("'relationships':{'r':{\(members)}}"))
        }
        try good(document("'relationships':{'r':{'e:x':1}}"), Validator(extensions: ["e"]))
        try bad(document("'relationships':{'r':{}}"), "JA-028", "/data/relationships/r")
    }

    @Test("JA-029 the links of a relationship have self, related or an extension's member")
    func relationshipLinks() throws {
        try good(document("'relationships':{'r':{'links':{'related':'/'}}}"))
        try bad(
            document("'relationships':{'r':{'links':{'first':'/'}}}"), "JA-029",
            "/data/relationships/r/links")
    }

    @Test("JA-030 linkage is null, an identifier, or a list of them")
    func linkage() throws {
        for data in ["null", "[]", resource(), "[\(resource())]"] {
            try good(document("'relationships':{'r':{'data':\(data)}}"))
        }
        try bad(
            document("'relationships':{'r':{'data':'1'}}"), "JA-030", "/data/relationships/r/data")
        try bad(
            document("'relationships':{'r':{'data':[1]}}"), "JA-030",
            "/data/relationships/r/data/0")
    }

    @Test("JA-037 included is a list of resources")
    func included() throws {
        try good("{'data':null,'included':[]}")
        try bad("{'data':null,'included':{}}", "JA-037", "/included")
        try bad("{'data':null,'included':['x']}", "JA-037", "/included/0")
    }

    private let linked = resource("'relationships':{'r':{'data':{'type':'b','id':'1'}}}")

    @Test("JA-038 full linkage")
    func fullLinkage() throws {
        try good("{'data':\(linked),'included':[\(resource("'attributes':{}", type: "b"))]}")
        try bad(
            "{'data':\(linked),'included':[\(resource(type: "c"))]}", "JA-038", "/included/0")
        let island = "{'data':null,'included':[\(linked),\(resource(type: "b"))]}"
        #expect(try places(island).map(\.pointer) == ["/included/0", "/included/1"])
        let cycle = resource("'relationships':{'r':{'data':\(resource())}}", type: "b")
        try good("{'data':\(linked),'included':[\(cycle)]}")
    }

    @Test("JA-039 linkage that sparse fieldsets take away is not missed")
    func sparseFieldsets() throws {
        let text =
            "{'data':\(resource("'attributes':{'t':1}")),'included':[\(resource(type: "b"))]}"
        try bad(text, "JA-038", "/included/0")
        try good(text, Validator(fields: ["a": ["t"]]))
        try good(text, Validator(fields: ["a": ["t"]], include: ["r"]))
        try good(text, Validator(fields: ["a": []], include: ["r.s"]))
        try bad(text, "JA-038", "/included/0", Validator(fields: ["b": ["t"]]))
        try bad(text, "JA-038", "/included/0", Validator(fields: ["a": ["r"]], include: ["r"]))
        try bad(text, "JA-038", "/included/0", Validator(fields: ["a": ["t"]], include: []))
    }

    @Test("JA-040 each resource is there once")
    func once() throws {
        try bad("{'data':[\(resource()),\(resource())]}", "JA-040", "/data/1")
        let text = "{'data':\(linked),'included':[\(linked)]}"
        try bad(text, "JA-040", "/included/0")
        #expect(try findings(text).first?.otherPointer == "/data")
        try good(text, Validator(lenient: true))
        try good("{'data':[\(resource(id: "b:c")),\(resource(type: "a b", id: "c"))]}")
        // The response of a relationship, with the resource that it names.
        try good("{'data':\(resource()),'included':[\(resource("'attributes':{}"))]}")
    }
}

@Suite("Validator: names, links, meta, errors")
struct ValidatorDetailTests {
    @Test("JA-047 meta is an object with any members")
    func meta() throws {
        try good("{'meta':{'a+b':1,'':{'-':null}}}")
        let nowhere = "'relationships':{'r':{'data':null,'meta':[]}}"
        try bad("{'meta':null}", "JA-047", "/meta")
        try bad(document("'meta':1"), "JA-047", "/data/meta")
        try bad(document(nowhere), "JA-047", "/data/relationships/r/meta")
        try bad("{'data':null,'jsonapi':{'meta':1}}", "JA-047", "/jsonapi/meta")
        try bad("{'errors':[{'meta':'x'}]}", "JA-047", "/errors/0/meta")
    }

    private func link(_ link: String) -> String { "{'data':null,'links':{'self':\(link)}}" }

    @Test("JA-049 a link is a URI reference, an object or null")
    func links() throws {
        for text in ["null", "'/'", "''", "'a'", "'?page[number]=2'", "{'href':'/'}"] {
            try good(link(text))
        }
        for text in ["1", "[]", "true", "'a b'", "'%'"] {
            try bad(link(text), "JA-049", "/links/self")
        }
        try bad("{'data':null,'links':[]}", "JA-049", "/links")
    }

    @Test("JA-050 a link object has an href")
    func href() throws {
        try bad(link("{'title':'x'}"), "JA-050", "/links/self")
        try bad(link("{'href':1}"), "JA-050", "/links/self/href")
        try bad(link("{'href':'/','describedby':{}}"), "JA-050", "/links/self/describedby")
    }

    @Test("JA-052 rel is a relation type, hreflang a language tag or several")
    func relAndLanguage() throws {
        try good(link("{'href':'/','rel':'next','hreflang':['de','zh-Hans-CN']}"))
        try good(link("{'href':'/','rel':'https://example.com/x','hreflang':'en-GB'}"))
        try bad(link("{'href':'/','rel':'Not one'}"), "JA-052", "/links/self/rel")
        try bad(link("{'href':'/','hreflang':'de_DE'}"), "JA-052", "/links/self/hreflang")
        try bad(link("{'href':'/','hreflang':['de','']}"), "JA-052", "/links/self/hreflang/1")
    }

    @Test("JA-057 jsonapi is an object with version, ext, profile and meta")
    func jsonapi() throws {
        try good("{'data':null,'jsonapi':{'version':'1.1','ext':[],'profile':['urn:x:y']}}")
        try bad("{'data':null,'jsonapi':'1.1'}", "JA-057", "/jsonapi")
        try bad("{'data':null,'jsonapi':{'version':1.1}}", "JA-057", "/jsonapi/version")
        try bad("{'data':null,'jsonapi':{'ext':'urn:x:y'}}", "JA-057", "/jsonapi/ext")
        try bad("{'data':null,'jsonapi':{'profile':['x']}}", "JA-057", "/jsonapi/profile/0")
    }

    private func attribute(_ name: String) -> String { document("'attributes':{'\(name)':1}") }

    @Test("JA-061 a name has a character, and those beyond ASCII are allowed")
    func names() throws {
        try good(attribute("a"))
        try bad(attribute(""), "JA-061", "/data/attributes/")
        for name in ["é", "日本", "😀", "a😀z"] {
            #expect(try findings(attribute(name)).allSatisfy { $0.severity == .warning })
        }
    }

    @Test("JA-062 a name begins and ends with an allowed character", arguments: ["-", "_", " "])
    func edges(character: String) throws {
        for name in [character, character + "a", "a" + character] {
            try bad(attribute(name), "JA-062", "/data/attributes/" + name)
        }
        #expect(try findings(attribute("a\(character)b")).allSatisfy { $0.severity == .warning })
    }

    @Test("JA-063 reserved characters", arguments: Array("+,.[]!#$%&()*/;<=>?@^`{|}~\u{7F}"))
    func reserved(character: Character) throws {
        let pointer = "a\(character)b".replacing("~", with: "~0").replacing("/", with: "~1")
        try bad(attribute("a\(character)b"), "JA-063", "/data/attributes/" + pointer)
    }

    @Test("JA-063 control characters, quote and backslash")
    func escapedReserved() throws {
        for escape in ["\\u0000", "\\u001f", "\\n", "\\\"", "\\\\"] {
            let found = try findings(attribute("a\(escape)b"))
            #expect(found.map(\.code) == ["JA-063"], "\(escape)")
        }
    }

    @Test("JA-064 other names than camelCase are worth a warning")
    func camelCase() throws {
        for name in ["camelCase", "a1b", "x"] { try good(attribute(name)) }
        for name in ["snake_case", "kebab-case", "Upper", "a1", "a b", "é"] {
            let pointer = "/data/attributes/" + name
            try bad(attribute(name), "JA-064", pointer, severity: .warning)
        }
    }

    @Test("JA-065 names inside attributes are worth a warning, in meta anything goes")
    func nested() throws {
        let text = document("'attributes':{'x':[{'-':{'a+b':1}}]},'meta':{'-':1}")
        let found = try places(text)
        #expect(found.map(\.code) == ["JA-065", "JA-065"])
        #expect(found.map(\.pointer) == ["/data/attributes/x/0/-", "/data/attributes/x/0/-/a+b"])
        #expect(found.map(\.severity) == [.warning, .warning])
    }

    @Test("JA-066 @-members may be anywhere and count nowhere")
    func atMembers() throws {
        try good(
            "{'@context':1,'data':"
                + resource(
                    "'@id':1,'attributes':{'@type':1,'a':{'@b+':1}},"
                        + "'relationships':{'@type':1,'r':{'@x':1,'data':null}},'links':{'@y':1}")
                + "}")
        try bad("{'@data':null}", "JA-002", "")
        try bad(document("'relationships':{'r':{'@data':null}}"), "JA-028", "/data/relationships/r")
        let linking = resource("'relationships':{'@r':{'data':{'type':'b','id':'1'}}}")
        try bad(
            "{'data':\(linking),'included':[\(resource(type: "b"))]}", "JA-038", "/included/0")
    }

    @Test("JA-067 extension members: namespace:name, and only when applied")
    func extensions() throws {
        let applied = Validator(extensions: ["ext", "v2"])
        try good("{'data':null,'ext:a':1,'v2:b-c':2}", applied)
        for name in ["ext:", ":a", "e-t:a", "ext:a+", "ext:a:b", "other:a"] {
            try bad("{'data':null,'\(name)':1}", "JA-067", "/" + name, applied)
        }
        try bad("{'data':null,'ext:a':1}", "JA-067", "/ext:a")
    }

    @Test("JA-080 two applied extensions have two namespaces")
    func namespaces() throws {
        try good("{'data':null}", Validator(extensions: ["a", "b"]))
        try bad("{'data':null}", "JA-080", "", Validator(extensions: ["a", "b", "a"]))
    }

    @Test("JA-106 a request to create has one resource")
    func creating() throws {
        try good("{'data':{'type':'a','attributes':{}}}", create)
        try bad("{'meta':{}}", "JA-106", "", create)
        try bad("{'data':null}", "JA-106", "/data", create)
        try bad("{'data':[\(resource())]}", "JA-106", "/data", create)
    }

    @Test("JA-107 a relationship in a request has data")
    func requestLinkage() throws {
        let text = document("'relationships':{'r':{'links':{'self':'/'}}}")
        try good(text, response)
        for validator in [create, update] {
            try bad(text, "JA-107", "/data/relationships/r", validator)
        }
    }

    @Test("JA-115 a request to update has one resource with an id")
    func updating() throws {
        try good(document(""), update)
        try bad("{'data':{'type':'a'}}", "JA-115", "/data", update)
        try bad("{'data':[]}", "JA-115", "/data", update)
        try bad("{'meta':{}}", "JA-115", "", update)
    }

    @Test("JA-123 the document of a relationship has linkage as data")
    func relationshipDocument() throws {
        for data in ["null", "[]", resource(), "[\(resource()),\(resource())]"] {
            try good("{'data':\(data)}", relationship)
        }
        try bad("{'meta':{}}", "JA-123", "", relationship)
    }

    @Test("JA-128 errors are a list of objects, each with a member")
    func errors() throws {
        try good("{'errors':[{'title':'t'},{'source':{'header':'Accept'}}]}")
        try bad("{'errors':{}}", "JA-128", "/errors")
        try bad("{'errors':['x']}", "JA-128", "/errors/0")
        try bad("{'errors':[{}]}", "JA-128", "/errors/0")
        try bad("{'errors':[{'title':1}]}", "JA-129", "/errors/0/title", severity: .warning)
        try bad("{'errors':[{'source':{}}]}", "JA-132", "/errors/0/source", severity: .warning)
    }

    @Test("JA-131 status and code are text; the lenient reader takes numbers")
    func statusAndCode() throws {
        try good("{'errors':[{'status':'400','code':'1'}]}")
        try bad("{'errors':[{'status':400}]}", "JA-131", "/errors/0/status")
        try bad("{'errors':[{'code':1}]}", "JA-131", "/errors/0/code")
        try good("{'errors':[{'status':400,'code':1}]}", Validator(lenient: true))
    }

    @Test("JA-171 every finding has a code, a pointer, a place and where the standard says so")
    func findingParts() throws {
        let found = try findings("{'data':[\n {'type':'a','id':1},\n {'id':'2'}]}")
        #expect(found.map(\.code) == ["JA-016", "JA-015"])
        #expect(found.map(\.pointer) == ["/data/0/id", "/data/1"])
        #expect(found.map(\.position.offset) == [28, 33])
        #expect(found.map(\.position.line) == [2, 3])
        #expect(found.map(\.position.column) == [19, 2])
        #expect(
            found.map(\.reference)
                == Array(
                    repeating:
                        "https://jsonapi.org/format/1.1/#document-resource-object-identification",
                    count: 2))
        #expect(found[0].description == "JA-016 an id must be a string (at \"/data/0/id\")")
        let demanded = [
            1, 2, 3, 4, 7, 15, 16, 18, 19, 22, 23, 25, 26, 27, 28, 29, 37, 38, 39, 40, 47, 49, 50,
            52,
            57, 61, 62, 63, 64, 65, 66, 67, 80, 106, 107, 115, 123, 128, 131,
        ]
        #expect(Set(Validator.rules).isSuperset(of: demanded))
        #expect(Validator.rules == Validator.rules.sorted())
    }

    @Test("The whole document is validated whatever the view; an absent view has none")
    func views() throws {
        let json = try JSON(parsing: #"{"data": {"type": "a", "id": 1}}"#)
        #expect(try Validator().findings(in: json.data.type).count == 1)
        #expect(throws: JSONError.self) { try Validator().findings(in: json.none) }
    }

    @Test("What was edited has the place of what is around it")
    func edited() throws {
        let json = try JSON(parsing: #"{"data":  {"type": "a", "id": "1"}}"#)
        json.data.attributes.id = 7
        let found = try Validator().findings(in: json)
        #expect(found.map(\.code) == ["JA-023"])
        #expect(found.map(\.pointer) == ["/data/attributes/id"])
        #expect(found.map(\.position.offset) == [10])
    }

    @Test(
        "JA-030 with a schema, a to-many that is null or one identifier, and a to-one list, are errors"
    )
    func declaredRelationships() throws {
        let json = try JSON(
            parsing: #"""
                {"data": [
                  {"type": "albums", "id": "1", "relationships": {
                    "tracks": {"data": null}, "artist": {"data": []}, "other": {"data": null}}},
                  {"type": "albums", "id": "2", "relationships": {
                    "tracks": {"data": []}, "artist": {"data": null}}},
                  {"type": "notes", "id": "1", "relationships": {"tracks": {"data": null}}}]}
                """#)
        let validator = Validator(profile: .response)
        #expect(try validator.findings(in: json).isEmpty)
        let found = try validator.knowing(Artist.self).knowing(Album.self).findings(in: json)
        #expect(found.allSatisfy { $0.rule == 30 && $0.severity == .error })
        #expect(
            found.map(\.pointer) == ["tracks", "artist"].map { "/data/0/relationships/\($0)/data" })
    }

    @Test(
        "T09 The pointers of many findings below a long name are limited, and the rest is counted")
    func longPointers() throws {
        let members = (0..<3000).map { "'a+\($0)': 1" }.joined(separator: ",")
        let name = String(repeating: "x", count: 20_000)
        let text = "{'data': {'type': 'a', 'id': '1', 'attributes': {'\(name)': {\(members)}}}}"
        let found = try findings(text)
        let pointers = found.map(\.pointer.utf8.count).reduce(0, +)
        #expect(pointers < 16 * text.utf8.count + 1 << 20 + 2 * 20_100)
        let last = try #require(found.last)
        #expect(last.message.hasSuffix("; \(3000 - found.count) further findings are left out"))
        #expect(last.severity == .warning)
    }
}
