// SPDX-License-Identifier: MIT

/// A resource as a script believes it to be: its value, and the one that changes are told from.
struct ModelResource {
    /// The resource object.
    var value: Plain
    /// What it was when it was read or last marked; nil for one that was neither.
    var baseline: Plain?
    /// What it was when it was read.
    let source: Plain?
    /// False once a member was removed or a list or object overwritten: only then what is set back
    /// is laid out anew.
    var isInPlace = true

    init(read value: Plain) { (self.value, baseline, source) = (value, value, value) }

    init(new value: Plain) { (self.value, baseline, source) = (value, nil, nil) }

    var attributes: Plain { value["attributes"] ?? .null }
    var relationships: Plain { value["relationships"] ?? .null }

    var type: String { text("type") }
    var id: String { text("id") }

    private func text(_ name: String) -> String {
        if case .text(let text)? = value[name] { text } else { "" }
    }

    var identifier: Plain { .object([("type", .text(type)), ("id", .text(id))]) }

    // MARK: Editing

    /// Writes an attribute as a property does: `attributes` is made when there is none, and left
    /// out when it was emptied. Null in its place counts as an empty one.
    mutating func setAttribute(_ name: String, to new: Plain?) {
        let isNull = value["attributes"]?.isNull ?? false
        if isNull || new != nil && !attributes.isObject { value["attributes"] = .object([]) }
        value["attributes"]?[name] = new
        if new == nil { leaveOutEmpty("attributes") }
    }

    mutating func leaveOutEmpty(_ name: String) {
        if let container = value[name], container.isObject, container.members.isEmpty {
            value[name] = nil
        }
    }

    /// Writes linkage as a property does: the links and meta of the relationship stay.
    mutating func setLinkage(_ name: String, to new: Plain?) {
        guard let new else {
            value["relationships"]?[name] = nil
            return leaveOutEmpty("relationships")
        }
        if !relationships.isObject { value["relationships"] = .object([]) }
        if relationships[name] == nil { value["relationships"]?[name] = .object([]) }
        value["relationships"]?[name]?["data"] = new
    }

    // MARK: Changes (decision 7)

    struct Changes {
        var attributes: [String] = []
        var relationships: [String] = []
        var paths: [String] = []

        var text: String {
            "attributes \(attributes) relationships \(relationships) paths \(paths)"
        }
    }

    func changes() -> Changes {
        var changes = Changes()
        for name in names("attributes") {
            let paths = Self.differences(
                baseline?["attributes"]?[name], attributes[name],
                at: "/attributes" + Self.segment(name))
            if !paths.isEmpty { changes.attributes.append(name) }
            changes.paths += paths
        }
        for name in names("relationships") {
            let before = baseline?["relationships"]?[name]?["data"]
            let after = relationships[name]?["data"]
            switch (before, after) {
            case (nil, nil): continue
            case (let before?, let after?) where before.isEqual(to: after): continue
            default: changes.relationships.append(name)
            }
        }
        return changes
    }

    /// Names that are there, then those that are gone.
    private func names(_ container: String) -> [String] {
        let present = (value[container] ?? .null).members.map(\.name)
        let former = (baseline?[container] ?? .null).members.map(\.name)
        return present
            + former.filter { name in
                !present.contains { $0.utf8.elementsEqual(name.utf8) }
            }
    }

    /// Objects member by member, everything else as a whole.
    private static func differences(_ before: Plain?, _ after: Plain?, at path: String) -> [String]
    {
        guard let before, let after else { return before == nil && after == nil ? [] : [path] }
        guard before.isObject, after.isObject else {
            return before.isEqual(to: after) ? [] : [path]
        }
        var found: [String] = []
        for (name, value) in after.members {
            found += differences(before[name], value, at: path + segment(name))
        }
        for (name, _) in before.members where after[name] == nil {
            found.append(path + segment(name))
        }
        return found
    }

    private static func segment(_ name: String) -> String {
        "/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
    }

    // MARK: Documents

    /// The document for an update: what changed and is there, linkage alone; or all of it.
    func document(full: Bool) -> Plain {
        let changes = changes()
        func isSent(_ name: String, _ names: [String]) -> Bool {
            full || names.contains { $0.utf8.elementsEqual(name.utf8) }
        }
        var data = identifier
        let sent = attributes.members.filter { isSent($0.name, changes.attributes) }
        if !sent.isEmpty { data["attributes"] = .object(sent) }
        let linked = relationships.members.compactMap { name, value in
            value["data"].map { (name: name, value: Plain.object([("data", Self.once($0))])) }
        }.filter { isSent($0.name, changes.relationships) }
        if !linked.isEmpty { data["relationships"] = .object(linked) }
        return .object([("data", data)])
    }

    /// A list with each target once, at its first place.
    private static func once(_ data: Plain) -> Plain {
        guard case .array(let targets) = data else { return data }
        var seen: Set<[UInt8]> = []
        return .array(
            targets.filter { target in
                let identity = Plain.array([target["type"] ?? .null, target["id"] ?? .null])
                return seen.insert(Array(identity.compact.utf8)).inserted
            })
    }

    // MARK: Going back

    mutating func revert() {
        guard let baseline else { return }
        Self.revert(&value, to: baseline)
    }

    /// Place by place: what is equal stays as it is spelled and where it stands.
    private static func revert(_ value: inout Plain, to former: Plain) {
        if value.isEqual(to: former) { return }
        guard value.isObject, former.isObject else {
            value = former
            return
        }
        var members = value.members
        for (position, member) in former.members.enumerated().reversed()
        where value[member.name] == nil {
            let next = former.members.dropFirst(position + 1).first?.name
            let place = members.firstIndex { $0.name.utf8.elementsEqual((next ?? "").utf8) }
            members.insert(member, at: next == nil ? members.count : place ?? members.count)
        }
        members.removeAll { former[$0.name] == nil }
        for index in members.indices {
            if let other = former[members[index].name] { revert(&members[index].value, to: other) }
        }
        value.members = members
    }

    // MARK: Merging

    /// Takes over a response: what was changed here stays, and is told from what the server says.
    mutating func merge(_ answer: Plain) {
        let changes = changes()
        var former = baseline ?? .object([])
        Self.merge(answer, into: &former, keeping: Changes())
        Self.merge(answer, into: &value, keeping: changes)
        baseline = former
    }

    private static func merge(_ answer: Plain, into value: inout Plain, keeping kept: Changes) {
        for (name, member) in answer.members where !["attributes", "relationships"].contains(name) {
            value[name] = member
        }
        for (name, attribute) in answer["attributes"]?.members ?? []
        where !kept.attributes.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
            if value["attributes"]?.isObject != true { value["attributes"] = .object([]) }
            value["attributes"]?[name] = attribute
        }
        for (name, relationship) in answer["relationships"]?.members ?? [] {
            if value["relationships"]?.isObject != true { value["relationships"] = .object([]) }
            if value["relationships"]?[name] == nil { value["relationships"]?[name] = .object([]) }
            for (part, member) in relationship.members
            where part != "data" || !kept.relationships.contains(name) {
                value["relationships"]?[name]?[part] = member
            }
        }
    }
}
