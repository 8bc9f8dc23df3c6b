// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Vox
import VoxTestSupport

extension ResourceScript {
    /// Runs a script of so many steps, checks after every so many of them, and goes back to the
    /// baselines in the end. What went wrong is told by seed and step.
    static func run(
        seed: UInt64, steps: Int, checkingEvery period: Int,
        parsing: JSON.Options.Parsing = .eager
    ) throws -> String? {
        var script = try ResourceScript(seed: seed, parsing: parsing)
        for step in 1...steps {
            do {
                try script.step()
                if step % period == 0 { try script.check() }
            } catch {
                return "seed \(seed), step \(step) (\(script.action)): \(error)"
            }
        }
        do {
            try script.check()
            try script.checkGoingBack()
        } catch {
            return "seed \(seed), after \(steps) steps: \(error)"
        }
        return nil
    }

    private func same(_ ours: String, _ expected: String, _ what: String) throws {
        guard !isSame(ours, expected) else { return }
        let common = zip(ours.utf8, expected.utf8).prefix { $0 == $1 }.count
        func part(_ text: String) -> String {
            let around = text.utf8.dropFirst(max(0, common - 200)).prefix(400)
            return String(decoding: around, as: UTF8.self)
        }
        throw Disagreement(
            what: "\(what) differs at byte \(common):\n\(part(ours))\nand not\n\(part(expected))")
    }

    /// Document and model agree on everything that can be asked.
    func check() throws {
        let expected = whole.compact
        try same(document.json.vox.text(style: .compact), expected, "the document")
        let bytes = Array(try document.documentData())
        try same(JSON(parsing: bytes).vox.text(style: .compact), expected, "what is read back")
        try require(document.data.count == primary, "primary data has lost count")
        try require(document.included.count == resources.count - primary, "included has")
        for (which, model) in resources.enumerated() {
            try check(held[which], model)
        }
    }

    private func check(_ resource: Resource<AnyResource>, _ model: ModelResource) throws {
        let name = "\(model.type)/\(model.id)"
        try require(
            document.resource(type: model.type, id: model.id) == resource,
            "\(name) is not found by its identity")
        let changes = try resource.vox.changes()
        let ours = ModelResource.Changes(
            attributes: changes.attributes, relationships: changes.relationships,
            paths: changes.paths)
        let expected = model.changes()
        try same(ours.text, expected.text, "of \(name) the change set")
        try require(
            changes.isEmpty == (expected.attributes.isEmpty && expected.relationships.isEmpty),
            "\(name).isEmpty is wrong")
        try same(
            String(decoding: resource.updateDocument(), as: UTF8.self),
            model.document(full: false).compact, "of \(name) the update")
        try same(
            String(decoding: resource.updateDocument(full: true), as: UTF8.self),
            model.document(full: true).compact, "of \(name) the full update")
        try checkLinkage(resource, model)
    }

    /// Linkage resolves to the resources held, or to an identity alone.
    private func checkLinkage(_ resource: Resource<AnyResource>, _ model: ModelResource) throws {
        for (name, relationship) in model.relationships.members {
            guard let data = relationship["data"] else { continue }
            let identifiers = data.isObject ? [data] : data.elements
            let related = resource.vox.related(name)
            try require(related.count == identifiers.count, "\(name) has lost count")
            for (target, identifier) in zip(related, identifiers) {
                let which = resources.firstIndex { model in
                    ["type", "id"].allSatisfy { name in
                        identifier[name]?.compact == model.identifier[name]?.compact
                    }
                }
                if let which {
                    try require(target == held[which], "\(name) resolves to another resource")
                } else {
                    try same(
                        Plain.text(target.type).compact + Plain.text(target.id ?? "").compact,
                        (identifier["type"]?.compact ?? "") + (identifier["id"]?.compact ?? ""),
                        name)
                }
            }
        }
    }

    /// All resources go back: equal to their baselines, and byte for byte where they were read.
    private mutating func checkGoingBack() throws {
        for which in resources.indices {
            resources[which].revert()
            try held[which].vox.revert()
            let model = resources[which]
            guard let baseline = model.baseline else { continue }
            try require(held[which].vox.changes().isEmpty, "\(name(which)) still has changes")
            try require(model.value.isEqual(to: baseline), "the model is wrong")
            try require(
                held[which].vox.json.vox.isEqual(to: json(baseline)),
                "\(name(which)) is not what it was")
            if let source = sources[which], let read = model.source,
                isCompact || model.isInPlace, isSame(model.value.compact, read.compact)
            {
                try same(held[which].vox.json.vox.text(), source, "of \(name(which)) the text")
            }
        }
        try check()
        let ours = try JSONSerialization.jsonObject(with: document.documentData())
        let expected = try JSONSerialization.jsonObject(with: Data(whole.compact.utf8))
        try require(
            (ours as? NSDictionary) == (expected as? NSDictionary), "Foundation reads another value"
        )
    }
}
