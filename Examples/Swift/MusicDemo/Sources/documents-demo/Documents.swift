// SPDX-License-Identifier: MIT

import Foundation
import Music
import Vox

func heading(_ text: String) { print("\n\(text)\n\(String(repeating: "─", count: text.count))") }

/// Reads a text with the figure of how long it took.
func timed<Result>(_ body: () throws -> Result) rethrows -> (Result, String) {
    let start = ContinuousClock.now
    let result = try body()
    return (
        result,
        "\((ContinuousClock.now - start).formatted(.units(allowed: [.microseconds], fractionalPart: .show(length: 0))))"
    )
}

/// The bytes a program starts from.
func read(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
}

/// Shows one edit in the typed view, in the raw tree, and in the bytes.
func showEdit(of text: [UInt8], pointer: String, in json: JSON, write: () throws -> Data) throws {
    print("raw tree at \(pointer):", try json.vox.find(pointer))
    let (written, time) = try timed { try [UInt8](write()) }
    let difference = Difference(text, written)
    print(
        "written in \(time); \(text.count) bytes before, \(written.count) after; the only difference:"
    )
    print("  at byte \(difference.offset): “\(difference.before)” became “\(difference.after)”")
}

func albums(_ path: String) throws {
    heading("A document of our own: albums")
    let text = try read(path)
    let (document, time) = try timed { try Document<[Album]>(parsing: text) }
    print("read \(text.count) bytes in \(time)")
    for album in document.data {
        let year = album.year.map { "\($0)" } ?? "\(album.vox.state(\.year))"
        print("  \(album.title ?? "untitled") (\(year)) by \(album.artist?.name ?? "unknown")")
        for track in album.tracks {
            print(
                "    \(track.title ?? "track \(track.id ?? "?"), not included") \(track.seconds.map { "\($0) s" } ?? "")"
            )
        }
    }
    let first = document.data[0]
    print("the artist's debut is the album itself:", first.artist?.debut == first)
    first.title = "Night Trains (Deluxe)"
    try showEdit(of: text, pointer: "/data/0/attributes/title", in: document.json) {
        try document.documentData()
    }
}

func exchangeRates(_ path: String) throws {
    heading("A real document: exchange rates")
    let text = try read(path)
    let (document, time) = try timed { try Document<RateMonth>(parsing: text) }
    guard let month = document.data else { return print("no primary data") }
    print("read \(text.count) bytes, \(document.included.count) included, in \(time)")
    print("  \(month.year ?? "?")-\(month.month ?? "?"): \(month.rates.count) rates, files:")
    for file in month.files { print("    \(file.path ?? "?") (\(file.size ?? 0) bytes)") }
    let (total, followTime) = timed {
        month.rates.reduce(0) { $0 + ($1.rate.flatMap(Double.init) ?? 0) }
    }
    print(
        "  followed \(month.rates.count) relationships in \(followTime); the rates add up to \(total)"
    )
    guard let rate = month.rates.first(where: { $0.currency == "JPY" }) ?? month.rates.first else {
        return
    }
    print("  \(rate.country ?? "?"): \(rate.rate ?? "?") \(rate.currency ?? "?")")
    rate.rate = "1.2345"
    let pointer = rate.vox.json.vox.pointer + "/attributes/rate"
    try showEdit(of: text, pointer: pointer, in: document.json) { try document.documentData() }
}

func corpus(_ folder: URL) throws {
    heading("Every real document")
    let corpus = try Corpus(folder: folder)
    print(
        "\(corpus.documents) documents, \(corpus.bytes) bytes, \(corpus.errorDocuments) of them error documents, \(corpus.lenient) read only leniently"
    )
    print(
        "\(corpus.resources) primary resources, \(corpus.followed) related ones followed, \(corpus.resolved) found in the document"
    )
    print(
        "\(corpus.identical) came out byte for byte; in \(corpus.edited) one edit changed only its own bytes"
    )
    print(
        String(
            format: "read, followed, edited and written twice at %.0f MB/s",
            Double(corpus.bytes) / 1e6 / corpus.seconds))
    for failure in corpus.failures { print("failed: \(failure)") }
    if !corpus.failures.isEmpty { exit(1) }
}

/// All of it: an album of ours, a month of exchange rates, and every document of the folder.
func documents(beside examples: URL, corpora: String?) throws {
    try albums(examples.appendingPathComponent("albums.json").path)
    guard let folder = corpora.map({ URL(fileURLWithPath: $0) }) else {
        print("\nNo folder of real documents was given, so these are left out.")
        return
    }
    try exchangeRates(
        folder.appendingPathComponent(
            "jsonapi/uk-trade-tariff/001-one-inc-exchange-rate-collection.json"
        ).path)
    try corpus(folder.appendingPathComponent("jsonapi"))
}
