// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Vox
import VoxTestSupport

/// Strict and lenient reading of the same document.
@Suite("Strict and lenient readers")
struct AgreementTests {
    /// What a reader makes of a document: its facts, or its refusal.
    private enum Reading {
        case facts(Set<String>)
        case errors([APIError])
        case refused(DocumentError)
    }

    private static func facts<Primary>(
        _ document: Document<Primary>, _ primary: [Resource<AnyResource>]
    ) throws -> Set<String> {
        var facts: Set<String> = ["data is \(document.dataState)"]
        for name in ["meta", "links", "jsonapi"] where document.json[name].vox.state != .absent {
            facts.insert("\(name) \(try document.json[name].vox.text())")
        }
        for resource in primary + document.included {
            let pointer = resource.vox.json.vox.pointer
            facts.insert("\(pointer) is \(resource.type) \(resource.id ?? resource.lid ?? "new")")
            for (name, value) in resource.attributes.vox.members {
                facts.insert("\(pointer) \(name) is \(try value.vox.text())")
            }
            for (name, relationship) in resource.relationships.vox.members {
                facts.insert("\(pointer) \(name) has \(try relationship.vox.text())")
                for (position, target) in resource.vox.related(name).enumerated() {
                    let place = "\(pointer) \(name) \(position)"
                    facts.insert("\(place) is \(target.type) \(target.id ?? target.lid ?? "")")
                    if target.vox.isResolved {
                        facts.insert("\(place) leads to \(target.vox.json.vox.pointer)")
                    }
                }
            }
        }
        return facts
    }

    private static func read(
        _ bytes: [UInt8], list: Bool, _ mode: DocumentOptions.Mode
    ) throws -> Reading {
        let options = DocumentOptions(mode: mode)
        do {
            if list {
                let document = try Document<[AnyResource]>(parsing: bytes, options: options)
                #expect(document.skipped.isEmpty)
                return .facts(try facts(document, Array(document.data)))
            }
            let document = try Document<AnyResource>(parsing: bytes, options: options)
            #expect(document.skipped.isEmpty)
            return .facts(try facts(document, document.data.map { [$0] } ?? []))
        } catch let error as DocumentError {
            return error.code == .api ? .errors(error.errors) : .refused(error)
        }
    }

    /// Returns whether the document is valid.
    private static func check(_ bytes: [UInt8], list: Bool, _ comment: Comment) throws -> Bool {
        guard let json = try? JSON(parsing: bytes) else { return false }
        let findings = try Validator().findings(in: json)
        let isValid = !findings.contains { $0.severity == .error || $0.rule == 14 }
        switch (try read(bytes, list: list, .strict), try read(bytes, list: list, .lenient)) {
        case (.facts(let strict), .facts(let lenient)):
            #expect(strict.isSubset(of: lenient), comment)
            if isValid { #expect(strict == lenient, comment) }
        case (.errors(let strict), .errors(let lenient)):
            #expect(strict == lenient, comment)
        case (.refused(let error), let lenient):
            // It is of the other form, or what a lenient reader forgives; never valid.
            #expect(!isValid, "\(comment): \(error)")
            if case .refused = lenient { return isValid }
        default:
            Issue.record(comment)
        }
        return isValid
    }

    static let texts: [String] = [
        AlbumDocument.list, AlbumDocument.single,
        #"{"data":null}"#, #"{"data":[]}"#, #"{"meta":{}}"#, #"{"jsonapi":{},"meta":{"a":1}}"#,
        #"{"errors":[]}"#, #"{"errors":[{"status":"404","code":"x","title":"t"}]}"#,
        #"{"data":{"type":"a","id":"1"},"included":[{"type":"a","id":"1","attributes":{"n":1}}]}"#,
        #"{"data":{"type":"a","lid":"x","relationships":{"r":{"data":{"type":"a","lid":"x"}}}}}"#,
        #"{"data":[{"type":"a","id":""},{"type":"a","id":"01"},{"type":"a","id":"1"}]}"#,
        #"{"data":{"type":"a","id":"1","@x":null,"attributes":{"@y":1,"n":1e400}}}"#,
    ]

    /// What lenient forgives, and what nobody does.
    static let invalid: [String] = [
        #"{"data":{"type":"a","id":1}}"#, #"{"data":{"type":"a","id":"1","attributes":null}}"#,
        #"{"data":[{"type":"a","id":"1"},{"type":"a","id":"1"}]}"#,
        #"{"data":[{"type":"a","id":"1","relationships":{"r":{"data":{"type":"a","id":2}}}},"#
            + #"{"type":"a","id":"2"}]}"#,
        #"{"errors":[{"status":404}]}"#, #"{"data":null,"included":null}"#, #"{"data":{}}"#, "[]",
        #"{"data":[7]}"#,
    ]

    private static func isList(_ text: String) -> Bool {
        text.contains(#/"data":\s*\[\s*\{"type"|"data":\[\]|"data":\[7/#)
            && !text.hasPrefix(#"{"data":{"#) && !text.hasPrefix(#"{"data": {"#)
    }

    @Test("JA-170 Readers agree on valid documents; the lenient one never gets less")
    func ours() throws {
        for text in Self.texts {
            let list = Self.isList(text)
            let comment = Comment(rawValue: text)
            #expect(try Self.check(Array(text.utf8), list: list, comment), comment)
        }
        for text in Self.invalid {
            let comment = Comment(rawValue: text)
            let list = Self.isList(text)
            #expect(try !Self.check(Array(text.utf8), list: list, comment), comment)
        }
    }

    @Test(
        "JA-170 Readers agree on the real documents that are valid",
        .enabled(if: Corpora.arePresent, Corpora.missing))
    func real() throws {
        var valid = 0
        for record in CorpusTests.records {
            let bytes = try Corpora.bytes(record.file)
            let isList = record.kind == "collection"
            if try Self.check(bytes, list: isList, Comment(rawValue: record.file)) { valid += 1 }
        }
        #expect(valid > 300)
    }
}
