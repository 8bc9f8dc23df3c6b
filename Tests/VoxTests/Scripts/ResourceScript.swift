// SPDX-License-Identifier: MIT

import Testing
import Vox
import VoxTestSupport

/// The same random edits on a document, in place, and on plain values.
struct ResourceScript {
    var values: ScriptValues
    let document: Document<[AnyResource]>
    /// Members of the document but `data` and `included`.
    var head = Plain.object([])
    var resources: [ModelResource] = []
    /// The resources as they were first seen: views are to hold whatever happens.
    var held: [Resource<AnyResource>] = []
    /// How each was written in the text that was read; nil for those put in later.
    var sources: [String?] = []
    /// So many are primary data, the rest is included.
    let primary: Int
    let isCompact: Bool
    var made = 0
    /// The step under way, in words.
    var action = ""

    var random: Seeded {
        get { values.random }
        set { values.random = newValue }
    }

    init(seed: UInt64, parsing: JSON.Options.Parsing = .eager) throws {
        values = ScriptValues(random: Seeded(seed &* 0x9E37_79B9))
        let identifiers = (0..<12).map { number in
            Plain.object([
                ("type", .text([Books.name, People.name, Tags.name][number % 3])),
                ("id", .text("\(number)")),
            ])
        }
        let targets = identifiers + [.object([("type", .text("tags")), ("id", .text("nowhere"))])]
        for identifier in identifiers {
            resources.append(
                ModelResource(read: values.resource(identifier, relatedTo: targets)))
        }
        primary = 1 + values.random.below(6)
        head["meta"] = .object([("total", .number("12"))])
        head["links"] = .object([("self", .text("/all"))])
        isCompact = values.random.chance(50)
        let space = isCompact ? { "" } : values.layout()
        let text = Self.whole(head, resources, primary).laidOut(space)
        document = try Document<[AnyResource]>(
            parsing: text, options: DocumentOptions(parsing: parsing))
        held = Array(document.data) + Array(document.included)
        sources = try held.map { try $0.vox.json.vox.text() }
    }

    static func whole(_ head: Plain, _ resources: [ModelResource], _ primary: Int) -> Plain {
        var whole = head
        whole["data"] = .array(resources.prefix(primary).map(\.value))
        whole["included"] = .array(resources.dropFirst(primary).map(\.value))
        return whole
    }

    var whole: Plain { Self.whole(head, resources, primary) }

    // MARK: Steps

    mutating func step() throws {
        let which = random.below(resources.count)
        switch random.below(100) {
        case 0..<16: try setAttribute(of: which)
        case 16..<28: setProperty(of: which)
        case 28..<36: removeAttribute(of: which)
        case 36..<54: try editInside(which)
        case 54..<60: try setBack(which)
        case 60..<76: try editLinkage(of: which)
        case 76..<81: try editLinksAndMeta(of: which)
        case 81..<84: try mark(which)
        case 84..<87: try revert(which)
        case 87..<89: try revertProperty(of: which)
        case 89..<93: try merge(which)
        case 93..<95: refuse(which)
        case 95: try insertResource()
        case 96: removeResource()
        default: try editHead()
        }
    }

    func name(_ which: Int) -> String { "\(resources[which].type)/\(resources[which].id)" }

    func json(_ value: Plain) throws -> JSON { try JSON(parsing: value.compact) }

    private mutating func setAttribute(of which: Int) throws {
        let name = random.pick(ScriptValues.names)
        let value = values.attribute(name)
        action = "\(self.name(which)): attribute \(name) = \(value.compact)"
        noteOverwriting(resources[which].attributes[name], with: value, which)
        resources[which].setAttribute(name, to: value)
        held[which][name] = try json(value)
    }

    private mutating func removeAttribute(of which: Int) {
        let names = resources[which].attributes.members.map(\.name)
        guard !names.isEmpty else { return action = "nothing to remove" }
        let name = random.pick(names)
        resources[which].isInPlace = false
        if random.chance(50) {
            action = "\(self.name(which)): remove attribute \(name)"
            resources[which].setAttribute(name, to: nil)
            held[which][name] = nil as String?
        } else {
            action = "\(self.name(which)): remove \(name) from the object of attributes"
            resources[which].value["attributes"]?[name] = nil
            held[which].attributes[name].vox.remove()
        }
    }

    /// Sets an attribute that differs back to what it was: that clears the change.
    private mutating func setBack(_ which: Int) throws {
        let changed = resources[which].changes().attributes
        guard !changed.isEmpty else { return action = "nothing to set back" }
        let name = random.pick(changed)
        let former = resources[which].baseline?["attributes"]?[name]
        action = "\(self.name(which)): set \(name) back to \(former?.compact ?? "absent")"
        if let former {
            noteOverwriting(resources[which].attributes[name], with: former, which)
        } else {
            resources[which].isInPlace = false
        }
        resources[which].setAttribute(name, to: former)
        held[which][name] = try former.map(json) ?? nil
        let left = try held[which].vox.changes().attributes
        try require(!left.contains { isSame($0, name) }, "\(name) is still changed")
    }

    func require(_ holds: Bool, _ what: @autoclosure () -> String) throws {
        if !holds { throw Disagreement(what: what()) }
    }

    mutating func noteOverwriting(_ former: Plain?, with value: Plain, _ which: Int) {
        if former.map({ !$0.isScalar }) ?? false { resources[which].isInPlace = false }
    }

    private mutating func mark(_ which: Int) throws {
        action = "\(name(which)): mark"
        resources[which].baseline = resources[which].value
        resources[which].isInPlace = false
        try held[which].vox.mark()
    }

    private mutating func revert(_ which: Int) throws {
        action = "\(name(which)): revert"
        resources[which].revert()
        try held[which].vox.revert()
        try require(
            resources[which].baseline == nil || held[which].vox.changes().isEmpty,
            "changes are left after going back")
    }

    private mutating func merge(_ which: Int) throws {
        let targets = resources.map(\.identifier)
        let answer = values.resource(resources[which].identifier, relatedTo: targets)
        action = "\(name(which)): merge \(answer.compact)"
        resources[which].isInPlace = false
        resources[which].merge(answer)
        let text = Plain.object([("data", answer)]).laidOut(values.layout())
        let read = try Document<AnyResource>(parsing: text)
        try held[which].vox.merge(#require(read.data))
    }

    /// A write through a scalar changes nothing, and is noted until it is forgiven.
    private mutating func refuse(_ which: Int) {
        let scalars = resources[which].attributes.members.filter { $0.value.isScalar }
        guard let (name, _) = scalars.first else { return action = "no scalar to write through" }
        action = "\(self.name(which)): write through \(name)"
        held[which].attributes[name]["a"].b = 1
        #expect(held[which].vox.failure?.code == .wrongKind)
        #expect(throws: DocumentError.self) { try document.documentData() }
        held[which].vox.failure = nil
    }

    // MARK: The document

    private mutating func insertResource() throws {
        guard resources.count < 20 else { return action = "enough resources" }
        made += 1
        let identifier = Plain.object([("type", .text("tags")), ("id", .text("made \(made)"))])
        let value = values.resource(identifier, relatedTo: resources.map(\.identifier))
        action = "include \(value.compact)"
        resources.append(ModelResource(new: value))
        try document.json["included"].vox.append(json(value))
        held.append(try #require(document.included.last))
        sources.append(nil)
    }

    private mutating func removeResource() {
        guard resources.count > 8 else { return action = "too few resources" }
        let which = primary + random.below(resources.count - primary)
        action = "\(name(which)): take it out of the document"
        held[which].vox.json.vox.remove()
        resources.remove(at: which)
        held.remove(at: which)
        sources.remove(at: which)
    }

    private mutating func editHead() throws {
        let member = random.pick(["meta", "links"])
        let name = random.pick(["self", "total", "next"])
        let value: Plain? = random.chance(30) ? nil : values.value(depth: 1)
        action = "document: \(member) \(name) = \(value?.compact ?? "absent")"
        head[member]?[name] = value
        document.json[member][name] = try value.map(json) ?? nil
    }
}

/// The document and the model are no longer the same.
struct Disagreement: Error {
    let what: String
}
