// SPDX-License-Identifier: MIT

import Foundation
import Vox

/// The main job on every document of a folder: read, follow, edit, write.
struct Corpus {
    private(set) var documents = 0
    private(set) var bytes = 0
    private(set) var resources = 0
    private(set) var followed = 0
    private(set) var resolved = 0
    private(set) var errorDocuments = 0
    private(set) var lenient = 0
    private(set) var identical = 0
    private(set) var edited = 0
    private(set) var seconds = 0.0
    private(set) var failures: [String] = []

    init(folder: URL) throws {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        let paths = (files?.compactMap { $0 as? URL } ?? []).filter {
            $0.pathExtension == "json" && $0.lastPathComponent != "MANIFEST.json"
        }
        for path in paths.sorted(by: { $0.path < $1.path }) {
            let text = [UInt8](try Data(contentsOf: path))
            let start = ContinuousClock.now
            do {
                do {
                    try run(text, mode: .standard)
                } catch let error as DocumentError where error.code == .shape {
                    // Ids that are numbers, null where a list is due: read when asked to forgive.
                    try run(text, mode: .lenient)
                    lenient += 1
                }
                documents += 1
                bytes += text.count
            } catch {
                failures.append("\(path.lastPathComponent): \(error)")
            }
            let taken = (ContinuousClock.now - start).components
            seconds += Double(taken.seconds) + Double(taken.attoseconds) * 1e-18
        }
    }

    private mutating func run(_ text: [UInt8], mode: DocumentOptions.Mode) throws {
        let options = DocumentOptions(mode: mode)
        do {
            let json = try JSON(parsing: text)
            if json.data.vox.kind == .array {
                let document = try Document<[AnyResource]>(parsing: text, options: options)
                for resource in document.data { follow(resource) }
                try rewrite(text, document.json) { try [UInt8](document.documentData()) }
            } else {
                let document = try Document<AnyResource>(parsing: text, options: options)
                if let resource = document.data { follow(resource) }
                try rewrite(text, document.json) { try [UInt8](document.documentData()) }
            }
        } catch let error as DocumentError where error.code == .api {
            errorDocuments += 1
        }
    }

    /// Looks up every related resource.
    private mutating func follow(_ resource: Resource<AnyResource>) {
        resources += 1
        for (name, _) in resource.relationships.vox.members {
            for target in resource.vox.related(name) {
                followed += 1
                resolved += target.vox.isResolved ? 1 : 0
            }
        }
    }

    /// Untouched, the document comes out byte for byte; after one edit only that value differs.
    private mutating func rewrite(_ text: [UInt8], _ json: JSON, write: () throws -> [UInt8]) throws
    {
        identical += try write() == text ? 1 : 0
        var value = json
        while let last = value.vox.elements.last { value = last }
        guard let position = value.vox.position, let source = value.vox.source else { return }
        try value.vox.set("edited")
        let expected =
            text[..<position.offset] + Array(#""edited""#.utf8)
            + text[(position.offset + source.count)...]
        edited += try write() == Array(expected) ? 1 : 0
    }
}
