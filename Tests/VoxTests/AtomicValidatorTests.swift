// SPDX-License-Identifier: MIT

import Testing
import Vox

private let operations = Validator(profile: .operations)
private let results = Validator(profile: .results)

/// Returns code and pointer of each finding. In the texts ' stands for ". The text is read at once
/// and lazily, with equal findings.
private func findings(
    _ text: String, _ validator: Validator, at location: SourceLocation = #_sourceLocation
) throws -> [String] {
    let text = text.replacing("'", with: "\"")
    var lazy = JSON.Options()
    lazy.parsing = .lazy
    let found = try validator.findings(in: JSON(parsing: text))
    #expect(
        try validator.findings(in: JSON(parsing: text, options: lazy)) == found,
        sourceLocation: location)
    return found.map { "\($0.code) \($0.pointer)" }
}

/// Checks the finding of each list of operations; nil if there must be none.
private func check(
    _ rows: KeyValuePairs<String, String?>, at location: SourceLocation = #_sourceLocation
) throws {
    for (list, finding) in rows {
        #expect(
            try findings("{'atomic:operations':[\(list)]}", operations, at: location)
                == (finding.map { [$0.replacing(" ", with: " /atomic:operations/")] } ?? []),
            "\(list)", sourceLocation: location)
    }
}

private let new = "{'op':'add','data':{'type':'a','lid':'x'}}"

@Suite("Validator: Atomic Operations")
struct AtomicValidatorTests {
    @Test("JA-137 a document has a non-empty list of operations or results, and no data beside it")
    func topLevel() throws {
        #expect(try findings("{'atomic:operations':[\(new)]}", operations).isEmpty)
        #expect(try findings("{'atomic:results':[{}]}", results).isEmpty)
        #expect(try findings("{'errors':[{'title':'t'}]}", results).isEmpty)
        #expect(try findings("{'meta':{}}", operations) == ["JA-137 "])
        #expect(try findings("{'meta':{}}", results) == ["JA-137 "])
        for list in ["[]", "{}", "null"] {
            #expect(
                try findings("{'atomic:operations':\(list)}", operations)
                    == ["JA-137 /atomic:operations"])
            #expect(
                try findings("{'atomic:results':\(list)}", results) == ["JA-137 /atomic:results"])
        }
        for member in ["data", "included", "errors"] {
            #expect(
                try findings("{'atomic:operations':[\(new)],'\(member)':[]}", operations)
                    == ["JA-137 /\(member)"])
        }
        #expect(
            try findings("{'atomic:operations':[\(new)],'atomic:results':[{}]}", operations)
                == ["JA-137 /atomic:results"])
    }

    @Test("JA-137 without a profile the rules hold when the extension is applied")
    func anyProfile() throws {
        let text = "{'atomic:operations':[{'op':'move'}]}"
        #expect(
            try findings(text, Validator(extensions: ["atomic"]))
                == ["JA-138 /atomic:operations/0/op"])
        #expect(
            try findings(text, Validator(profile: .response, extensions: ["x", "atomic"]))
                == ["JA-138 /atomic:operations/0/op"])
        #expect(try findings(text, Validator()) == ["JA-002 ", "JA-067 /atomic:operations"])
    }

    @Test("JA-138 an op is add, update or remove; an operation without op is an error, not a crash")
    func codes() throws {
        try check([
            "{}": "JA-138 0",
            "{'data':{'type':'a'}}": "JA-138 0",
            "{'op':'replace'}": "JA-138 0/op",
            "{'op':null}": "JA-138 0/op",
            "\(new),{'op':'Add','data':{'type':'a'}}": "JA-138 1/op",
        ])
    }

    @Test("JA-139 an operation has a ref or an href; a ref has a type and an id or a lid")
    func targets() throws {
        try check([
            "{'op':'remove','ref':{'type':'a','id':'1'}}": nil,
            "{'op':'remove','href':'/a/1'}": nil,
            "{'op':'remove','ref':{'type':'a','id':'1'},'href':'/a/1'}": "JA-139 0/href",
            "{'op':'remove','ref':{'type':'a'}}": "JA-139 0/ref",
            "{'op':'remove','ref':{'id':'1'}}": "JA-139 0/ref",
            "\(new),{'op':'remove','ref':{'type':'a','id':'1','lid':'x'}}": "JA-139 1/ref",
            "{'op':'remove','href':1}": "JA-139 0/href",
        ])
    }

    @Test("JA-140 JA-141 JA-142 creating, updating and deleting have their members")
    func resources() throws {
        try check([
            "{'op':'add','data':{'type':'a'}}": nil,
            "{'op':'add'}": "JA-140 0",
            "{'op':'add','data':null}": "JA-140 0/data",
            "{'op':'add','ref':{'type':'a','id':'1'},'data':{'type':'a'}}": "JA-140 0/ref",
            "{'op':'add','data':{}}": "JA-015 0/data",
            "{'op':'update','data':{'type':'a','id':'1'}}": nil,
            "\(new),{'op':'update','data':{'type':'a','lid':'x'}}": nil,
            "{'op':'update','data':{'type':'a'}}": "JA-141 0/data",
            "{'op':'update','ref':{'type':'a','id':'1'}}": "JA-141 0",
            "{'op':'update','ref':{'type':'a','id':'1'},'data':{'type':'a','id':'2'}}":
                "JA-141 0/data",
            "{'op':'remove'}": "JA-142 0",
            "{'op':'remove','ref':{'type':'a','id':'1'},'data':null}": "JA-142 0/data",
        ])
    }

    @Test("JA-143 an operation on a relationship has linkage as data")
    func relationships() throws {
        let ref = "'ref':{'type':'a','id':'1','relationship':'r'}"
        try check([
            "{'op':'update',\(ref),'data':null}": nil,
            "{'op':'update',\(ref),'data':{'type':'b','id':'1'}}": nil,
            "{'op':'add',\(ref),'data':[{'type':'b','id':'1'}]}": nil,
            "{'op':'update',\(ref)}": "JA-143 0",
            "{'op':'add',\(ref),'data':{'type':'b','id':'1'}}": "JA-143 0/data",
            "{'op':'remove',\(ref),'data':null}": "JA-143 0/data",
            "{'op':'remove',\(ref),'data':[{'type':'b'}]}": "JA-019 0/data/0",
        ])
    }

    @Test("JA-144 a lid is that of an earlier operation, and not of the same one or of a later one")
    func localIDs() throws {
        func linking(_ own: String, _ lid: String) -> String {
            "{'op':'add','data':{'type':'a','lid':'\(own)','relationships':"
                + "{'r':{'data':{'type':'a','lid':'\(lid)'}}}}}"
        }
        let pointer = "data/relationships/r/data/lid"
        try check([
            "\(new),\(linking("y", "x"))": nil,
            "\(linking("y", "x")),\(new)": "JA-144 0/\(pointer)",
            linking("x", "x"): "JA-144 0/\(pointer)",
            "\(new),{'op':'remove','ref':{'type':'b','lid':'x'}}": "JA-144 1/ref/lid",
            "\(new),\(new)": "JA-144 1/data/lid",
        ])
    }

    @Test("JA-146 JA-150 a result may be empty, and has a resource, a list or null as data")
    func resultObjects() throws {
        let good = "{},{'data':null},{'data':[{'type':'a','id':'1'}]},{'meta':{'n':1}}"
        #expect(try findings("{'atomic:results':[\(good)]}", results).isEmpty)
        #expect(try findings("{'atomic:results':[1]}", results) == ["JA-146 /atomic:results/0"])
        #expect(
            try findings("{'atomic:results':[{'data':'x'}]}", results)
                == ["JA-146 /atomic:results/0/data"])
        #expect(
            try findings("{'atomic:results':[{'data':{'type':'a','lid':'x'}}]}", results)
                == ["JA-015 /atomic:results/0/data"])
        #expect(
            try findings("{'atomic:results':[{'meta':[]}]}", results)
                == ["JA-047 /atomic:results/0/meta"])
        try check(["{'op':'add','data':{'type':'a'},'meta':1}": "JA-047 0/meta"])
    }

    @Test("JA-030 JA-144 a schema also holds for operations; a repeated lid names the first one")
    func schemaAndOther() throws {
        let text = """
            {"atomic:operations": [{"op": "update", "data": null,
              "ref": {"type": "albums", "id": "1", "relationship": "tracks"}}]}
            """
        let found = try operations.knowing(Album.self).findings(in: JSON(parsing: text))
        #expect(found.map(\.code) == ["JA-030"])
        let twice = "{'atomic:operations':[\(new),\(new)]}".replacing("'", with: "\"")
        let finding = try operations.findings(in: JSON(parsing: twice)).first
        #expect(finding?.otherPointer == "/atomic:operations/0/data/lid")
    }

    @Test("JA-171 the rules of the extension lead to its text")
    func references() throws {
        let text = #"{"atomic:operations": [{"op": 1, "more": 2}]}"#
        let found = try operations.findings(in: JSON(parsing: text))
        #expect(
            found.map(\.reference) == [
                "https://jsonapi.org/ext/atomic/#operation-objects",
                "https://jsonapi.org/format/1.1/#document-structure",
            ])
        #expect(Set(Validator.rules).isSuperset(of: [137, 138, 139, 140, 141, 142, 143, 144, 146]))
    }

    @Test("A document that is read lazily has its error when it is validated")
    func malformed() throws {
        var options = JSON.Options()
        options.parsing = .lazy
        let json = try JSON(
            parsing: #"{"atomic:operations": [{"op": "add"}, {"op": nul}]}"#, options: options)
        let error = #expect(throws: JSONError.self) { try operations.findings(in: json) }
        #expect(error?.pointer == "/atomic:operations/1/op")
    }

    @Test("The tree of a document shows each operation and each result in a line")
    func tree() throws {
        let request = try Document<AnyResource>(
            parsing: #"""
                {"atomic:operations": [
                  {"op": "add", "href": "/albums", "data": {"type": "albums", "lid": "a",
                   "attributes": {"title": "Night Trains"}}, "meta": {"n": 1}},
                  {"op": "update", "data": [{"type": "tracks", "id": "1"}],
                   "ref": {"type": "albums", "lid": "a", "relationship": "tracks"}},
                  {"op": "remove", "href": "/albums/3"},
                  {"op": "remove", "ref": {"type": "albums", "id": "4"}}, 1]}
                """#)
        #expect(
            request.vox.tree() == #"""
                operations: 5 operations
                  add albums lid a at "/albums"
                    title: "Night Trains"
                    meta
                      n: 1
                  update albums lid a tracks → tracks 1
                  remove at "/albums/3"
                  remove albums 4
                  1
                """#)
        let response = try Document<AnyResource>(
            parsing: #"""
                {"atomic:results": [{"data": {"type": "albums", "id": "1"}}, {}, {"data": null}]}
                """#)
        #expect(
            response.vox.tree()
                == "results: 3 results\n  albums 1\n  no data\n  none")
    }
}
