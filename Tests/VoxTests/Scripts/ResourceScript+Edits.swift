// SPDX-License-Identifier: MIT

import Testing
import Vox
import VoxTestSupport

extension ResourceScript {
    // MARK: Properties

    /// A write to a declared attribute, for whichever type the resource has.
    enum PropertyEdit {
        case title(String?)
        case count(Int?)
        case tags([String]?)
        case titleNull, tagsNull

        func run<K>(_ item: Resource<Item<K>>) {
            switch self {
            case .title(let value): item.title = value
            case .count(let value): item.count = value
            case .tags(let value): item.tags = value
            case .titleNull: item.title = .null
            case .tagsNull: item.tags = .null
            }
        }
    }

    /// The same for relationships and for going back.
    enum ItemEdit {
        case one(Resource<AnyResource>?)
        case many([Resource<AnyResource>]?)
        case append(Resource<AnyResource>)
        case remove(Resource<AnyResource>)
        case oneNull, manyNull
        case revertTitle, revertCount

        func run<K>(_ item: Resource<Item<K>>) throws {
            switch self {
            case .one(let target): item.one = target
            case .many(let targets): item.many = targets
            case .append(let target): item.many.append(target)
            case .remove(let target): item.many.remove(target)
            case .oneNull: item.one = .null
            case .manyNull: item.many = .null
            case .revertTitle: try item.vox.revert(\.title)
            case .revertCount: try item.vox.revert(\.count)
            }
        }
    }

    private func run(_ edit: PropertyEdit, on resource: Resource<AnyResource>) {
        if let item = resource.as(Item<Books>.self) { edit.run(item) }
        if let item = resource.as(Item<People>.self) { edit.run(item) }
        if let item = resource.as(Item<Tags>.self) { edit.run(item) }
    }

    private func run(_ edit: ItemEdit, on resource: Resource<AnyResource>) throws {
        if let item = resource.as(Item<Books>.self) { try edit.run(item) }
        if let item = resource.as(Item<People>.self) { try edit.run(item) }
        if let item = resource.as(Item<Tags>.self) { try edit.run(item) }
    }

    mutating func setProperty(of which: Int) {
        let texts = (0..<random.below(3)).map { _ in random.pick(ScriptValues.texts) }
        let number = random.pick([1, 0, -7, 1991])
        let (edit, name, value): (PropertyEdit, String, Plain?) =
            switch random.below(8) {
            case 0: (.title(nil), "title", nil)
            case 1: (.titleNull, "title", .null)
            case 2: (.count(nil), "count", nil)
            case 3: (.tags(nil), "tags", nil)
            case 4: (.tagsNull, "tags", .null)
            case 5: (.tags(texts), "tags", .array(texts.map { .text($0) }))
            case 6: (.count(number), "count", .number("\(number)"))
            default: (.title(texts.first ?? "C"), "title", .text(texts.first ?? "C"))
            }
        action = "\(self.name(which)): property \(name) = \(value?.compact ?? "absent")"
        let former = resources[which].attributes[name]
        if let value {
            noteOverwriting(former, with: value, which)
        } else if former != nil {
            resources[which].isInPlace = false
        }
        resources[which].setAttribute(name, to: value)
        run(edit, on: held[which])
    }

    mutating func revertProperty(of which: Int) throws {
        let name = random.pick(["title", "count"])
        action = "\(self.name(which)): revert \(name)"
        if let baseline = resources[which].baseline {
            let former = baseline["attributes"]?[name]
            resources[which].isInPlace = false
            if former != nil || resources[which].attributes[name] != nil {
                resources[which].setAttribute(name, to: former)
            }
        }
        try run(name == "title" ? .revertTitle : .revertCount, on: held[which])
    }

    // MARK: Inside attributes

    mutating func editInside(_ which: Int) throws {
        var path: [Plain.Step] = []
        var value = resources[which].attributes
        while true {
            if value.isArray, !value.elements.isEmpty, random.chance(70) {
                let index = random.below(value.elements.count)
                path.append(.index(index))
                value = value.elements[index]
            } else if value.isObject, !value.members.isEmpty, path.isEmpty || random.chance(75) {
                let member = value.members[random.below(value.members.count)]
                path.append(.name(member.name))
                value = member.value
            } else {
                break
            }
        }
        guard !path.isEmpty else { return action = "no attributes to edit" }
        let view = path.reduce(held[which].attributes) { view, step in
            switch step {
            case .name(let name): view[name]
            case .index(let index): view[index]
            }
        }
        let new = values.value(depth: 2)
        let place = "\(name(which)): inside \(view.vox.pointer)"
        switch (value, random.below(4)) {
        case (.object, 0...2):
            let name = random.pick(ScriptValues.inner)
            action = "\(place): \(name) = \(new.compact)"
            noteOverwriting(value[name], with: new, which)
            edit(which, path) { $0[name] = new }
            view[name] = try json(new)
        case (.array(let elements), 0...2) where elements.count < 6:
            let index = random.below(elements.count + 1)
            action = "\(place): insert \(new.compact) at \(index)"
            resources[which].isInPlace = false
            edit(which, path) { $0.elements.insert(new, at: index) }
            try view.vox.insert(json(new), at: index)
        case (_, 3) where path.count > 1:
            action = "\(place): remove"
            resources[which].isInPlace = false
            edit(which, path.dropLast()) { container in
                switch path.last {
                case .name(let name)?: container[name] = nil
                case .index(let index)?: container.elements.remove(at: index)
                case nil: break
                }
            }
            view.vox.remove()
        default:
            action = "\(place): overwrite with \(new.compact)"
            noteOverwriting(value, with: new, which)
            // An element is no place of its own: the array around it counts as a whole.
            if path.contains(where: { if case .index = $0 { true } else { false } }) {
                resources[which].isInPlace = false
            }
            edit(which, path) { $0 = new }
            if random.chance(50) {
                try view.vox.set(parsing: new.compact)
            } else {
                try view.vox.set(json(new))
            }
        }
    }

    private mutating func edit(
        _ which: Int, _ path: some Sequence<Plain.Step>, _ body: (inout Plain) -> Void
    ) {
        resources[which].value["attributes"]?.edit(Array(path)[...], body)
    }

    // MARK: Relationships

    mutating func editLinkage(of which: Int) throws {
        resources[which].isInPlace = false
        let target = random.below(resources.count)
        let identifier = resources[target].identifier
        let one = resources[which].relationships["one"]?["data"]
        let many = resources[which].relationships["many"]?["data"]
        // An identifier where a list is due.
        let isOdd = many.map { !$0.isArray && !$0.isNull } ?? false
        switch random.below(9) {
        case 0, 1:
            action = "\(name(which)): one = \(name(target))"
            // The identifier of that very resource stays, with its meta.
            if !(one.map { Self.names($0, identifier) } ?? false) {
                resources[which].setLinkage("one", to: identifier)
            }
            try run(.one(held[target]), on: held[which])
        case 2:
            action = "\(name(which)): one = null"
            resources[which].setLinkage("one", to: .null)
            try run(.oneNull, on: held[which])
        case 3:
            let name = random.pick(["one", "many"])
            action = "\(self.name(which)): remove \(name)"
            resources[which].setLinkage(name, to: nil)
            try run(name == "one" ? .one(nil) : .many(nil), on: held[which])
        case 4, 5:
            let targets = (0..<random.below(4)).map { _ in random.below(resources.count) }
            action = "\(name(which)): many = \(targets.map(name))"
            var known = many?.elements ?? []
            let list = targets.map { target in
                let identifier = resources[target].identifier
                let place = known.firstIndex { Self.names($0, identifier) }
                return place.map { known.remove(at: $0) } ?? identifier
            }
            resources[which].setLinkage("many", to: .array(list))
            try run(.many(targets.map { held[$0] }), on: held[which])
        case 6:
            action = "\(name(which)): append \(name(target)) to many"
            let isList = many?.isArray ?? false
            if isOdd { return try refuse(.append(held[target]), on: which) }
            guard !isList || (many?.elements.count ?? 0) < 8 else { return action = "enough" }
            let list = isList ? many?.elements ?? [] : []
            resources[which].setLinkage("many", to: .array(list + [identifier]))
            try run(.append(held[target]), on: held[which])
        case 7:
            action = "\(name(which)): remove \(name(target)) from many"
            if isOdd { return try refuse(.remove(held[target]), on: which) }
            if let many, many.isArray {
                let list = many.elements.filter { !Self.names($0, identifier) }
                resources[which].setLinkage("many", to: .array(list))
            }
            try run(.remove(held[target]), on: held[which])
        default:
            try editIdentifierMeta(of: which, one)
        }
    }

    /// An edit that is refused, and noted until it is forgiven.
    private func refuse(_ edit: ItemEdit, on which: Int) throws {
        try run(edit, on: held[which])
        #expect(held[which].vox.failure?.code == .wrongKind)
        held[which].vox.failure = nil
    }

    private static func names(_ linkage: Plain, _ identifier: Plain) -> Bool {
        ["type", "id"].allSatisfy { name in
            linkage[name].flatMap { value in identifier[name].map { value.isEqual(to: $0) } }
                ?? false
        }
    }

    /// The meta of an identifier is part of the linkage, and so a change.
    private mutating func editIdentifierMeta(of which: Int, _ one: Plain?) throws {
        guard one?.isObject ?? false else { return action = "no identifier" }
        let value = values.number()
        action = "\(name(which)): one data meta since = \(value.compact)"
        if resources[which].relationships["one"]?["data"]?["meta"] == nil {
            resources[which].value["relationships"]?["one"]?["data"]?["meta"] = .object([])
        }
        resources[which].value["relationships"]?["one"]?["data"]?["meta"]?["since"] = value
        try held[which].relationships["one"]["data"].meta.since.vox.set(parsing: value.compact)
    }

    /// Links and meta, of the resource and of a relationship, belong to the server: no change.
    mutating func editLinksAndMeta(of which: Int) throws {
        let member = random.pick(["links", "meta"])
        let value = values.value(depth: 1)
        if random.chance(50) || resources[which].relationships["other"] == nil {
            action = "\(name(which)): \(member) x = \(value.compact)"
            if resources[which].value[member] == nil {
                resources[which].value[member] = .object([])
            }
            resources[which].value[member]?["x"] = value
            try held[which].vox.json[member].x.vox.set(json(value))
        } else {
            action = "\(name(which)): other \(member) x = \(value.compact)"
            if resources[which].relationships["other"]?[member] == nil {
                resources[which].value["relationships"]?["other"]?[member] = .object([])
            }
            resources[which].value["relationships"]?["other"]?[member]?["x"] = value
            try held[which].relationships.other[member].x.vox.set(json(value))
        }
        resources[which].isInPlace = false
    }
}
