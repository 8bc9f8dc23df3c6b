// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxServer
import VoxTestSupport

@Suite("Filters of a service")
struct FilterServiceTests {
    private static let store: MemoryStore = {
        func name(_ type: String, _ id: String) -> StoredResource.Identifier {
            .init(type: type, id: id)
        }
        func track(_ id: String, _ title: JSONValue, _ seconds: JSONValue) -> StoredResource {
            StoredResource(
                type: "tracks", id: id, attributes: ["title": title, "seconds": seconds],
                relationships: ["writers": .many([])])
        }
        return MemoryStore([
            StoredResource(
                type: "albums", id: "1",
                attributes: [
                    "title": "Tides", "release-year": 1989, "price": 9.5, "live": true,
                    "genres": ["rock", "folk"], "address": ["city": "Bristol"], "label": "",
                ],
                relationships: [
                    "artist": .one(name("artists", "a")), "owner": .one(name("artists", "a")),
                    "tracks": .many([name("tracks", "t1"), name("tracks", "t2")]),
                ]),
            StoredResource(
                type: "albums", id: "2",
                attributes: [
                    "title": "tides, 50% off", "release-year": 1990, "price": 10, "live": false,
                    "genres": [], "label": nil,
                ],
                relationships: [
                    "artist": .one(name("artists", "b")), "owner": .one(nil),
                    "tracks": .many([name("tracks", "t3")]),
                ]),
            StoredResource(
                type: "albums", id: "3", attributes: ["title": nil, "release-year": nil],
                relationships: ["artist": .one(nil), "owner": .one(nil), "tracks": .many([])]),
            StoredResource(
                type: "albums", id: "4",
                attributes: ["title": "Üben_x", "release-year": 2001, "label": "L"],
                relationships: [
                    "artist": .one(name("artists", "a")), "owner": .one(nil),
                    "tracks": .many([name("tracks", "t1")]),
                ]),
            StoredResource(
                type: "artists", id: "a", attributes: ["name": "Ann", "members": 1],
                relationships: [
                    "debut": .one(name("albums", "1")),
                    "albums": .many([name("albums", "1"), name("albums", "4")]),
                ]),
            StoredResource(
                type: "artists", id: "b", attributes: ["name": nil],
                relationships: ["debut": .one(nil), "albums": .many([name("albums", "2")])]),
            track("t1", "x", 60), track("t2", "y", 61), track("t3", nil, nil),
        ])
    }()

    private func albums(_ spelling: any FilterExpression.Spelling) throws -> DataSource<
        Filtered.Album
    > {
        var service = ResourceService(Filtered.types, store: Self.store)
        service.filters = spelling
        var options = APIOptions()
        options.filters = spelling
        return DataSource(
            .path("albums/<id>"),
            client: try APIClient("https://a.example", transport: service, options: options))
    }

    private static let rows: FilterRows = {
        var rows = FilterRows()
        rows.add(\.year > 1989, "24")
        rows.add(\.year >= 1989, "124")
        rows.add(\.year < 1990, "1")
        rows.add(\.year <= 1990, "12")
        rows.add(\.year == 1990, "2")
        rows.add(\.year != 1990, "134")
        rows.add(\.year == nil, "3")
        rows.add(\.year != nil, "124")
        rows.add(\.price > 9.75, "2")
        rows.add(\.price == 10, "2")
        rows.add(\.isLive == true, "1")
        rows.add(\.isLive != true, "234")
        rows.add(.in(\.year, [1989, 2001]), "14")
        rows.add(!.in(\.year, [1989, 2001]), "23")
        rows.add(.in(\.year, 1989...1990), "12")
        rows.add(.in(\.year, 1989..<1990), "1")
        rows.add(.contains(\.title, "ides"), "12")
        rows.add(.startsWith(\.title, "T"), "1")
        rows.add(.endsWith(\.title, "% off"), "2")
        rows.add(.contains(\.title, "_"), "4")
        rows.add(.contains(\.title, "%"), "2")
        rows.add(.startsWith(\.title, "Ü"), "4")
        rows.add(.contains(\.title, ""), "124")
        rows.add(\.title == "tides, 50% off", "2")
        rows.add(\.title > "a", "24")
        rows.add(\.title < "a", "1")
        rows.add(\.label == "", "1")
        rows.add(\.label == nil, "23")
        rows.add(\.label != nil, "14")
        rows.add(.contains(\.genres, "folk"), "1")
        rows.add(\.genres == nil, "234")
        rows.add(\.city == "Bristol", "1")
        rows.add(\.city == nil, "234")
        rows.add(\.id == "3", "3")
        rows.add(.in(\.id, ["1", "2", "9"]), "12")
        rows.add(\.id != "3", "124")
        rows.add(\.artist.id == "a", "14")
        rows.add(\.artist.id != "a", "23")
        rows.add(\.artist == nil, "3")
        rows.add(\.artist != nil, "124")
        rows.add(.in(\.artist.id, ["a", "b"]), "124")
        rows.add(\.artist.name == "Ann", "14")
        rows.add(\.artist.name != "Ann", "23")
        rows.add(\.artist.name == nil, "23")
        rows.add(\.artist.members >= 1, "14")
        rows.add(\.artist.debut.title == "Tides", "14")
        rows.add(\.owner.id == "a", "1")
        rows.add(\.owner == nil, "234")
        rows.add(.has(\.tracks), "124")
        rows.add(\.tracks == nil, "3")
        rows.add(\.tracks != nil, "124")
        rows.add(\.tracks.id == "t1", "14")
        rows.add(\.tracks.seconds > 60, "1")
        rows.add(\.tracks.title == nil, "2")
        rows.add(\.year > 1989 && .contains(\.title, "x"), "4")
        rows.add(\.year > 1989 && \.artist.id == "b", "2")
        return rows
    }()

    @Test("MW-130 A client and a service agree about filters in every spelling", arguments: 0..<4)
    func agreement(index: Int) async throws {
        let (name, spelling) = FilterSpellingTests.spellings[index]
        let albums = try albums(spelling)
        for (index, row) in Self.rows.all.enumerated() {
            let found = try await albums.fetch().filter(row.filter).result().data.compactMap(\.id)
            #expect(found.joined() == row.expected, "\(name), row \(index)")
        }
        let all = try await albums.fetch().filter(\.year, 1990, 1989).filter(
            .contains(\.title, "T")
        )
        .filter(\.year, 1989).result().data.compactMap(\.id)
        #expect(all == ["1"])
    }

    @Test("MW-130 Functions say what brackets cannot", arguments: [1, 2])
    func functions(index: Int) async throws {
        let albums = try albums(FilterSpellingTests.spellings[index].spelling)
        var rows = FilterRows()
        rows.add(\.year == 1990 || \.artist.name == "Ann", "124")
        rows.add(!(\.year > 1989), "13")
        rows.add(!(\.year > 1989 && \.artist != nil), "13")
        rows.add(.has(\.tracks, \.seconds > 60 && \.title == "x"), "")
        rows.add(.has(\.tracks, \.seconds > 60 && \.title == "y"), "1")
        rows.add(.has(\.tracks, \.seconds > 60 || \.title == nil), "12")
        rows.add(.has(\.tracks, \.title != "x"), "12")
        rows.add(!(.has(\.tracks, \.title != "x")), "34")
        rows.add(.has(\.artist.albums, \.year > 2000), "14")
        rows.add(\.artist.albums.tracks.seconds > 60, "14")
        for (index, row) in rows.all.enumerated() {
            let found = try await albums.fetch().filter(row.filter).result().data.compactMap(\.id)
            #expect(found.joined() == row.expected, "row \(index)")
        }
    }

    @Test("MW-130 What a spelling has no form for is an error of the request, in words")
    func refusedByClient() async throws {
        let albums = try albums(.brackets)
        var rows = FilterRows()
        rows.add(\.year > 1990 || \.title == "x", "no form for \"or\"")
        rows.add(!(\.year > 1990), "no form for the negation of \"gt\"")
        rows.add(\.price > .nan, "the value for the filter \"price\" has no text form")
        rows.add(\.genres == ["a"], "arrays and objects cannot be filter values")
        rows.add(\.year > 1990 && .in(\.title, []), "the list of values is empty")
        for (filter, message) in rows.all {
            let error = #expect(throws: RequestError.self) {
                try albums.fetch().filter(filter).url()
            }
            #expect(error?.code == .invalidQuery)
            #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        }
    }

    @Test(
        "MW-130 A service refuses filters that it does not understand, and names the parameter",
        arguments: [
            (0, "filter[release-year][gt]=x", "is not a value of"),
            (0, "filter[release-year]=199x", "is not a value of"),
            (0, "filter[release-year]=", "is not a value of"),
            (0, "filter[release-year][above]=1", "the operator \"above\" is not one of"),
            (0, "filter[release-year][gt]=1,2", "takes one value"),
            (0, "filter[release-year][contains]=1", "not a string that can be searched"),
            (0, "filter[live][gt]=true", "have no order"), (0, "filter[live]=yes", "not a value"),
            (0, "filter[medium]=cd", "not a value"),
            (0, "filter[label][null]=x", "must be true or false"),
            (0, "filter[x]=1", "cannot be filtered by \"x\""), (0, "filter[title]", "has no value"),
            (0, "filter[artist.x]=1", "artists cannot be filtered by \"x\""),
            (0, "filter[id.x]=1", "an id has no members"), (0, "filter[]=1", "filter[name]=value"),
            (0, "filter=1", "filter[name]=value"), (0, "filter[a][b][c]=1", "filter[name]=value"),
            (1, "filter=equals(title,x)", "expected \"'\""),
            (1, "filter=equals(title,'x'", "expected \")\""),
            (1, "filter=equals(title,'x)", "no closing quote"),
            (1, "filter=equal(title,'x')", "name of a function"),
            (1, "filter=equals(title,'x'))", "expected the end"),
            (1, "filter=", "name of a function"),
            (1, "filter=equals(,'x')", "name of a field"),
            (1, "filter[title]=x", "written as a text"),
            (1, "filter=any(title,null)", "null cannot be in a list"),
            (1, "filter=contains(title,null)", "null can only be"),
            (1, "filter=has(title)", "not a relationship"),
            (1, "filter=equals(artist.id.x,'1')", "no members"),
            (2, "filter=equals(title,x)", "expected a number"),
            (2, "filter=equals(title,1)", "not a value"),
            (2, "filter=any(title,\"a\")", "expected \"[\""), (2, "filter=,", "name of a function"),
            (3, "filter=title==\"a*b\"", "an asterisk is a wildcard only"),
            (3, "filter=title=like=x", "expected an operator"),
            (3, "filter=(title==x", "expected \")\""),
            (3, "filter=title==", "expected a value"),
            (3, "filter=title=isnull=1", "true or false"),
            (3, "filter=;title==x", "name of a field"), (3, "filter=title==x;", "name of a field"),
            (3, "filter=release-year>x", "not a value"),
        ])
    func refusedByService(index: Int, query: String, message: String) async throws {
        var service = ResourceService(Filtered.types, store: Self.store)
        service.filters = FilterSpellingTests.spellings[index].spelling
        let parts = query.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        var item = QueryItem(String(parts[0]), nil)
        if parts.count == 2 {
            item.parts = parts[1].split(separator: ",", omittingEmptySubsequences: false)
                .map(String.init)
        }
        let reply = try await service.send(.get, "/albums?\(QueryItem.Encoding().encode([item]))")
        #expect(reply.status == 400)
        let error = reply.json.errors[0]
        #expect(error.source.parameter == .string(item.name))
        let detail = error.detail as String? ?? ""
        #expect(detail.contains(message), "\(detail)")
    }

    @Test("MW-130 RSQL is read in its other forms, too")
    func otherForms() async throws {
        let albums = try albums(.rsql)
        for (text, ids) in [
            ("release-year=gt=1989", "24"), ("release-year=ge=1989 and release-year=le=1990", "12"),
            ("title==Tides or release-year=lt=1990", "1"), ("title=='Tides'", "1"),
            ("title==*ides*", "12"), ("(release-year>1989,title==Tides);artist==a", "14"),
            ("title!=Tides", "234"), ("title!=T*", "234"),
        ] {
            let found = try await albums.fetch().query(exactly: "filter", text).result()
            #expect(found.data.compactMap(\.id).joined() == ids, "\(text)")
        }
    }

    @Test("MW-130 Depth, conditions and values have limits")
    func limits() async throws {
        func status(
            _ index: Int, _ query: String, _ change: (inout RequestQuery.Limits) -> Void = { _ in }
        ) async throws -> Int {
            var service = ResourceService(Filtered.types, store: Self.store)
            service.filters = FilterSpellingTests.spellings[index].spelling
            change(&service.queryLimits)
            return try await service.send(.get, "/albums?filter=\(query)").status
        }
        // Nested lists of one kind would be one list.
        func nested(_ count: Int) -> String {
            (0..<count).map { "\($0 % 2 == 0 ? "or" : "and")(has(tracks)," }.joined()
                + "has(tracks)" + String(repeating: ")", count: count)
        }
        func raise(_ limits: inout RequestQuery.Limits) {
            (limits.filterDepth, limits.filters) = (.max, .max)
        }
        #expect(try await status(1, nested(15)) == 200)
        #expect(try await status(1, nested(16)) == 400)
        #expect(try await status(1, nested(63), raise) == 200)
        #expect(try await status(1, nested(64), raise) == 400)
        #expect(try await status(1, nested(3000), raise) == 400)
        #expect(try await status(1, String(repeating: "not(", count: 15_000), raise) == 400)
        let open = String(repeating: "(", count: 60_000)
        #expect(try await status(3, open + "title==x") { $0.filterDepth = .max } == 400)
        let list = Array(repeating: "equals(title,'x')", count: 32).joined(separator: ",")
        #expect(try await status(1, "or(\(list))") == 200)
        #expect(try await status(1, "or(\(list),has(tracks))") == 400)
        // Each relationship on the way to a condition counts.
        let chains = (0..<8).map { "equals(artist.debut.artist.debut.title,'\($0)')" }
            .joined(separator: ",")
        #expect(try await status(1, "and(\(chains))") == 200)
        #expect(try await status(1, "and(\(chains),equals(artist.name,'x'))") == 400)
        #expect(
            try await status(1, "and(\(chains),equals(artist.name,'x'))") { $0.filters = 33 } == 200
        )
        let values = Array(repeating: "'x'", count: 1000).joined(separator: ",")
        #expect(try await status(1, "any(title,\(values))") { $0.filterValues = 2000 } == 200)
        #expect(try await status(1, "any(title,\(values))") { $0.filterValues = 999 } == 400)
        let path = Array(repeating: "artist.debut", count: 10).joined(separator: ".")
        #expect(try await status(1, "equals(\(path).title,'x')") == 400)
    }

    @Test("MW-130 Fields that a type does not filter by are refused behind relationships, too")
    func filterable() async throws {
        var types = Filtered.types
        types[0].filterable = ["release-year", "artist"]
        types[1].filterable = ["name"]
        let service = ResourceService(types, store: Self.store)
        for (query, status) in [
            ("filter[release-year]=1990", 200), ("filter[title]=x", 400), ("filter[artist]=a", 200),
            ("filter[artist.name]=Ann", 200), ("filter[artist.members]=1", 400),
            ("filter[tracks.title]=x", 400),
        ] {
            #expect(try await service.send(.get, "/albums?\(query)").status == status, "\(query)")
        }
    }

    @Test(
        "MW-130 A service without a schema compares numbers and booleans with the texts of a query")
    func untyped() async throws {
        let service = ResourceService(serving: Self.store)
        for (query, ids) in [
            ("filter[release-year]=1990", "2"), ("filter[release-year]=1990.0", "2"),
            ("filter[release-year][gt]=1989", "24"), ("filter[live]=true", "1"),
            ("filter[live]=false", "2"), ("filter[title][gt]=a", "24"),
            ("filter[release-year]=x", ""),
            ("filter[genres]=rock", "1"), ("filter[artist]=a", "14"),
            ("filter[artist.name]=Ann", "14"),
            ("filter[tracks]=t1", "14"), ("filter[address.city]=Bristol", "1"),
        ] {
            let reply = try await service.send(.get, "/albums?\(query)")
            #expect(reply.status == 200)
            #expect(reply.ids.joined() == ids, "\(query)")
        }
    }

    @Test("MW-130 A spelling of a program writes and reads its own parameters")
    func own() async throws {
        struct Colons: FilterExpression.Spelling {
            func parameters(
                for filter: FilterExpression
            ) throws(FilterExpression.Failure) -> [(name: String, values: [String])] {
                guard case .comparison(let path, .greater, .number(let number)) = filter else {
                    throw FilterExpression.Failure("only greater than")
                }
                return [("filter[\(path.joined(separator: "."))]", ["gt:\(number)"])]
            }

            func filter(
                from parameters: [(name: String, values: [String])]
            ) throws(FilterExpression.Failure) -> FilterExpression? {
                guard let first = parameters.first else { return nil }
                guard let value = first.values.first, value.hasPrefix("gt:") else {
                    throw FilterExpression.Failure("only gt:", parameter: first.name)
                }
                return .comparison(
                    [String(first.name.dropFirst(7).dropLast())], .greater,
                    .string(String(value.dropFirst(3))))
            }
        }
        let albums = try albums(Colons())
        #expect(
            try albums.fetch().filter(\.year > 1989).url().query
                == "filter%5Brelease-year%5D=gt%3A1989")
        let found = try await albums.fetch().filter(\.year > 1989).result().data.compactMap(\.id)
        #expect(found == ["2", "4"])
        #expect(throws: RequestError.self) { try albums.fetch().filter(\.year < 1989).url() }
        await #expect(throws: RequestError.self) {
            try await albums.fetch().filter("title", "x").result()
        }
    }
}
