// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Vox
import VoxTestSupport

/// Real documents of many services, each with what its manifest says about it.
@Suite("Real documents", .enabled(if: Corpora.arePresent, Corpora.missing))
struct CorpusTests {
    struct Record: Decodable, Sendable, CustomTestStringConvertible {
        let file: String
        let kind: String
        let request: Bool
        let resources: Int
        let included: Int

        var testDescription: String { file }
    }

    /// What the default mode refuses, where, and why it is right to.
    static let refused: [String: (pointer: String, reason: String)] = [
        "jsonapi/lib-swisnl/005-col-empty.json": (
            "/included", "made to be wrong: included is false"
        ),
        "jsonapi/lib-swisnl/006-col-empty.json": (
            "/included", "made to be wrong: included is text"
        ),
        "jsonapi/lib-swisnl/007-col-empty.json": (
            "/included", "made to be wrong: included is null"
        ),
        "jsonapi/uk-trade-tariff/016-one-inc-chapter.json": ("/included/0/id", "a number as id"),
        "jsonapi/uk-trade-tariff/033-col-section.json": ("/data/0/id", "a number as id"),
        "jsonapi/uk-trade-tariff/089-col-inc-mock-entity.json": (
            "/included/0/id", "a number as id"
        ),
    ]

    static let records: [Record] = {
        guard Corpora.arePresent, let bytes = try? Corpora.bytes("jsonapi/MANIFEST.json") else {
            return []
        }
        return (try? JSONDecoder().decode([Record].self, from: Data(bytes))) ?? []
    }()

    /// Runs a check on all documents of some kinds; what is refused is not asked for.
    private func forEach(_ kinds: Set<String>, _ check: (Record, [UInt8]) throws -> Void) throws
        -> Int
    {
        var count = 0
        for record in Self.records
        where kinds.contains(record.kind) && Self.refused[record.file] == nil {
            do {
                try check(record, Corpora.bytes(record.file))
            } catch {
                Issue.record("\(record.file): \(error)")
            }
            count += 1
        }
        return count
    }

    /// Every resource object, by type and id as Foundation reads them, with its pointer: the first
    /// of primary data, else the first of `included`.
    private func pointersByIdentity(_ bytes: [UInt8]) throws -> [[String]: String] {
        let document = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] ?? [:]
        var pointers: [[String]: String] = [:]
        func add(_ resource: [String: Any], _ pointer: String) {
            guard let type = resource["type"] as? String, let id = resource["id"] as? String else {
                return
            }
            if pointers[[type, id]] == nil { pointers[[type, id]] = pointer }
        }
        if let single = document["data"] as? [String: Any] { add(single, "/data") }
        for name in ["data", "included"] {
            for (index, resource) in (document[name] as? [[String: Any]] ?? []).enumerated() {
                add(resource, "/\(name)/\(index)")
            }
        }
        return pointers
    }

    private func check<Primary>(_ document: Document<Primary>, _ record: Record, _ bytes: [UInt8])
        throws
    {
        let file = Comment(rawValue: record.file)
        let pointers = try pointersByIdentity(bytes)
        for (identity, pointer) in pointers {
            let found = document.resource(type: identity[0], id: identity[1])
            #expect(found?.vox.json.vox.pointer == pointer, file)
        }
        #expect(document.included.count == record.included, file)
        for resource in document.included {
            let found = try #require(
                document.resource(type: resource.type, id: resource.id ?? ""), file)
            #expect(found.type == resource.type, file)
            #expect(found.id == resource.id, file)
        }
        #expect(document.json.vox.failure == nil, file)
        #expect(Array(try document.documentData()) == bytes, file)
    }

    @Test("all documents are at hand")
    func manifest() {
        #expect(Self.records.count == 731)
        #expect(Set(Self.records.map(\.kind)) == ["single", "collection", "null", "error"])
    }

    @Test("a document of one resource reads as such, finds all by identity, and comes out the same")
    func singles() throws {
        let count = try forEach(["single"]) { record, bytes in
            let document = try Document<AnyResource>(parsing: bytes)
            #expect(document.data != nil, Comment(rawValue: record.file))
            #expect(document.data?.type.isEmpty == false, Comment(rawValue: record.file))
            try check(document, record, bytes)
            #expect(throws: DocumentError.self) { try Document<[AnyResource]>(parsing: bytes) }
        }
        #expect(count == 358)
    }

    @Test("a list reads as such, finds all by identity, and comes out the same")
    func collections() throws {
        let count = try forEach(["collection"]) { record, bytes in
            let document = try Document<[AnyResource]>(parsing: bytes)
            #expect(document.data.count == record.resources, Comment(rawValue: record.file))
            #expect(document.dataState == .value, Comment(rawValue: record.file))
            try check(document, record, bytes)
            #expect(throws: DocumentError.self) { try Document<AnyResource>(parsing: bytes) }
        }
        #expect(count == 310)
    }

    @Test(
        "JA-170 what strict reads all modes read alike, and lenient refuses nothing that others read"
    )
    func modes() throws {
        /// Everything that a reader sees: resources by place, and what they relate to.
        func contents<Primary>(
            _ document: Document<Primary>, _ primary: [Resource<AnyResource>]
        ) throws -> [String] {
            try (primary + Array(document.included)).flatMap { resource in
                [resource.debugDescription, try resource.vox.json.vox.text()]
                    + resource.relationships.vox.members.flatMap { name, _ in
                        resource.vox.related(name).map { name + $0.debugDescription }
                    }
            }
        }
        func read(_ record: Record, _ bytes: [UInt8], _ mode: DocumentOptions.Mode) -> [String]? {
            let options = DocumentOptions(mode: mode)
            if record.kind == "collection" {
                let document = try? Document<[AnyResource]>(parsing: bytes, options: options)
                return document.flatMap { try? contents($0, Array($0.data)) }
            }
            let document = try? Document<AnyResource>(parsing: bytes, options: options)
            return document.flatMap { try? contents($0, [$0.data].compactMap { $0 }) }
        }
        var counts = [0, 0, 0]
        for record in Self.records where record.kind != "error" {
            let bytes = try Corpora.bytes(record.file)
            let modes = [DocumentOptions.Mode.strict, .standard, .lenient].map {
                read(record, bytes, $0)
            }
            for (index, mode) in modes.enumerated() where mode != nil {
                counts[index] += 1
                #expect(modes[index...].allSatisfy { $0 == mode }, Comment(rawValue: record.file))
            }
        }
        #expect(counts[1] == 358 + 310 + 3 && counts[2] == counts[1] + Self.refused.count)
        #expect(counts[0] > 600 && counts[0] <= counts[1])
    }

    @Test("requests that make several resources at once are lists of resources without id")
    func bulkRequests() throws {
        let bulk = Self.records.filter { $0.kind == "collection" && $0.request }
        #expect(bulk.count == 10)
        for record in bulk {
            let document = try Document<[AnyResource]>(parsing: Corpora.bytes(record.file))
            #expect(document.data.allSatisfy { $0.id == nil }, Comment(rawValue: record.file))
        }
    }

    @Test("null is no resource")
    func nulls() throws {
        let count = try forEach(["null"]) { record, bytes in
            let document = try Document<AnyResource>(parsing: bytes)
            #expect(document.data == nil, Comment(rawValue: record.file))
            #expect(document.dataState == .null, Comment(rawValue: record.file))
            try check(document, record, bytes)
        }
        #expect(count == 3)
    }

    @Test("an error document throws its errors, all members reachable")
    func errors() throws {
        let count = try forEach(["error"]) { record, bytes in
            let file = Comment(rawValue: record.file)
            let error = try #require(throws: DocumentError.self, file) {
                try Document<AnyResource>(parsing: bytes)
            }
            #expect(error.code == .api, file)
            let foundation = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
            let expected = try #require(foundation?["errors"] as? [[String: Any]], file)
            #expect(error.errors.count == expected.count, file)
            for (ours, theirs) in zip(error.errors, expected) {
                let source = theirs["source"] as? [String: Any]
                #expect(ours.title == theirs["title"] as? String, file)
                if let detail = theirs["detail"] as? String { #expect(ours.detail == detail, file) }
                #expect(ours.pointer == source?["pointer"] as? String, file)
                #expect(ours.parameter == source?["parameter"] as? String, file)
                #expect(ours.status == theirs["status"].map { "\($0)" }, file)
                guard case .object(let members) = ours.value else {
                    Issue.record(file)
                    continue
                }
                #expect(Set(members.names) == Set(theirs.keys), file)
            }
        }
        #expect(count == 54)
    }

    @Test("what is refused is refused at the right place, and forgiven where that is asked for")
    func refusals() throws {
        for (file, (pointer, _)) in Self.refused {
            let bytes = try Corpora.bytes(file)
            let isList = try #require(Self.records.first { $0.file == file }).kind == "collection"
            func read(_ options: DocumentOptions) throws -> JSON {
                isList
                    ? try Document<[AnyResource]>(parsing: bytes, options: options).json
                    : try Document<AnyResource>(parsing: bytes, options: options).json
            }
            let error = try #require(throws: DocumentError.self) { try read(DocumentOptions()) }
            #expect(error.code == .shape, Comment(rawValue: file))
            #expect(error.pointer == pointer, Comment(rawValue: file))
            #expect(
                try read(DocumentOptions(mode: .lenient)).vox.bytes() == bytes,
                Comment(rawValue: file))
        }
    }
}
