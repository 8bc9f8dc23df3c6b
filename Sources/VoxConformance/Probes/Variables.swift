// SPDX-License-Identifier: MIT

/// The values of the variables of one run of a probe.
struct Variables: Sendable {
    enum Value: Sendable {
        case address(HTTPURL)
        /// A JSON value, and the address of the response that it comes from.
        case json(JSONValue, from: HTTPURL?)
    }

    /// The address of the server, below which addresses without a variable are.
    let base: HTTPURL
    private var values: [String: Value] = [:]

    init(base: HTTPURL) {
        self.base = base
        values["base"] = .address(base)
    }

    var names: Set<String> { Set(values.keys) }

    subscript(name: String) -> Value? {
        get { values[name] }
        set { values[name] = newValue }
    }

    mutating func set(_ name: String, _ address: HTTPURL?) {
        values[name] = address.map { .address($0) }
    }

    mutating func set(_ name: String, _ value: JSONValue?) {
        values[name] = value.map { .json($0, from: nil) }
    }

    mutating func set(_ name: String, text: String?) {
        values[name] = text.map { .json(.string($0), from: nil) }
    }

    // MARK: Filling templates

    /// Returns a text with the values of its variables.
    func text(of template: Template) throws(TemplateFault) -> String {
        var text = ""
        for part in template.parts {
            switch part {
            case .text(let literal): text += literal
            case .variable(let name): text += try self.text(of: name)
            }
        }
        return text
    }

    private func text(of name: String) throws(TemplateFault) -> String {
        switch try value(of: name) {
        case .address(let url): return url.text
        case .json(.string(let text), _): return text
        case .json(.number(let number), _): return number.text
        case .json(.bool(let value), _): return value ? "true" : "false"
        case .json(.null, _): return "null"
        case .json:
            throw TemplateFault(reason: "{\(name)} is a list or an object, and no text")
        }
    }

    private func value(of name: String) throws(TemplateFault) -> Value {
        guard let value = values[name] else {
            throw TemplateFault(reason: "there is no {\(name)}")
        }
        return value
    }

    /// Returns a JSON value with the values of the variables in its strings and names. A string
    /// that is one variable becomes the value of the variable.
    func json(of value: JSONValue) throws(TemplateFault) -> JSONValue {
        switch value {
        case .string(let text):
            let template = Template(text)
            guard let name = template.onlyVariable else {
                return .string(try self.text(of: template))
            }
            if case .json(let value, _) = try self.value(of: name) { return value }
            return .string(try self.text(of: name))
        case .array(let elements):
            var filled: [JSONValue] = []
            for element in elements { filled.append(try json(of: element)) }
            return .array(filled)
        case .object(let members):
            if members.count == 1, case .array(let parts)? = members["$merge"] {
                var merged: JSONValue = .null
                for part in parts { merged = merged.merging(try json(of: part)) }
                return merged
            }
            var filled = JSONObject()
            for (name, value) in members {
                filled[try text(of: Template(name))] = try json(of: value)
            }
            return .object(filled)
        case .null, .bool, .number: return value
        }
    }

    /// Returns the address of a template. A variable at the beginning is an address. All other
    /// variables are segments of the path, and are percent-encoded.
    func address(of template: Template) throws(TemplateFault) -> HTTPURL {
        var rest = template.parts[...]
        var start = base
        if let name = template.firstVariable {
            start = try address(named: name)
            rest = rest.dropFirst()
        }
        var path = ""
        for part in rest {
            switch part {
            case .text(let text): path += text
            case .variable(let name):
                do throws(RequestError) {
                    path += try PathTemplate.segment(self.text(name), named: name)
                } catch {
                    throw TemplateFault(reason: error.reason)
                }
            }
        }
        if path.isEmpty { return start }
        do throws(RequestError) {
            return try start.appending(path: path)
        } catch {
            throw TemplateFault(reason: error.reason)
        }
    }

    /// The text of a variable; empty if it has none, which no path accepts.
    private func text(_ name: String) -> String { (try? text(of: name)) ?? "" }

    /// Returns the address in a variable. A link object is the address in its `href`.
    private func address(named name: String) throws(TemplateFault) -> HTTPURL {
        switch try value(of: name) {
        case .address(let url): return url
        case .json(let value, let origin):
            guard case .string(let link)? = value.link else {
                throw TemplateFault(reason: "{\(name)} is no address")
            }
            guard let url = base.local(link, from: origin ?? base) else {
                throw TemplateFault(reason: "{\(name)} is no address of http: \(link.excerpt(100))")
            }
            return url
        }
    }

    /// Returns the query items of a request. Commas in a template separate the parts of a value.
    func query(
        of items: [(name: Template, value: Template?)]
    ) throws(TemplateFault) -> [QueryItem] {
        var filled: [QueryItem] = []
        for item in items {
            let name = try text(of: item.name)
            guard let value = item.value else {
                filled.append(QueryItem(name, nil))
                continue
            }
            var parts: [String] = []
            for part in value.listItems { parts.append(try text(of: part)) }
            filled.append(QueryItem(name, list: parts))
        }
        return filled
    }
}

extension JSONValue {
    /// Returns the value after a JSON Merge Patch (RFC 7386). The patch of null is the patch
    /// itself, with its nulls, so that the first part of a `$merge` stays as it is.
    fileprivate func merging(_ patch: JSONValue) -> JSONValue {
        guard case .object(let changes) = patch, case .object(var members) = self else {
            return patch
        }
        for (name, change) in changes {
            if case .null = change {
                members[name] = nil as JSONValue?
            } else {
                members[name] = members[name].map { $0.merging(change) } ?? change
            }
        }
        return .object(members)
    }

    /// The address in a link, which may be a string or a link object.
    var link: JSONValue? {
        if case .object(let object) = self { return object["href"] }
        return self
    }
}

extension HTTPURL {
    /// Returns the address with more path at its end. One of two slashes in a row is dropped. The
    /// query stays behind the path.
    func appending(path more: String) throws(RequestError) -> HTTPURL {
        let path = self.path
        let start = path.hasSuffix("/") && more.hasPrefix("/") ? String(path.dropLast()) : path
        let mark = more.contains("?") ? "&" : "?"
        return try HTTPURL(
            "\(scheme.rawValue)://\(authority)\(start)\(more)" + (query.map { mark + $0 } ?? ""))
    }

    /// Returns the address that a link leads to, at the origin of this address; nil if the link is
    /// malformed.
    ///
    /// A server behind a proxy may write links with another host. The run sends no request to any
    /// other origin, because requests may have credentials.
    func local(_ link: String, from url: HTTPURL) -> HTTPURL? {
        guard let target = try? url.resolve(link) else { return nil }
        return target.hasSameOrigin(as: self) ? target : with(target: target.target)
    }
}
