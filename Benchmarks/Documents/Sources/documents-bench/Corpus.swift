// SPDX-License-Identifier: MIT

import CBench
import Foundation

/// A JSON text in memory that does not move, for as long as the bench runs, with padding behind it.
struct Text {
    let name: String
    let bytes: UnsafeBufferPointer<CChar>

    init(name: String, _ data: some Collection<UInt8>) {
        self.name = name
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(
            capacity: data.count + Int(BENCH_PADDING))
        buffer.initialize(repeating: 0)
        _ = buffer.update(fromContentsOf: data)
        bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<data.count])
            .assumingMemoryBound(to: CChar.self)
    }

    var count: Int { bytes.count }

    /// The same bytes for Swift, not copied.
    var data: Data {
        guard let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress) else {
            return Data()
        }
        return Data(bytesNoCopy: start, count: bytes.count, deallocator: .none)
    }

    func free() { UnsafeMutableBufferPointer(mutating: bytes).deallocate() }
}

/// The documents: those in a folder, and where it has none of that name, documents made here.
struct Corpus {
    let folder: String

    /// Real documents over 100 kB, whatever they are.
    func real() -> [Text] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/perf")) ?? []
        return names.filter { $0.hasSuffix(".json") }.sorted().compactMap { name in
            read("perf/\(name)", as: String(name.dropLast(5)))
        }.filter { $0.count > 100_000 }
    }

    /// A list of real resource objects, when there is one.
    func tariff() -> Text? {
        read(
            "jsonapi/uk-trade-tariff/000-col-simplified-procedural-code-measure.json", as: "tariff")
    }

    /// Articles with their authors and comments.
    func articles(_ count: Int) -> Text {
        let name = "articles_\(count)"
        return read("synthetic/\(name).json", as: name)
            ?? Text(name: name, ArticlesText(articles: count).bytes)
    }

    /// All real documents of JSON:API, in the order of their paths.
    func jsonAPI() -> [Text] {
        let names = FileManager.default.enumerator(atPath: "\(folder)/jsonapi")?.allObjects
        return (names as? [String] ?? []).filter { $0.hasSuffix(".json") }.sorted().compactMap {
            read("jsonapi/\($0)", as: $0)
        }
    }

    /// Articles with a line a member, when there are any.
    func prettyArticles() -> Text? {
        read("synthetic/articles_1000_pretty.json", as: "articles_1000 pretty")
    }

    private func read(_ path: String, as name: String) -> Text? {
        FileManager.default.contents(atPath: "\(folder)/\(path)").map { Text(name: name, $0) }
    }
}
