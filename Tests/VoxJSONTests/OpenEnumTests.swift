// SPDX-License-Identifier: MIT

import Foundation
import Testing
import VoxJSON

private enum Kind: String, Sendable { case album, single }

private enum Stars: Int { case one = 1, two }

private struct Report: Codable, Equatable {
    var kind: OpenEnum<Kind>
    var kinds: [OpenEnum<Kind>]
    var stars: OpenEnum<Stars>?
    var former: OpenEnum<Kind>?
}

private typealias OpenKind = OpenEnum<Kind>

@Suite("Open enumerations")
struct OpenEnumTests {
    @Test("A raw value with a case is known, and every other one is kept as it is.")
    func reading() throws {
        let json = try JSON(parsing: #"{"a":"album","e":"ep","n":"","s":[1,9,-3]}"#)
        let known: OpenKind? = json.a
        let unknown: OpenKind? = json.e
        let empty: OpenKind? = json.n
        let stars: [OpenEnum<Stars>]? = json.s
        #expect(known == .known(.album) && unknown == .unknown("ep") && empty == .unknown(""))
        #expect(stars == [.known(.one), .unknown(9), .unknown(-3)])
        #expect(stars?.map(\.rawValue) == [1, 9, -3])
        #expect(known?.known == .album && unknown?.known == nil)
        #expect(json.vox.failures.isEmpty)
    }

    @Test("Values are compared with plain cases, in patterns too.")
    func comparing() {
        func name(_ kind: OpenKind?) -> String {
            switch kind {
            case .known(.album): "album"
            case .known(let kind): "other: \(kind)"
            case .unknown(let text): "new: \(text)"
            case nil: "none"
            }
        }
        func isAlbum(_ kind: OpenKind) -> Bool {
            switch kind {
            case .album: true
            default: false
            }
        }
        #expect(name(.known(.album)) == "album" && name(.known(.single)) == "other: single")
        #expect(name(.unknown("ep")) == "new: ep" && name(nil) == "none")
        #expect(isAlbum(.known(.album)) && !isAlbum(.known(.single)) && !isAlbum(.unknown("ep")))
        let kind: OpenKind? = .known(.album)
        let none: OpenKind? = nil
        #expect(kind == .album && kind != .single && none != .album && !(none == .album))
        #expect(OpenKind.unknown("ep") != .album && OpenKind.known(.single) == .single)
    }

    @Test("Equality and hashes follow the raw value.")
    func equality() {
        #expect(OpenKind(rawValue: "album") == .known(.album))
        if case .known(.album) = OpenKind(rawValue: "album") {} else { Issue.record("not known") }
        #expect(OpenKind.unknown("album") == .known(.album) && OpenKind.unknown("album") == .album)
        #expect(Set<OpenKind>([.unknown("album"), .known(.album), .unknown("ep")]).count == 2)
        #expect(OpenKind.unknown("ep") != .unknown("EP"))
    }

    @Test("A value of another kind is told with its position, in a list by its index.")
    func wrongKinds() throws {
        let json = try JSON(parsing: #"{"k":3,"l":["album",3],"s":[1,1.5,99999999999999999999]}"#)
        let single = #expect(throws: JSONError.self) { try json.k.vox.value(as: OpenKind.self) }
        #expect(single?.code == .wrongKind && single?.pointer == "/k")
        #expect(single?.expected == "a string" && single?.isUnknownValue == false)
        let list = #expect(throws: JSONError.self) { try json.l.vox.value(as: [OpenKind].self) }
        #expect(list?.code == .wrongKind && list?.pointer == "/l/1")
        let stars = #expect(throws: JSONError.self) {
            try json.s.vox.value(as: [OpenEnum<Stars>].self)
        }
        #expect(stars?.pointer == "/s/1")
    }

    @Test("Writing gives the raw text, and an equal value keeps the text that it has in JSON.")
    func writing() throws {
        let text = #"{"k":"\u0061lbum","u":"\u0065p","i":7}"#
        let json = try JSON(parsing: text)
        json.k = OpenKind.known(.album)
        json.u = OpenKind.unknown("ep")
        json.i = OpenEnum<Stars>.unknown(7)
        #expect(try json.vox.text() == text)
        json.k = OpenKind.known(.single)
        json.u = OpenKind.unknown("mixtape")
        json.i = OpenEnum<Stars>.known(.two)
        json.new = [OpenKind.unknown("x"), .known(.album)]
        #expect(
            try json.vox.text() == #"{"k":"single","u":"mixtape","i":2,"new":["x","album"]}"#)
        #expect(json.vox.failures.isEmpty)
    }

    @Test("Codable types keep unknown values, by the coders of Vox and of Foundation.")
    func codable() throws {
        let text = #"{"kind":"ep","kinds":["album","ep","single","mixtape"],"stars":5}"#
        let report = Report(
            kind: .unknown("ep"),
            kinds: [.known(.album), .unknown("ep"), .known(.single), .unknown("mixtape")],
            stars: .unknown(5))
        let json = try JSON(parsing: text)
        #expect(try json.vox.decode(Report.self) == report)
        #expect(try JSONDecoder().decode(Report.self, from: Data(text.utf8)) == report)
        #expect(try JSONValue(encoding: report).text() == text)
        try json.vox.encode(report)
        #expect(try json.vox.text() == text && !json.vox.isChanged)
        let data = try JSONEncoder().encode(report)
        #expect(try JSONDecoder().decode(Report.self, from: data) == report)
    }

    @Test("A wrong element of a list in a Codable type is told by its index.")
    func codableIndex() throws {
        let json = try JSON(parsing: #"{"r":[{"kind":"ep","kinds":["album","ep",true]}]}"#)
        let error = #expect(throws: JSONError.self) { try json.r.vox.decode([Report].self) }
        #expect(error?.code == .wrongKind && error?.pointer == "/r/0/kinds/2")
    }
}
