// SPDX-License-Identifier: MIT

/// Writes the served part of resources as resource objects, and linkage, as JSON text.
///
/// What all objects of a type share is made once: the names of the fields that the document
/// contains, and the beginning of the links.
struct ResourceText {
    /// A relationship of a resource.
    struct OwnedRelationship: Hashable {
        let owner: StoredResource.Identifier
        let name: String
    }

    var bytes: [UInt8] = []
    /// The relationships that have more targets than the document includes.
    var truncated: Set<OwnedRelationship> = []
    private let exchange: ServedRequest
    /// The names of the fields to write, by type.
    private let fields: [String: Set<ExactText>]
    private let cursors: [StoredResource.Identifier: String]
    private var types: [TypeText] = []
    /// The link to the resource that is written.
    private var link: [UInt8] = []

    init(
        _ exchange: ServedRequest, fields: [String: Set<ExactText>] = [:],
        cursors: [StoredResource.Identifier: String] = [:]
    ) {
        self.exchange = exchange
        self.fields = fields
        self.cursors = cursors
    }

    /// Writes resource objects, separated by commas.
    mutating func write(_ resources: some Sequence<StoredResource>) {
        var isFirst = true
        for resource in resources {
            if !isFirst { bytes.append(",") }
            write(resource)
            isFirst = false
        }
    }

    mutating func write(_ resource: StoredResource) {
        let type = text(of: resource.type)
        bytes += type.start
        bytes.append(json: resource.id)
        type.write(resource.attributes, to: &bytes)
        link.removeAll(keepingCapacity: true)
        link += type.link
        link += PercentEncoding.encode(resource.id, allowing: \.isUnreserved).utf8
        var isFirst = true
        for relationship in type.relationships {
            bytes.append(isFirst ? ",\"relationships\":{" : ",")
            write(relationship, of: resource)
            isFirst = false
        }
        bytes.append(isFirst ? ",\"links\":{\"self\":\"" : "},\"links\":{\"self\":\"")
        bytes += link
        bytes.append("\"}")
        write(cursorOf: resource.identifier)
        bytes.append("}")
    }

    /// Writes a relationship. A relationship without linkage has only links.
    private mutating func write(
        _ relationship: RelationshipText, of resource: StoredResource
    ) {
        bytes += relationship.start
        bytes += link
        bytes += relationship.linkage
        bytes += link
        bytes += relationship.related
        let name = relationship.name
        if !truncated.isEmpty,
            truncated.contains(.init(owner: resource.identifier, name: name))
        {
            let limit = String(exchange.service.maximumPageSize)
            bytes.append(",\"next\":")
            bytes.append(
                json: exchange.link(
                    [resource.type, resource.id, "relationships", name],
                    query: [QueryItem("page[offset]", limit), QueryItem("page[limit]", limit)]))
        }
        bytes.append("}")
        switch resource.relationships[exactly: name] {
        case nil: break
        case .one(let target)?:
            bytes.append(",\"data\":")
            write(.one(target.flatMap { relationship.serves($0) ? $0 : nil }))
        case .many(let targets)?:
            bytes.append(",\"data\":")
            write(.many(targets.filter(relationship.serves)))
        }
        bytes.append("}")
    }

    /// Writes linkage. Each item of primary data has its cursor.
    mutating func write(_ linkage: StoredResource.Linkage, isPrimary: Bool = false) {
        func write(_ identifier: StoredResource.Identifier, _ text: inout ResourceText) {
            text.bytes.append("{\"type\":")
            text.bytes.append(json: identifier.type)
            text.bytes.append(",\"id\":")
            text.bytes.append(json: identifier.id)
            if isPrimary { text.write(cursorOf: identifier) }
            text.bytes.append("}")
        }
        switch linkage {
        case .one(nil): bytes.append("null")
        case .one(let identifier?): write(identifier, &self)
        case .many(let identifiers):
            bytes.append("[")
            for (place, identifier) in identifiers.enumerated() {
                if place > 0 { bytes.append(",") }
                write(identifier, &self)
            }
            bytes.append("]")
        }
    }

    /// Writes the cursor of an element of primary data (profile "Cursor Pagination", "Item
    /// Cursors").
    private mutating func write(cursorOf identifier: StoredResource.Identifier) {
        guard !cursors.isEmpty, let cursor = cursors[identifier] else { return }
        bytes.append(",\"meta\":{\"page\":{\"cursor\":")
        bytes.append(json: cursor)
        bytes.append("}}")
    }

    private mutating func text(of type: String) -> TypeText {
        if let last = types.last, last.isNamed(type) { return last }
        if let known = types.first(where: { $0.isNamed(type) }) { return known }
        let text = TypeText(type, fields[exactly: type], exchange)
        types.append(text)
        return text
    }
}

/// What the resource objects of a type share. Contains no field that is not served.
private final class TypeText {
    /// The beginning of an object, up to the id.
    let start: [UInt8]
    /// The beginning of the links to the resources, in the form of a string in JSON.
    let link: [UInt8]
    let relationships: [RelationshipText]
    private let name: ExactText
    private let type: ServedType?
    private let fields: Set<ExactText>?
    /// The attributes at the same places of the resource before, each with the beginning of its
    /// member; nil if the document does not contain the attribute.
    private var attributes: [(name: ExactText, start: [UInt8]?)] = []

    init(_ name: String, _ fields: Set<ExactText>?, _ exchange: ServedRequest) {
        self.name = ExactText(name)
        self.fields = fields
        let type = exchange.service.types[name]
        self.type = type
        var start: [UInt8] = []
        start.append("{\"type\":")
        start.append(json: name)
        start.append(",\"id\":")
        self.start = start
        var link: [UInt8] = []
        link.append(json: exchange.link(name, ""))
        self.link = Array(link.dropFirst().dropLast())
        let names = (type?.relationships ?? [:]).keys.sorted()
        relationships = names.filter { fields?.contains(ExactText($0)) ?? true }.map {
            RelationshipText($0, of: type, exchange)
        }
    }

    func isNamed(_ name: String) -> Bool { self.name == ExactText(name) }

    func write(_ attributes: JSONObject, to bytes: inout [UInt8]) {
        var isFirst = true
        for (place, (name, value)) in attributes.enumerated() {
            guard let start = start(ofAttribute: ExactText(name), at: place) else { continue }
            bytes.append(isFirst ? ",\"attributes\":{" : ",")
            bytes += start
            bytes.append(json: value)
            isFirst = false
        }
        if !isFirst { bytes.append("}") }
    }

    /// Most resources of a type have the same attributes in the same order.
    private func start(ofAttribute name: ExactText, at place: Int) -> [UInt8]? {
        if place < attributes.count, attributes[place].name == name {
            return attributes[place].start
        }
        var start: [UInt8]?
        if type?.serves(attribute: name.text) ?? false, fields?.contains(name) ?? true {
            start = []
            start?.append(json: name.text)
            start?.append(":")
        }
        if place < attributes.count { attributes.removeSubrange(place...) }
        if place == attributes.count { attributes.append((name, start)) }
        return start
    }
}

/// What a relationship shares in all objects of a type.
private final class RelationshipText {
    let name: String
    /// The text before the first link, between the links, and after the second link.
    let start: [UInt8]
    let linkage: [UInt8]
    let related: [UInt8]
    private let type: ServedType?
    private let exchange: ServedRequest
    /// A type of targets that is served.
    private var known: ExactText?

    init(_ name: String, of type: ServedType?, _ exchange: ServedRequest) {
        self.name = name
        self.type = type
        self.exchange = exchange
        let segment = PercentEncoding.encode(name, allowing: \.isUnreserved)
        var start: [UInt8] = []
        start.append(json: name)
        start.append(":{\"links\":{\"self\":\"")
        self.start = start
        linkage = Array("/relationships/\(segment)\",\"related\":\"".utf8)
        related = Array("/\(segment)\"".utf8)
    }

    func serves(_ target: StoredResource.Identifier) -> Bool {
        if let known, known == ExactText(target.type) { return true }
        guard let type, exchange.service.isServed(.one(target), of: name, type)
        else { return false }
        known = ExactText(target.type)
        return true
    }
}
