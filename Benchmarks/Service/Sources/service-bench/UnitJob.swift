// SPDX-License-Identifier: MIT

import Foundation
import Vox

/// A unit of work with a thousand creations, sent over a transport in memory, against its parts measured
/// alone: building the resources, writing them as documents, and parsing the whole response.
struct UnitJob {
    private static let count = 1_000
    private static let rounds = 31
    /// The unit may take this many times the time of its parts.
    private static let goal = 2.0

    struct Note: ResourceSchema {
        static let type = "notes"
        let title = Attribute<String>("title")
        let views = Attribute<Int>("views")
        let isPublished = Attribute<Bool>("published")
        let tag = ToOne<AnyResource>("tag")
    }

    /// Responds with an id for each creation.
    private struct Results: HTTPTransport {
        let body: [UInt8]

        func execute(_ request: ClientRequest) async throws -> ClientResponse {
            let type = HTTPMediaType.jsonAPI(ext: [AtomicDocument.uri]).description
            return ClientResponse(
                head: .init(status: .ok, headerFields: [.contentType: type]), url: request.url,
                body: ClientResponse.Body(body))
        }
    }

    private let results: [UInt8]

    init() {
        let list = (0..<Self.count).map {
            #"{"data":{"type":"notes","id":"\#($0)","attributes":{"title":"Title \#($0)","views":\#($0),"published":true}}}"#
        }
        results = Array(#"{"atomic:results":[\#(list.joined(separator: ","))]}"#.utf8)
    }

    private func build() -> [Resource<Note>] {
        (0..<Self.count).map { number in
            let note = Resource<Note>()
            note.title = "Title \(number)"
            note.views = number
            note.isPublished = true
            note.tag = Resource(type: "tags", id: "7")
            return note
        }
    }

    /// Prints the times and their ratio. Returns false if the goal is missed.
    func run() async throws -> Bool {
        let api = try APIClient(
            "http://x.example", transport: Results(body: results), reliability: nil)
        var parts: [[Double]] = [[], [], []]
        var whole: [Double] = []
        for _ in 0..<Self.rounds {
            let clock = ContinuousClock()
            var notes: [Resource<Note>] = []
            parts[0].append(Self.seconds(clock.measure { notes = build() }))
            parts[1].append(
                Self.seconds(
                    try clock.measure { for note in notes { _ = try note.createDocument() } }))
            parts[2].append(
                Self.seconds(
                    try clock.measure {
                        // A part of a lazy document is parsed when it is read, so it would be missing here.
                        let options = DocumentOptions(parsing: .eager)
                        guard
                            try AtomicDocument(parsing: results, options: options).results.count
                                == Self.count
                        else {
                            throw LoadError.response("the results are not whole")
                        }
                    }))
            let start = clock.now
            let made = build()
            let unit = api.atomic()
            for note in made { unit.create(note) }
            try await unit.result()
            whole.append(Self.seconds(start.duration(to: clock.now)))
            guard made.last?.id == "\(Self.count - 1)" else {
                throw LoadError.response("the unit is not whole")
            }
        }
        let medians = parts.map(Self.median)
        let sum = medians.reduce(0, +)
        let ratio = Self.median(whole) / sum
        for (name, median) in zip(["build", "serialise", "parse"], medians) {
            print("unit: \(name) \(Self.text(median))")
        }
        print(
            "unit: \(Self.count) creations \(Self.text(Self.median(whole))), \(String(format: "%.2f", ratio)) times its parts (goal: at most \(Self.goal))"
        )
        return ratio <= Self.goal
    }

    private static func seconds(_ duration: Duration) -> Double { duration / .seconds(1) }

    private static func text(_ seconds: Double) -> String {
        String(format: "%.2f ms", seconds * 1000)
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
