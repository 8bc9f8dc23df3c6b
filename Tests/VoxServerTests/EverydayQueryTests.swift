// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Vox
import VoxServer

private enum Medium: String, JSONConvertible { case vinyl, tape }

private struct Record: ResourceSchema {
    static let type = "records"
    let title = Attribute<String>("title")
    let year = Attribute<Int>("release-year")
    let price = Attribute<Double>("price")
    let isLive = Attribute<Bool>("live").defaulting(to: false)
    let medium = Attribute<Medium>("medium").required()
    let added = Attribute<Date>("added").readOnly()
    let length = Attribute<Int>("seconds")
        .transformed(to: { Duration.seconds($0) }, from: { Int($0.components.seconds) })
    let label = Attribute<String?>("label")
    let tags = Attribute<[String]>("tags")
    let city = Attribute<String>(at: "address.city")
    let artist = ToOne<Artist>("artist")
}

@Suite("Everyday queries")
struct EverydayQueryTests {
    private func items(
        _ change: (ReadRequest<[Record]>) -> ReadRequest<[Record]>
    ) throws -> [String] {
        let records = DataSource<Record>(
            .path("records/<id>"), client: try Script().api("https://a.example"))
        let url = try change(records.fetch()).url()
        return try QueryItem.Encoding.decode(url.query ?? "").map { "\($0.name)=\($0.value ?? "")" }
    }

    @Test("a filter takes values of the attribute, and writes the text they have in JSON")
    func filtering() throws {
        #expect(try items { $0.filter(\.year, 1996) } == ["filter[release-year]=1996"])
        #expect(try items { $0.filter(\.year, 1996, 1997) } == ["filter[release-year]=1996,1997"])
        #expect(try items { $0.filter(\.title, "Blue, Lines") } == ["filter[title]=Blue, Lines"])
        #expect(try items { $0.filter(\.price, 9.5) } == ["filter[price]=9.5"])
        #expect(try items { $0.filter(\.isLive, true) } == ["filter[live]=true"])
        #expect(try items { $0.filter(\.medium, .tape, .vinyl) } == ["filter[medium]=tape,vinyl"])
        #expect(
            try items { $0.filter(\.added, Date(timeIntervalSince1970: 0)) }
                == ["filter[added]=1970-01-01T00:00:00Z"])
        #expect(try items { $0.filter(\.length, .seconds(60)) } == ["filter[seconds]=60"])
        #expect(try items { $0.filter(\.label, "a") } == ["filter[label]=a"])
        #expect(try items { $0.filter(\.city, "Bristol") } == ["filter[address.city]=Bristol"])
        let year = 1996
        #expect(try items { $0.filter(\.year, year) } == ["filter[release-year]=1996"])
    }

    @Test("the values of a list stand side by side, and what a service finds has one of them")
    func lists() async throws {
        let years = [1996, 1997]
        #expect(try items { $0.filter(\.year, years) } == ["filter[release-year]=1996,1997"])
        #expect(try items { $0.filter(\.medium, [.tape]) } == ["filter[medium]=tape"])
        #expect(try items { $0.filter(\.artist, ["7", "8"]) } == ["filter[artist]=7,8"])
        #expect(
            try items { $0.filter("artist", years.map(String.init)) } == [
                "filter[artist]=1996,1997"
            ])
        #expect(try items { $0.filter("artist", []) } == ["filter[artist]="])

        let store = try MemoryStore(
            parsing: #"""
                {"data": [
                    {"type": "records", "id": "1", "attributes": {"title": "A", "release-year": 1996}},
                    {"type": "records", "id": "2", "attributes": {"title": "B, C", "release-year": 1997}},
                    {"type": "records", "id": "3", "attributes": {"title": "D", "release-year": 1998}}]}
                """#)
        let records = DataSource<Record>(
            .path("records/<id>"),
            client: try APIClient("https://a.example", transport: ResourceService(serving: store)))
        func ids(_ request: ReadRequest<[Record]>) async throws -> [String?] {
            try await request.result().data.map(\.id)
        }
        let all = records.fetch()
        #expect(try await ids(all.filter(\.year, 1996, 1997)) == ["1", "2"])
        #expect(try await ids(all.filter(\.year, years)) == ["1", "2"])
        #expect(try await ids(all.filter("release-year", "1996", "1998")) == ["1", "3"])
        #expect(try await ids(all.filter("id", ["2", "3"])) == ["2", "3"])
        #expect(try await ids(all.filter("title", "B, C")) == ["2"])
        #expect(try await ids(all.filter("release-year", "1996,1997")).isEmpty)
        #expect(try await ids(all.filter(\.year, 1996).filter(\.year, 1998)) == ["3"])
        #expect(try await ids(all.filter(\.year, years).filter(\.title, "A", "D")) == ["1"])
    }

    @Test("no value is null")
    func null() throws {
        #expect(try items { $0.filter(\.label, nil) } == ["filter[label][null]=true"])
        #expect(try items { $0.filter(\.label == nil) } == ["filter[label][null]=true"])
    }

    @Test("texts go as they stand, for what no value says and for related resources")
    func texts() throws {
        #expect(try items { $0.filter(\.year, "gt:1990") } == ["filter[release-year]=gt:1990"])
        #expect(try items { $0.filter(\.artist, "7") } == ["filter[artist]=7"])
    }

    @Test("a value without a text is an error of the request, and names the field")
    func withoutText() throws {
        for change in [
            { $0.filter(\.tags, ["a"]) }, { $0.filter(\.price, .nan) },
        ] as [(ReadRequest<[Record]>) -> ReadRequest<[Record]>] {
            let error = #expect(throws: RequestError.self) { try items(change) }
            #expect(error?.code == .invalidQuery)
            #expect(error?.message.contains("has no text form") == true)
        }
    }

    @Test("one field to sort by, and which way")
    func sorting() throws {
        #expect(try items { $0.sort(\.year) } == ["sort=release-year"])
        #expect(try items { $0.sort(\.year, .descending) } == ["sort=-release-year"])
        #expect(try items { $0.sort(\.year, .ascending) } == ["sort=release-year"])
        #expect(
            try items { $0.sort(\.title).sort(\.year, .descending) } == ["sort=-release-year"])
        #expect(
            try items { $0.sort(.descending(\.year), .ascending(\.title)) }
                == ["sort=-release-year,title"])
    }

    @Test("a name that the standard keeps for itself is sent when it is said explicitly")
    func exactNames() throws {
        #expect(
            try items {
                $0.query(exactly: "q", "a b").query(exactly: "limit", "20").query("xY", "1")
            }
                == ["q=a b", "limit=20", "xY=1"])
        #expect(try items { $0.query(exactly: "a[", nil) } == ["a[="])
        let error = #expect(throws: RequestError.self) { try items { $0.query("q", "1") } }
        #expect(error?.code == .invalidQuery)
        #expect(error?.message.contains("query(exactly:)") == true)
        #expect(throws: RequestError.self) {
            try items { $0.query(exactly: "q", "1").query("limit", "2") }
        }
    }
}
