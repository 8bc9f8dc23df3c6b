// SPDX-License-Identifier: MIT

internal import HTTPTypes

extension ProbeCheck {
    /// The members that every check may have.
    private static let common: Set<String> = ["level", "rules", "because", "when"]

    init(_ json: JSON) throws(JSONError) {
        var found: [(name: String, Verb)] = []
        for (name, read) in Self.verbs where (json[name] as JSON).vox.kind != .absent {
            found.append((name, try read(json)))
        }
        guard let (_, verb) = found.first, found.count == 1 else {
            let names = Self.verbs.map(\.name).joined(separator: ", ")
            throw ProbeObject.fault(json, "a check has exactly one of \(names)")
        }
        self.verb = verb
        let object = ProbeObject(json: json)
        level = object.has("level") ? try object.choice("level") : .must
        rules = object.has("rules") ? try object.texts("rules") : nil
        reason = try object.optionalText("because")
        when = object.has("when") ? [try ProbeCheck(condition: object.member("when"))] : []
    }

    /// Reads a check that is a condition. It has no level and no condition of its own.
    init(condition json: JSON) throws(JSONError) {
        for name in ["level", "rules", "because", "when"]
        where (json[name] as JSON).vox.kind != .absent {
            throw ProbeObject.fault(json, "a condition has no member \"\(name)\"")
        }
        try self.init(json)
    }

    /// The functions that read a check, by the member that tells what is checked.
    private static let verbs: [(name: String, @Sendable (JSON) throws(JSONError) -> Verb)] = [
        ("status", status), ("media-type", mediaType), ("header", header),
        ("document", document), ("at", value), ("sorted", sorted), ("unique", unique),
        ("same-address", sameAddress),
    ]

    private static func object(
        _ json: JSON, _ members: Set<String>
    ) throws(JSONError) -> ProbeObject {
        try ProbeObject(json, members: members.union(common))
    }

    @Sendable private static func status(_ json: JSON) throws(JSONError) -> Verb {
        .status(try object(json, ["status"]).statuses("status"))
    }

    @Sendable private static func mediaType(_ json: JSON) throws(JSONError) -> Verb {
        .mediaType(try object(json, ["media-type"]).text("media-type"))
    }

    @Sendable private static func header(_ json: JSON) throws(JSONError) -> Verb {
        let names = ["is", "contains", "contains-not", "exists"]
        let object = try object(json, Set(names).union(["header"]))
        let found = names.filter(object.has)
        guard let name = found.first, found.count == 1 else {
            throw ProbeObject.fault(
                json, "a header has exactly one of \(names.joined(separator: ", "))")
        }
        let test: HeaderTest =
            switch name {
            case "is": .equals(Template(try object.text(name)))
            case "contains": .contains(Template(try object.text(name)))
            case "contains-not": .lacks(Template(try object.text(name)))
            default: .exists(try object.bool(name))
            }
        return .header(try object.fieldName("header"), test)
    }

    @Sendable private static func document(_ json: JSON) throws(JSONError) -> Verb {
        let object = try object(json, ["document"])
        switch try object.text("document") {
        case "relationship": return .document(.relationship)
        case "results": return .document(.results)
        case "response", "errors": return .document(.response)
        default:
            throw ProbeObject.fault(
                json, "a document is one of response, relationship, errors, results")
        }
    }

    @Sendable private static func sorted(_ json: JSON) throws(JSONError) -> Verb {
        let object = try object(json, ["sorted", "by", "descending"])
        return .sorted(
            try object.pointer("sorted"), by: try object.pointer("by"),
            isDescending: object.has("descending") ? try object.bool("descending") : false)
    }

    @Sendable private static func unique(_ json: JSON) throws(JSONError) -> Verb {
        let object = try object(json, ["unique", "by"])
        return .unique(try object.pointer("unique"), by: try object.pointers("by"))
    }

    // MARK: Values

    @Sendable private static func value(_ json: JSON) throws(JSONError) -> Verb {
        let names = ValueTestReading.readers.map(\.name)
        let object = try object(json, Set(names).union(["at", "by", "optional"]))
        var found: [ValueTest] = []
        for (name, read) in ValueTestReading.readers where object.has(name) {
            found.append(try read(object))
        }
        guard let test = found.first, found.count == 1 else {
            throw ProbeObject.fault(
                json, "\"at\" has exactly one of \(names.joined(separator: ", "))")
        }
        if object.has("by"), !object.has("same-as"), !object.has("within") {
            throw ProbeObject.fault(json, "only \"same-as\" and \"within\" have \"by\"")
        }
        let isOptional = object.has("optional") ? try object.bool("optional") : false
        return .value(try object.pointer("at"), test, isOptional: isOptional)
    }

    // MARK: Addresses

    @Sendable private static func sameAddress(_ json: JSON) throws(JSONError) -> Verb {
        let pair = try object(json, ["same-address"]).list("same-address")
        guard pair.count == 2 else {
            throw ProbeObject.fault(json, "\"same-address\" is a list of two addresses")
        }
        return .sameAddress(try AddressSource(pair[0]), try AddressSource(pair[1]))
    }
}

extension ProbeCheck.AddressSource {
    fileprivate init(_ json: JSON) throws(JSONError) {
        guard json.vox.kind == .object else {
            let text = try json.vox.value(as: String.self)
            if let pointer = PointerTemplate(text) {
                self = .value(ProbeCheck.Place(step: nil, pointer: pointer))
            } else {
                self = .template(Template(text))
            }
            return
        }
        if (json["header"] as JSON).vox.kind != .absent {
            self = .header(try ProbeObject(json, members: ["header"]).fieldName("header"))
            return
        }
        self = .value(try ProbeCheck.Place(json))
    }
}

extension ProbeCheck.Place {
    init(_ json: JSON) throws(JSONError) {
        let object = try ProbeObject(json, members: ["step", "at"])
        step = object.has("step") ? try object.member("step").vox.value(as: Int.self) : nil
        pointer = try object.pointer("at")
    }
}
