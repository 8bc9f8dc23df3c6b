// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Testing
import Vox
import VoxTestSupport

/// The recorded exchanges of a real service, each with its own status, media type and body.
@Suite("Recorded services", .enabled(if: Corpora.arePresent, Corpora.missing))
struct ServiceCorpusTests {
    /// Prints a row of the table of results, as `make check-services` shows it.
    private func report(_ what: String, _ good: Int, of all: Int, _ rest: String = "") {
        print("services: \(good) of \(all) \(what)\(rest)")
    }

    @Test("All documents are read, byte for byte; what is no document is an error")
    func documents() async throws {
        var read = 0
        var all = 0
        var refused = 0
        for exchange in try RecordedExchange.all()
        where exchange.method == .get && exchange.status == 200 {
            let request = try RecordedService.api(exchange)
                .fetch(exchange.target, as: AnyPrimaryData.self)
            guard exchange.hasData else {
                let error = await requestError { _ = try await request.result() }
                #expect(error != nil, "\(exchange.file)")
                refused += 1
                continue
            }
            all += 1
            let document = try await request.result()
            let text = try document.json.vox.bytes(style: .preserve)
            #expect(text == exchange.body, "\(exchange.file)")
            #expect(document.dataState != .absent)
            read += 1
        }
        report("documents read byte for byte", read, of: all, ", \(refused) others refused")
        #expect(read == all && all > 50)
    }

    @Test("MW-126 All errors have their words, and the status of the response")
    func errors() async throws {
        var all = 0
        var said = 0
        for exchange in try RecordedExchange.all() where exchange.status >= 400 {
            all += 1
            let api = try RecordedService.api(exchange)
            let error = try #require(
                await requestError {
                    if exchange.method == .get {
                        _ = try await api.fetch(exchange.target, as: AnyPrimaryData.self).result()
                    } else {
                        _ = try await api.post(exchange.target).result()
                    }
                }, "\(exchange.file)")
            #expect(error.status?.code == exchange.status)
            #expect(error.body == exchange.body)
            #expect(!error.errors.isEmpty, "\(exchange.file)")
            for one in error.errors {
                let words = try #require(one.title ?? one.detail ?? one.code, "\(exchange.file)")
                #expect(!words.isEmpty)
            }
            // The texts of the response stand in both descriptions.
            let list = exchange.json?["errors"] as JSON?
            let texts =
                list?.vox.elements.compactMap { String($0) ?? String($0["detail"] as JSON) } ?? []
            if let first = texts.first {
                let start = first.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
                #expect(
                    error.localizedDescription.contains(start.prefix(60)), "\(exchange.file)")
                #expect(error.description.contains(start.prefix(30)), "\(exchange.file)")
            }
            said += 1
        }
        report("errors with their words", said, of: all)
        #expect(said == all && all > 50)
    }

    @Test("MW-127 All writes that succeeded are a success, with a request of any form")
    func writes() async throws {
        var all = 0
        for exchange in try RecordedExchange.all()
        where exchange.method != .get && exchange.status < 300 {
            all += 1
            let api = try RecordedService.api(exchange)
            var request = try #require(
                [
                    .post: api.post(exchange.target), .patch: api.patch(exchange.target),
                    .put: api.put(exchange.target), .delete: api.delete(exchange.target),
                ][exchange.method])
            if let body = try? JSON(parsing: exchange.requestBody) { request = request.body(body) }
            do {
                let response = try await request.response()
                if case .pending = response.outcome { Issue.record("\(exchange.file): pending") }
                if case .document(let document) = response.outcome {
                    #expect(try document.json.vox.bytes(style: .preserve) == exchange.body)
                }
            } catch {
                Issue.record("\(exchange.file): \(error)")
            }
        }
        report("writes that succeeded are a success", all, of: all)
        #expect(all > 50)
    }

    @Test("MW-127 Drafts and changes that were written take over what the service says")
    func drafts() async throws {
        var all = 0
        for exchange in try RecordedExchange.all() where exchange.status < 300 {
            guard let sent = try? JSON(parsing: exchange.requestBody),
                let node = sent["data"] as JSON?,
                node.vox.kind == .object, (node.type as String?) != nil
            else { continue }
            let api = try RecordedService.api(exchange)
            let source = DataSource<AnyResource>(
                .router(FixedRouter(address: exchange.target)), client: api)
            let document = try Document<AnyResource>(parsing: exchange.requestBody)
            let draft = try #require(document.data, "\(exchange.file)")
            if exchange.method == .post {
                all += 1
                try await source.create(draft).result()
            } else if exchange.method == .patch || exchange.method == .put {
                all += 1
                if draft.id == nil { draft.id = "the-id-of-the-path" }
                try await source.update(draft, full: true).result()
            } else {
                continue
            }
            if let id = exchange.json?["data"]["id"] as String? {
                #expect(draft.id == id, "\(exchange.file)")
            } else {
                // It is known to be created, so that it is not created twice.
                guard exchange.method == .post, draft.id == nil else { continue }
                let error = await requestError { try await source.create(draft).result() }
                #expect(error?.code == .unsendable, "\(exchange.file)")
            }
            #expect(try draft.vox.changes().attributes.isEmpty, "\(exchange.file)")
        }
        report("drafts and changes taken over", all, of: all)
        #expect(all > 30)
    }

    @Test("MW-125 All walks through pages deliver each resource once, and say how they end")
    func walks() async throws {
        let exchanges = try RecordedExchange.all()
        var ends: [String: Int] = [:]
        var all = 0
        for exchange in exchanges
        where exchange.method == .get && exchange.status == 200 && exchange.hasData {
            guard let data = exchange.json?["data"] as JSON?, data.vox.kind == .array else {
                continue
            }
            all += 1
            // A program knows which of the lists have numbers or offsets, as its request says.
            var options = RecordedService.profile
            if exchange.target.contains("page%5Bnumber%5D") {
                options.paging = .first(.known, .number("page[number]", first: 0))
            } else if exchange.target.contains("page%5Boffset%5D") {
                options.paging = .first(.known, .offset("page[offset]"))
            }
            let (api, script) = try RecordedService.api(pages: exchanges, options: options)
            var request = api.fetch(exchange.target, as: [AnyResource].self)
            // The client asks for the address as it was recorded.
            request.settings.timeouts.total = nil
            let pages = request.pages
            var seen: [String] = []
            var count = 0
            for try await page in pages {
                count += 1
                seen += page.data.map { "\($0.type)/\($0.id ?? "")" }
            }
            let end = try #require(pages.end, "\(exchange.file)")
            #expect(
                seen.starts(
                    with: data.vox.elements.map {
                        "\($0.type as String? ?? "")/\($0.id as String? ?? "")"
                    }))
            #expect(script.requests.count == count || count == 0, "\(exchange.file)")
            #expect(count <= 5, "\(exchange.file)")
            switch end {
            case .complete: ends["complete", default: 0] += 1
            case .cutOff(let reason):
                ends["cut off", default: 0] += 1
                #expect(reason.contains("as the response says"), "\(exchange.file): \(reason)")
            case .unknown(let reason):
                ends["unknown", default: 0] += 1
                print("services: unknown end of \(exchange.file): \(reason)")
            }
            if exchange.walk != nil, case .unknown = end { Issue.record("\(exchange.file)") }
        }
        report(
            "lists walked to an end that is known", all - (ends["unknown"] ?? 0), of: all,
            " (\(ends["complete"] ?? 0) complete, \(ends["cut off"] ?? 0) cut off by their totals)")
        #expect(all > 40)
    }

    @Test("Without a profile nothing is lost in silence: a response is taken, or an error")
    func standard() async throws {
        var taken = 0
        var refused = 0
        for exchange in try RecordedExchange.all() {
            let api = try RecordedService.api(exchange, options: APIOptions())
            let isWrite = exchange.method != .get
            do {
                if isWrite {
                    let response = try await api.post(exchange.target).response()
                    if case .document(let document) = response.outcome {
                        #expect(try document.json.vox.bytes(style: .preserve) == exchange.body)
                    }
                } else {
                    let document = try await api.fetch(exchange.target, as: AnyPrimaryData.self)
                        .result()
                    #expect(try document.json.vox.bytes(style: .preserve) == exchange.body)
                }
                #expect(exchange.status < 300)
                taken += 1
            } catch let error as RequestError {
                if exchange.status < 300 {
                    #expect(!isWrite || error.message.contains("carried out"), "\(exchange.file)")
                    #expect(error.body == Array(exchange.body.prefix(65536)))
                }
                refused += 1
            }
        }
        report(
            "responses taken without a profile", taken, of: taken + refused, ", the others refused")
        #expect(taken > 100)
    }

    @Test("Values replaced at random trap nothing, and are read as they stand")
    func mutations() async throws {
        let exchanges = try RecordedExchange.all().filter { $0.json != nil }
        let seed = Seeded.drawnSeed()
        var random = Seeded(seed)
        let rounds = ServiceCorpusTests.mutations
        for _ in 0..<rounds {
            let exchange = exchanges[Int.random(in: 0..<exchanges.count, using: &random)]
            guard let json = exchange.json else { continue }
            try Self.replaceValue(in: json, using: &random)
            let body = try json.vox.bytes(style: .preserve)
            let api = try RecordedService.api(exchange, body: body)
            do {
                if exchange.method == .get {
                    let pages = api.fetch(exchange.target, as: AnyPrimaryData.self)
                    let document = try await pages.result()
                    #expect(try document.json.vox.bytes(style: .preserve) == body)
                    for resource in document.data { _ = (resource.id, resource.type, resource.lid) }
                    _ = (document.next, document.pageNotes)
                } else {
                    _ = try await api.post(exchange.target).response()
                }
            } catch let error as RequestError {
                _ = (error.description, error.localizedDescription, error.errors)
            }
        }
        report("mutations read or refused", rounds, of: rounds, ", seed \(seed)")
    }

    /// How many mutations: a hundredth in the usual run.
    private static let mutations =
        ProcessInfo.processInfo.environment["VOX_SERVICE_MUTATIONS"].flatMap { Int($0) } ?? 200

    /// Replaces one value of a document, chosen at random, by another value.
    private static func replaceValue(in json: JSON, using random: inout Seeded) throws {
        var place = json
        while Int.random(in: 0..<5, using: &random) > 0 {
            switch place.vox.kind {
            case .object where place.vox.count > 0:
                let members = place.vox.members
                place = members[Int.random(in: 0..<members.count, using: &random)].value
            case .array where place.vox.count > 0:
                place = place[Int.random(in: 0..<place.vox.count, using: &random)]
            default: break
            }
        }
        let values: [JSONValue] = [
            .null, true, "", "?", 0, -1, 1e300, [], [:], ["x"], ["a": "b"],
            "https://other.example/x",
            ["type": "x", "id": "y"], 9_223_372_036_854_775_807, "\u{0}",
        ]
        try place.vox.set(values[Int.random(in: 0..<values.count, using: &random)])
    }
}
