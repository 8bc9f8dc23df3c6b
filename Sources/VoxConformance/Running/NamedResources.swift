// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// The resources and addresses that the document of a request names. Attributes and meta are the
/// server's own matter. Some servers do not tell capital letters from small ones in names.
struct NamedResources {
    /// The identities. Without a type, the address of the request has the type. A linked resource
    /// is named in linkage. A local id is one of them, because a server may take it for an id.
    private(set) var names: [(type: String?, id: String, isLinked: Bool)] = []
    /// The addresses in `href`, and whether the operation adds something there.
    private(set) var addresses: [(text: String, isAddition: Bool)] = []
    /// A name that an object has twice. Servers differ in which of the two they read.
    private(set) var repeatedName: String?

    init(_ json: JSON, areLinked: Bool) {
        if areLinked { addTarget(json, true) } else { add(json, false) }
    }

    /// Returns the ids in a text that is no JSON, such as a form: whatever follows the word `id`. A
    /// lenient server may be able to read it.
    static func ids(inText text: String) -> [String] {
        let decoded = PercentEncoding.decode(text) ?? text
        let ids = decoded.matches(
            of: #/(?i)(?:^|[^a-z0-9])ids?(?:[^a-z0-9._~-]+)([^"'\s,;=<>{}&\[\]()]+)/#)
        // An escaped name may be that of an id.
        return ids.map { String($0.output.1) } + (text.contains(#"\u"#) ? [#"\u"#] : [])
    }

    /// Returns the ids in the values of parameters, such as `filter[id]`.
    static func ids(in items: [QueryItem]) -> [String] {
        items.flatMap { item -> [String] in
            let name = item.name.lowercased().split { "[].".contains($0) }.last ?? ""
            let value = item.value ?? ""
            if ["id", "ids"].contains(name) { return value.split(separator: ",").map(String.init) }
            return ids(inText: value)
        }
    }

    private mutating func add(_ value: JSON, _ isLinked: Bool) {
        if value.vox.kind == .array {
            for element in value.vox.elements { add(element, isLinked) }
        }
        let members = value.vox.members.map { (name: $0.name.lowercased(), value: $0.value) }
        var seen: Set<String> = []
        for (name, _) in members where !seen.insert(name).inserted { repeatedName = name }
        let type = members.first { $0.name == "type" }?.value.plainText
        let isAddition = value.text(at: "op") == "add"
        let changesLinkage = value.value(at: "ref").value(at: "relationship").vox.kind == .string
        for (name, member) in members {
            switch name {
            case "attributes", "meta", "links": break
            case "id", "lid":
                if let id = member.idText { names.append((type, id, isLinked)) }
            case "ref": add(member, false)
            case "href": addresses += [member.plainText].compactMap(\.self).map { ($0, isAddition) }
            case "relationships":
                for relationship in member.vox.members { addTarget(relationship.value, true) }
                add(member, true)
            case "data": addTarget(member, isLinked || changesLinkage)
            default: add(member, isLinked)
            }
        }
    }

    /// Adds what stands in the place of a resource. A lenient server may read an id from a text.
    private mutating func addTarget(_ value: JSON, _ isLinked: Bool) {
        switch value.vox.kind {
        case .array: for element in value.vox.elements { addTarget(element, isLinked) }
        case .object: add(value, isLinked)
        default:
            if let id = value.idText { names.append((nil, id, isLinked)) }
        }
    }
}

extension JSON {
    /// The text of an id, which a lenient server may also read from other values; nil for null and
    /// without one.
    var idText: String? {
        switch vox.kind {
        case .string: plainText
        case .null, .absent: nil
        default: JSONValue(self)?.description
        }
    }
}
