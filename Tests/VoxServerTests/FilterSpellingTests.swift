// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxServer
import VoxTestSupport

@Suite("Spellings of filters")
struct FilterSpellingTests {
    typealias Filter = Vox.Filter<Filtered.Album>

    static let spellings: [(name: String, spelling: any FilterExpression.Spelling)] = [
        ("brackets", .brackets), ("functions", .functions), ("klaviyo", .klaviyo), ("rsql", .rsql),
    ]

    /// The parameters as they are before they are encoded, or the message of the refusal.
    private func text(_ filter: Filter, _ spelling: any FilterExpression.Spelling) -> String {
        do throws(FilterExpression.Failure) {
            return try spelling.parameters(for: filter.expression).map {
                "\($0.name)=\($0.values.joined(separator: "|"))"
            }.joined(separator: "&")
        } catch {
            return error.message
        }
    }

    private func check(_ filter: Filter, _ texts: [String]) {
        for ((name, spelling), expected) in zip(Self.spellings, texts) {
            #expect(text(filter, spelling) == expected, "\(name)")
        }
    }

    @Test("MW-130 Each spelling writes the same filter in its own form")
    func table() {
        check(
            \.year == 1990,
            [
                "filter[release-year]=1990", "filter=equals(release-year,'1990')",
                "filter=equals(release-year,1990)", "filter=release-year==1990",
            ])
        check(
            \.year > 1990 && .contains(\.title, "x"),
            [
                "filter[release-year][gt]=1990&filter[title][contains]=x",
                "filter=and(greaterThan(release-year,'1990'),contains(title,'x'))",
                "filter=greater-than(release-year,1990),contains(title,\"x\")",
                "filter=release-year>1990;title==\"*x*\"",
            ])
        check(
            \.artist.name == "O'Hara" || \.isLive == true,
            [
                "filters in brackets have no form for \"or\"",
                "filter=or(equals(artist.name,'O''Hara'),equals(live,'true'))",
                "filter=or(equals(artist.name,\"O'Hara\"),equals(live,true))",
                "filter=artist.name==\"O'Hara\",live==true",
            ])
        check(
            .in(\.medium, [.tape, .vinyl]) && \.artist.id != "7",
            [
                "filter[medium]=tape|vinyl&filter[artist][ne]=7",
                "filter=and(any(medium,'tape','vinyl'),not(equals(artist.id,'7')))",
                "filter=any(medium,[\"tape\",\"vinyl\"]),not(equals(artist.id,\"7\"))",
                "filter=medium=in=(\"tape\",\"vinyl\");artist!=\"7\"",
            ])
        check(
            \.label == nil && \.artist != nil && \.city == "a\"b",
            [
                "filter[label][null]=true&filter[artist][null]=false&filter[address.city]=a\"b",
                "filter=and(equals(label,null),not(equals(artist,null)),equals(address.city,'a\"b'))",
                "filter=equals(label,null),not(equals(artist,null)),equals(address.city,\"a\\\"b\")",
                "filter=label=isnull=true;artist=isnull=false;address.city==\"a\\\"b\"",
            ])
        check(
            .has(\.tracks, \.seconds > 60 && \.title == "x"),
            [
                "filters in brackets have no form for \"and\" inside a condition",
                "filter=has(tracks,and(greaterThan(seconds,'60'),equals(title,'x')))",
                "filter=has(tracks,and(greater-than(seconds,60),equals(title,\"x\")))",
                "filters in RSQL have no form for \"and\" inside a condition",
            ])
        check(
            .has(\.tracks) && .startsWith(\.tracks.title, "x") && \.tracks.writers == nil,
            [
                "filter[tracks][null]=false&filter[tracks.title][startsWith]=x&filter[tracks.writers][null]=true",
                "filter=and(has(tracks),has(tracks,startsWith(title,'x')),has(tracks,not(has(writers))))",
                "filter=has(tracks),has(tracks,starts-with(title,\"x\")),has(tracks,not(has(writers)))",
                "filter=tracks=isnull=false;tracks.title==\"x*\";tracks.writers=isnull=true",
            ])
        check(
            .in(\.year, 1990...1999) && .in(\.price, 1..<2) && .contains(\.genres, "rock"),
            [
                "filter[release-year][gte]=1990&filter[release-year][lte]=1999&filter[price][gte]=1&filter[price][lt]=2&filter[genres]=rock",
                "filter=and(greaterOrEqual(release-year,'1990'),lessOrEqual(release-year,'1999'),greaterOrEqual(price,'1'),lessThan(price,'2'),equals(genres,'rock'))",
                "filter=greater-or-equal(release-year,1990),less-or-equal(release-year,1999),greater-or-equal(price,1),less-than(price,2),equals(genres,\"rock\")",
                "filter=release-year>=1990;release-year<=1999;price>=1;price<2;genres==\"rock\"",
            ])
        check(
            !(\.year < 1990),
            [
                "filters in brackets have no form for the negation of \"lt\"",
                "filter=not(lessThan(release-year,'1990'))",
                "filter=not(less-than(release-year,1990))",
                "filters in RSQL have no form for the negation of \"<\"",
            ])
        check(
            \.length >= .seconds(60) && \.id == "7" && \.owner.id == "8",
            [
                "filter[seconds][gte]=60&filter[id]=7&filter[owner]=8",
                "filter=and(greaterOrEqual(seconds,'60'),equals(id,'7'),equals(owner.id,'8'))",
                "filter=greater-or-equal(seconds,60),equals(id,\"7\"),equals(owner.id,\"8\")",
                "filter=seconds>=60;id==\"7\";owner==\"8\"",
            ])
        check(
            .in(\.year, []),
            Array(
                repeating:
                    "the list of values is empty, so no resource can match: send no request",
                count: 4))
    }

    @Test("MW-130 A filter that a service reads is the filter that was written", arguments: 0..<4)
    func roundTrip(index: Int) async throws {
        let (name, spelling) = Self.spellings[index]
        let seed = Seeded.drawnSeed()
        var filters = RandomFilters(seed: seed)
        let store = Filtered.Recorder()
        var service = ResourceService(Filtered.types, store: store)
        service.filters = spelling
        (service.queryLimits.filters, service.queryLimits.filterDepth) = (10_000, 100)
        service.queryLimits.filterValues = 10_000
        var written = 0
        for round in 0..<1500 {
            let filter = filters.filter(depth: 1 + round % 5).normalized
            let parameters: [(name: String, values: [String])]
            do throws(FilterExpression.Failure) {
                parameters = try spelling.parameters(for: filter)
            } catch {
                #expect(error.message.contains("no form"), "\(filter)")
                continue
            }
            written += 1
            let query = QueryItem.Encoding().encode(
                parameters.map { QueryItem($0.name, list: $0.values) })
            let reply = try await service.send(.get, "/albums?\(query)")
            let note = "\(name), VOX_SEED=\(seed), round \(round): \(parameters)"
            #expect(reply.status == 200, "\(note)")
            #expect(store.take() == filter, "\(note)")
        }
        #expect(written > (name == "brackets" || name == "rsql" ? 300 : 1499), "\(written)")
    }

    @Test("MW-130 Random texts are refused with 400, or are filters", arguments: 0..<4)
    func noise(index: Int) async throws {
        let (name, spelling) = Self.spellings[index]
        let seed = Seeded.drawnSeed()
        var random = Seeded(seed)
        var filters = RandomFilters(seed: seed)
        var service = ResourceService(Filtered.types, store: Filtered.Recorder())
        service.filters = spelling
        var refused = 0
        for round in 0..<1000 {
            let filter = filters.filter(depth: 3).normalized
            guard let parameters = try? spelling.parameters(for: filter) else { continue }
            let items = parameters.map { parameter in
                var characters = Array(parameter.values.joined(separator: ",").unicodeScalars)
                for _ in 0..<(1 + random.below(3)) where !characters.isEmpty {
                    let place = random.below(characters.count)
                    if random.chance(50) {
                        characters.remove(at: place)
                    } else {
                        characters.insert(
                            random.pick(Array("(),'\"\\;=*[]<>! x".unicodeScalars)), at: place)
                    }
                }
                var text = String.UnicodeScalarView()
                text.append(contentsOf: characters)
                return QueryItem(parameter.name, String(text))
            }
            let reply = try await service.send(
                .get, "/albums?\(QueryItem.Encoding().encode(items))")
            #expect([200, 400].contains(reply.status), "\(name), VOX_SEED=\(seed), round \(round)")
            if reply.status == 400 { refused += 1 }
        }
        #expect(refused > 10)
    }
}
