// SPDX-License-Identifier: MIT

import Testing
import Vox
import VoxCompatibility

/// The three reading modes, as decided.
@Suite("Reading modes")
struct OptionsTests {
    typealias Mode = DocumentOptions.Mode

    static let modes: [Mode] = [.strict, .standard, .lenient]

    private func read(_ text: String, _ mode: Mode) throws(DocumentError) -> Document<Album> {
        try Document<Album>(parsing: text, options: DocumentOptions(mode: mode))
    }

    private func refusal(_ text: String, _ mode: Mode) -> DocumentError? {
        #expect(throws: DocumentError.self) { try read(text, mode) }
    }

    @Test("the default is standard, and modes compare")
    func defaults() {
        #expect(DocumentOptions().mode == .standard)
        #expect(DocumentOptions() == DocumentOptions(mode: .standard, limits: JSON.Options()))
        #expect(DocumentOptions(mode: .strict) != DocumentOptions(mode: .lenient))
        #expect(Deserializer.Single<Album>().options == DocumentOptions())
        #expect(
            Deserializer.Collection<Album>(options: DocumentOptions(mode: .strict)).options.mode
                == .strict)
    }

    @Test("T02 what is not JSON is refused in every mode", arguments: modes)
    func notJSON(mode: Mode) {
        let texts = [
            "", "{", #"{"data":null}x"#, #"{"data":null,}"#, #"{"data":null}// c"#,
            #"{"meta":"\v"}"#,
            #"{"meta":"\ud800"}"#, "{\"meta\":\"\u{1}\"}", "{'data':null}", #"{"meta":01}"#,
            #"{"meta":NaN}"#,
        ]
        for text in texts {
            #expect(refusal(text, mode)?.code == .json, "\(text)")
        }
    }

    @Test("a byte order mark: refused by strict, kept by the others")
    func byteOrderMark() throws {
        let text = "\u{FEFF}{\"data\":null}"
        #expect(refusal(text, .strict)?.json?.code == .byteOrderMark)
        for mode in [Mode.standard, .lenient] {
            #expect(Array(try read(text, mode).documentData()) == Array(text.utf8))
        }
    }

    @Test("MW-043 repeated names: refused by strict at the second, the last counts elsewhere")
    func repeatedNames() throws {
        let text = #"{"data":{"type":"albums","id":"1","attributes":{"title":"a","title":"b"}}}"#
        let error = refusal(text, .strict)
        #expect(error?.code == .json)
        #expect(error?.json?.code == .duplicateName)
        #expect(error?.position?.offset == 60)
        for mode in [Mode.standard, .lenient] {
            #expect(try read(text, mode).data?.title == "b")
        }
    }

    @Test("MW-040 ids that are numbers: refused, read as their text by lenient")
    func numericIds() throws {
        let text = #"{"data":{"type":"albums","id":17}}"#
        #expect(refusal(text, .strict)?.pointer == "/data/id")
        #expect(refusal(text, .standard)?.pointer == "/data/id")
        let document = try read(text, .lenient)
        #expect(document.data?.id == "17")
        #expect(try document.documentText() == text)
    }

    @Test("MW-040 linkage that carries meta", arguments: modes)
    func linkageMeta(mode: Mode) throws {
        let text = """
            {"data":{"type":"albums","id":"1","relationships":{
            "artist":{"data":{"type":"artists","id":"9","meta":{"since":1990}}},
            "tracks":{"data":[{"type":"tracks","id":"3","meta":{"disc":1}},{"type":"tracks",
            "id":"4"}]}}},
            "included":[{"type":"artists","id":"9","attributes":{"name":"a"}}]}
            """
        let album = try #require(try read(text, mode).data)
        #expect(album.artist?.name == "a")
        #expect(album.vox.relationship(\.artist).json.data.meta.since == 1990)
        #expect(album.tracks[0].meta.disc == 1)
        #expect(album.tracks[1].meta.vox.state == .absent)
        #expect(album.vox.failure == nil)
    }

    @Test("null for attributes and relationships: refused by strict, absent to lenient")
    func nullMembers() throws {
        let text = #"{"data":{"type":"albums","id":"1","attributes":null,"relationships":null}}"#
        #expect(refusal(text, .strict)?.pointer == "/data/attributes")
        let album = try #require(try read(text, .lenient).data)
        #expect(album.title == nil)
        #expect(album.vox.state(\.title) == .absent)
        #expect(album.artist == nil)
        #expect(album.vox.failure == nil)
    }

    @Test("JA-005 T32 members of extensions, @-members and unknown ones are kept", arguments: modes)
    func unknownMembers(mode: Mode) throws {
        let text =
            #"{"x:op":1,"@context":{"a":[]},"data":{"type":"albums","id":"1","@id":2,"#
            + #""own":{},"links":{"self":"/1","own":"/2"}},"links":{"x:own":null},"odd":[null]}"#
        let document = try read(text, mode)
        #expect(document.json["@context"].a.vox.count == 0)
        #expect(document.data?.vox.json["@id"] == 2)
        #expect(try document.documentText() == text)
    }

    @Test(
        "a foreign class is an error to strict and standard", arguments: [Mode.strict, .standard])
    func foreignClass(mode: Mode) {
        #expect(refusal(#"{"data":{"type":"tracks","id":"1"}}"#, mode)?.pointer == "/data/type")
    }

    @Test("MW-040 ids that are numbers resolve as their text, and are written as they came")
    func numericIDs() throws {
        let text =
            #"{"data":{"type":"albums","id":17,"relationships":{"#
            + #""artist":{"data":{"type":"artists","id":9,"meta":{"n":1}}},"#
            + #""tracks":{"data":[{"type":"tracks","id":"5"}]}}},"#
            + #""included":[{"type":"artists","id":"9"},{"type":"tracks","id":5}]}"#
        let document = try read(text, .lenient)
        let album = try #require(document.data)
        #expect(album.id == "17" && document.resource(Album.self, id: "17") == album)
        #expect(album.artist == document.resource(Artist.self, id: "9"))
        #expect(album.artist?.vox.isResolved == true)
        #expect(album.tracks.first?.vox.isResolved == true)
        #expect(try document.documentText() == text)
        #expect(refusal(text, .standard)?.pointer == "/data/id")
    }

    @Test("limits hold in every mode", arguments: modes)
    func limits(mode: Mode) {
        var options = DocumentOptions(mode: mode)
        options.limits.maximumValues = 5
        let text =
            #"{"data":{"type":"albums","id":"1","attributes":{"title":"a","release-year":1}}}"#
        let error = #expect(throws: DocumentError.self) {
            try Document<Album>(parsing: text, options: options)
        }
        #expect(error?.json?.code == .tooManyValues)
        options.limits.maximumValues = 7
        #expect(throws: Never.self) { try Document<Album>(parsing: text, options: options) }
    }
}
