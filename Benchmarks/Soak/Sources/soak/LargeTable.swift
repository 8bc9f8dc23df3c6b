// SPDX-License-Identifier: MIT

import Foundation

/// Walks all rows of a table that does not fit into memory, page after page by cursor, and measures
/// the service.
struct LargeTable {
    private static let pageSize = 1000
    private static let profile = "https://jsonapi.org/profiles/ethanresnick/cursor-pagination"

    let kind: DatabaseKind
    let rows: Int

    /// Returns false if a row is missing or repeated, if memory grows by more than 16 MiB, or if the
    /// last pages take more than 1.5 times as long as the first ones.
    func run() async throws -> Bool {
        let place = try DatabasePlace(kind)
        defer { place.remove() }
        progress("\(kind): creates \(rows) rows")
        try await Server(place.text).fill(tasks: rows)
        let service = try ServiceProcess(place.text)
        let connection = try HTTPConnection(port: service.port)
        let pages = try walk(service, connection)
        // The first and the last pages take turns, so that other load of the machine is on both.
        let times = try zip(pages.prefix(30), pages.suffix(31)).map { first, last in
            (
                first: try reply(first.target, connection).milliseconds,
                last: try reply(last.target, connection).milliseconds
            )
        }
        try await service.stop()
        progress("")
        return report(pages, median(times.map(\.first)), median(times.map(\.last)))
    }

    /// A page, and the resident memory of the service after the page, in bytes.
    private struct Page {
        let target: String
        let memory: Int
    }

    private func walk(_ service: ServiceProcess, _ connection: HTTPConnection) throws -> [Page] {
        var target: String? = "/tasks?page%5Bsize%5D=\(Self.pageSize)"
        var (pages, last): ([Page], Int) = ([], 0)
        while let here = target {
            let reply = try reply(here, connection).reply
            guard reply.status == 200, let document = reply.document,
                let data = document["data"] as? [[String: Any]]
            else { throw Failure("\(here): status \(reply.status), \(reply.text.prefix(300))") }
            for resource in data {
                last += 1
                guard resource["id"] as? String == "\(last)" else {
                    throw Failure("\(here): \(resource["id"] ?? "no id") instead of \(last)")
                }
            }
            pages.append(Page(target: here, memory: try service.memory()))
            target = try next(document)
            progress("\(kind): \(last) of \(rows) rows, \((pages.last?.memory ?? 0) >> 20) MiB")
        }
        guard last == rows else { throw Failure("\(last) rows were returned, not \(rows)") }
        return pages
    }

    private func reply(
        _ target: String, _ connection: HTTPConnection
    ) throws -> (reply: Reply, milliseconds: Double) {
        let head = """
            GET \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\
            Accept: application/vnd.api+json;profile="\(Self.profile)"\r\n\r\n
            """
        let start = ContinuousClock.now
        try connection.send(head.utf8)
        let reply = try connection.receive()
        return (reply, (ContinuousClock.now - start) / .milliseconds(1))
    }

    /// Returns the path and the query of the next page.
    private func next(_ document: [String: Any]) throws -> String? {
        guard let link = (document["links"] as? [String: Any])?["next"] else { return nil }
        let text = link as? String ?? (link as? [String: Any])?["href"] as? String
        guard let text else { return nil }
        guard let url = URLComponents(string: text) else { throw Failure("\(text) is no URL") }
        return url.percentEncodedPath + (url.percentEncodedQuery.map { "?" + $0 } ?? "")
    }

    private func report(_ pages: [Page], _ first: Double, _ last: Double) -> Bool {
        // The allocators and caches of a new process grow during its first requests.
        let memory = pages.dropFirst(pages.count / 10).map(\.memory)
        let growth = (memory.max() ?? 0) - (memory.first ?? 0)
        print(
            "\(kind): \(rows) rows in \(pages.count) pages; "
                + String(format: "the first pages %.1f ms, the last %.1f ms; ", first, last)
                + String(format: "memory %.1f MiB", (memory.first ?? 0).mebibytes)
                + String(format: " and at most %.1f MiB more", growth.mebibytes))
        if growth > 16 << 20 { print("  FAILED: memory grows") }
        if last > 1.5 * first { print("  FAILED: the last pages are slower") }
        return growth <= 16 << 20 && last <= 1.5 * first
    }
}
