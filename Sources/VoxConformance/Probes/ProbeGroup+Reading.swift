// SPDX-License-Identifier: MIT

internal import HTTPTypes

extension ProbeGroup {
    /// Reads a probe file.
    init(_ json: JSON) throws(JSONError) {
        let object = try ProbeObject(
            json, members: ["$schema", "group", "title", "section", "probes"])
        name = try object.text("group")
        title = try object.text("title")
        section = try object.text("section")
        var probes: [Probe] = []
        var names: Set<String> = []
        for element in object.list("probes") {
            let probe = try Probe(element, section: section)
            guard names.insert(probe.name).inserted else {
                throw ProbeObject.fault(element, "another probe has the name \"\(probe.name)\"")
            }
            probes.append(probe)
        }
        self.probes = probes
    }
}

extension Probe {
    fileprivate init(_ json: JSON, section: String) throws(JSONError) {
        let object = try ProbeObject(
            json,
            members: ["name", "title", "rules", "section", "subject", "steps", "failure"])
        name = try object.text("name")
        title = try object.text("title")
        rules = try object.texts("rules")
        self.section = try object.text("section", default: section)
        subject = try object.choice("subject")
        failure = try object.text("failure")
        var steps: [ProbeStep] = []
        for element in object.list("steps") { steps.append(try ProbeStep(element)) }
        guard !steps.isEmpty else { throw ProbeObject.fault(json, "the probe has no steps") }
        self.steps = steps
        try checkVariables(json)
    }

    /// Checks that each variable is one of the subject, or that an earlier step saves it.
    private func checkVariables(_ json: JSON) throws(JSONError) {
        let known = subject.variables
        guard let name = neededVariables.subtracting(known).sorted().first else { return }
        let names = known.sorted().joined(separator: ", ")
        throw ProbeObject.fault(
            json,
            "there is no variable {\(name)}: no earlier step saves it, and the variables of the "
                + "subject \(subject.rawValue) are \(names)")
    }
}

extension ProbeStep {
    fileprivate init(_ json: JSON) throws(JSONError) {
        let object = try ProbeObject(json, members: ["request", "save", "skip", "checks"])
        request = try ProbeRequest(object.member("request"))
        var saves: [Save] = []
        if object.has("save") {
            for (name, value) in object.member("save").vox.members {
                saves.append(Save(name: name, source: try Save.Source(value)))
            }
        }
        self.saves = saves
        var skips: [Skip] = []
        for element in object.list("skip") {
            skips.append(try Skip(element))
        }
        self.skips = skips
        var checks: [ProbeCheck] = []
        for element in object.list("checks") { checks.append(try ProbeCheck(element)) }
        self.checks = checks
    }
}

extension ProbeStep.Skip {
    fileprivate init(_ json: JSON) throws(JSONError) {
        let object = try ProbeObject(json, members: ["status", "when", "unless", "because"])
        let found = ["status", "when", "unless"].filter(object.has)
        guard let name = found.first, found.count == 1 else {
            throw ProbeObject.fault(json, "a skip has exactly one of status, when, unless")
        }
        condition =
            switch name {
            case "status": .status(try object.statuses(name))
            case "when": .passing(try ProbeCheck(condition: object.member(name)))
            default: .failing(try ProbeCheck(condition: object.member(name)))
            }
        reason = try object.text("because")
    }
}

extension ProbeStep.Save.Source {
    fileprivate init(_ json: JSON) throws(JSONError) {
        guard json.vox.kind == .object else {
            self = .pointer(try ProbeObject.pointer(json))
            return
        }
        self = .header(try ProbeObject(json, members: ["header"]).fieldName("header"))
    }
}

extension ProbeRequest {
    fileprivate init(_ json: JSON) throws(JSONError) {
        let object = try ProbeObject(
            json, members: ["method", "url", "query", "headers", "body", "text"])
        let verb = try object.text("method")
        guard let method = HTTPRequest.Method(verb) else {
            throw ProbeObject.fault(object.member("method"), "\"\(verb)\" is not a method")
        }
        self.method = method
        url = Template(try object.text("url"))
        var query: [(name: Template, value: Template?)] = []
        for (name, value) in object.member("query").vox.members {
            query.append((Template(name), try Self.template(value)))
        }
        self.query = query
        var headers: [(name: HTTPField.Name, value: Template?)] = []
        for (name, value) in object.member("headers").vox.members {
            headers.append(
                (try ProbeObject.fieldName(name, at: value), try Self.template(value)))
        }
        self.headers = headers
        if object.has("text") {
            guard !object.has("body") else {
                throw ProbeObject.fault(json, "a request has a body or a text, and not both")
            }
            body = .text(Template(try object.member("text").vox.value(as: String.self)))
        } else if object.has("body") {
            body = .json(try object.snapshot("body"))
        } else {
            body = nil
        }
    }

    /// Reads a text; nil for null.
    private static func template(_ json: JSON) throws(JSONError) -> Template? {
        json.vox.kind == .null ? nil : Template(try json.vox.value(as: String.self))
    }
}
