// SPDX-License-Identifier: MIT

import Testing
import VoxJSON
import VoxTestSupport

/// One step into a value.
private enum Step {
    case name(String)
    case index(Int)
}

/// The same random edits on a document, in place, and on a plain value, by rebuilding it.
private struct Script {
    var values: RandomValues
    var model: JSONValue
    let json: JSON

    init(seed: UInt64) throws {
        values = RandomValues(seed: seed)
        model = values.value(depth: 4)
        json = try JSON(parsing: values.source(of: model))
    }

    /// A list whose elements, or the lists in them, are parsed when they are touched.
    init(lazilyWith seed: UInt64) throws {
        var values = RandomValues(seed: seed)
        model = .array((0..<5).map { _ in values.value(depth: 3) })
        var options = JSON.Options(parsing: .lazy)
        options.listDepth = 1 + values.random.below(2)
        self.values = values
        json = try JSON(parsing: values.source(of: model), options: options)
    }

    // MARK: Places

    /// The way to a random container, or to a scalar where there is none.
    private mutating func path() -> [Step] {
        var path: [Step] = []
        var value = model
        while true {
            switch value {
            case .array(let elements) where !elements.isEmpty && values.random.chance(70):
                let index = values.random.below(elements.count)
                path.append(.index(index))
                value = elements[index]
            case .object(let members) where !members.isEmpty && values.random.chance(70):
                let member = members[values.random.below(members.count)]
                path.append(.name(member.name))
                value = member.value
            default:
                return path
            }
        }
    }

    private mutating func view(at path: [Step]) -> JSON {
        if values.random.chance(30) {
            var view = json
            for step in path {
                switch step {
                case .name(let name): view = view[name]
                case .index(let index): view = view[index]
                }
            }
            return view
        }
        let pointer = path.map { step in
            switch step {
            case .name(let name): "/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
            case .index(let index): "/\(index)"
            }
        }
        return (try? json.vox.find(pointer.joined())) ?? nil
    }

    private func value(at path: [Step]) -> JSONValue? {
        path.reduce(.some(model)) { value, step in
            switch step {
            case .name(let name): value?[name]
            case .index(let index): value?[index]
            }
        }
    }

    private func rebuild(
        _ value: JSONValue, _ path: ArraySlice<Step>, _ edit: (inout JSONValue) -> Void
    ) -> JSONValue {
        var value = value
        switch (path.first, value) {
        case (.name(let name)?, .object(var members)):
            members[name] = members[name].map { rebuild($0, path.dropFirst(), edit) }
            value = .object(members)
        case (.index(let index)?, .array(var elements)):
            elements[index] = rebuild(elements[index], path.dropFirst(), edit)
            value = .array(elements)
        default:
            edit(&value)
        }
        return value
    }

    private mutating func change(_ path: [Step], _ edit: (inout JSONValue) -> Void) {
        model = rebuild(model, path[...], edit)
    }

    // MARK: Steps

    mutating func step() throws {
        let path = path()
        let view = view(at: path)
        let new = values.value(depth: values.random.chance(20) ? 2 : 0)
        switch value(at: path) {
        case .object(let members): try step(in: members, path, view, new)
        case .array(let elements): try step(in: elements, path, view, new)
        default:
            try set(new, view)
            change(path) { $0 = new }
        }
    }

    private mutating func step(
        in members: JSONObject, _ path: [Step], _ view: JSON, _ new: JSONValue
    ) throws {
        let known = members.isEmpty ? "none" : members[values.random.below(members.count)].name
        let name = values.random.chance(50) ? known : values.text()
        switch values.random.below(4) {
        case 0:
            view[name] = nil
            change(path) { $0.set(name, nil) }
        case 1:
            let inner = values.text()
            guard members[name] == nil else { return }
            view[name][inner] = try JSON(new)
            change(path) { $0.set(name, [inner: new]) }
        case 2:
            let copied = values.random.chance(30) ? self.path() : path + [.name(known)]
            guard let copy = value(at: copied), size(of: copy) < 60 else { return }
            view[name] = self.view(at: copied)
            change(path) { $0.set(name, copy) }
        default:
            try set(new, view[name])
            change(path) { $0.set(name, new) }
        }
    }

    private mutating func step(
        in elements: [JSONValue], _ path: [Step], _ view: JSON, _ new: JSONValue
    ) throws {
        let index = values.random.below(elements.count + 1)
        switch values.random.below(4) {
        case 0:
            view[index].vox.remove()
            change(path) { $0.edit { if index < elements.count { $0.remove(at: index) } } }
        case 1:
            try view.vox.insert(JSON(new), at: index)
            change(path) { $0.edit { $0.insert(new, at: index) } }
        case 2:
            try view.vox.append(JSON(new))
            change(path) { $0.edit { $0.append(new) } }
        default:
            try set(new, view[index])
            change(path) {
                $0.edit { if index < elements.count { $0[index] = new } else { $0.append(new) } }
            }
        }
    }

    /// Writes in one of the ways there are.
    private mutating func set(_ value: JSONValue, _ view: JSON) throws {
        switch (values.random.below(4), value) {
        case (0, _): try view.vox.set(JSON(value))
        case (1, _): try view.vox.set(parsing: values.source(of: value))
        case (_, .string(let text)): try view.vox.set(text)
        case (_, .bool(let flag)): try view.vox.set(flag)
        case (_, .null): try view.vox.setNull()
        default: try view.vox.set(value)
        }
    }

    private func size(of value: JSONValue) -> Int {
        switch value {
        case .array(let elements): elements.reduce(1) { $0 + size(of: $1) }
        case .object(let members): members.reduce(1) { $0 + size(of: $1.value) }
        default: 1
        }
    }

    /// Starts anew at the root when the value has grown large.
    mutating func prune() throws {
        if size(of: model) > 400 {
            model = values.value(depth: 3)
            try json.vox.set(model)
        }
    }
}

extension JSONValue {
    fileprivate mutating func set(_ name: String, _ value: JSONValue?) {
        guard case .object(var members) = self else { return }
        members[name] = value
        self = .object(members)
    }

    fileprivate mutating func edit(_ edit: (inout [JSONValue]) -> Void) {
        guard case .array(var elements) = self else { return }
        edit(&elements)
        self = .array(elements)
    }
}

@Suite("Random edit scripts")
struct EditScriptTests {
    @Test(
        "a document and a plain value stay the same through thousands of edits",
        arguments: 0..<UInt64(Size.of(quick: 4, full: 12)))
    func script(seed: UInt64) throws {
        var script = try Script(seed: seed)
        try run(&script, steps: 1500, checkingEvery: 25)
    }

    @Test(
        "they stay the same where elements are parsed when they are touched",
        arguments: 0..<24 as Range<UInt64>)
    func lazily(seed: UInt64) throws {
        var script = try Script(lazilyWith: seed)
        try run(&script, steps: 40, checkingEvery: 13)
    }

    private func run(_ script: inout Script, steps: Int, checkingEvery period: Int) throws {
        for step in 1...steps {
            try script.step()
            if step % period == 0 {
                try script.prune()
                let (json, model) = (script.json, script.model)
                try #require(json.vox.failure == nil)
                let isTheSame = try isSame(json.snapshot(), model)
                try #require(isTheSame, "after step \(step)")
                for style in JSON.Style.allCases where style != .sorted {
                    let read = try JSONValue(parsing: json.vox.text(style: style))
                    try #require(isSame(read, model), "after step \(step), \(style)")
                }
                try #require(JSONValue(parsing: json.vox.text(style: .sorted)) == model)
                try #require(json.vox.isEqual(to: JSON(model)))
                try #require(json.vox.copy().vox.isEqual(to: json))
            }
        }
    }
}
