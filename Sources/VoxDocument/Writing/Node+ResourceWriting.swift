// SPDX-License-Identifier: MIT

// Types and ids are written as strings (JSON:API 1.1, "Identification"), even if lenient reading
// accepted them as numbers.

extension Node {
    /// Writes a resource object or an identifier object with all its members. If `once` is true,
    /// the linkage of its relationships is written as a request has it.
    func writeResource(to output: inout [UInt8], once: Bool = false) throws(JSONError) {
        guard tree.isLenient || once, isObject else {
            return try write(to: &output, style: .compact)
        }
        var object = ObjectWriter()
        for child in children {
            let name = child.name
            switch name {
            case "type", "id": try object.writeText(child, named: name, to: &output)
            case "relationships": try object.writeRelationships(child, once: once, to: &output)
            default: try object.write(child, named: name, to: &output)
            }
        }
        object.end(&output)
    }

    /// Writes the linkage of a relationship as a request has it: each resource once. A repeated
    /// identifier with other meta information is kept.
    func writeSentLinkage(
        to output: inout [UInt8], lids: LocalIDs = LocalIDs()
    ) throws(JSONError) {
        let sent = try sentIdentifiers(lids)
        guard isArray, sent.count < count else { return try writeLinkage(to: &output, lids: lids) }
        var separator = "["
        for child in sent {
            output += separator.utf8
            try child.writeIdentifier(to: &output, lids: lids)
            separator = ","
        }
        output += "]".utf8
    }

    /// The identifiers of this linkage without the ones that repeat an earlier one.
    func sentIdentifiers(_ lids: LocalIDs = LocalIDs()) throws(JSONError) -> [Node] {
        guard isArray else { return [self] }
        if count < 2 || lids.isEmpty && !namesTargetTwice { return children }
        var known: [Identity: [Node]] = [:]
        var sent: [Node] = []
        for child in children {
            if let identity = lids.identity(of: lids.target(of: child) ?? child) {
                var isRepeated = false
                for earlier in known[identity] ?? [] where try earlier.isEqual(to: child) {
                    isRepeated = true
                }
                if isRepeated { continue }
                known[identity, default: []].append(child)
            }
            sent.append(child)
        }
        return sent
    }

    /// True if two identifiers of this linkage have the same identity.
    private var namesTargetTwice: Bool {
        guard isArray, count > 1 else { return false }
        var known = Set<StatedIdentity>(minimumCapacity: count)
        var child = first
        while let node = child {
            if let identity = node.statedIdentity, !known.insert(identity).inserted { return true }
            child = node.next
        }
        return false
    }

    /// Removes the identifiers of this resource object that repeat an earlier one of their linkage.
    func removeRepeats() throws(JSONError) {
        for relationship in relationshipMembers {
            guard let list = relationship.member("data"), list.isArray else { continue }
            let sent = try list.sentIdentifiers()
            if sent.count == list.count { continue }
            let kept = Set(sent)
            for node in list.children where !kept.contains(node) { node.remove() }
        }
    }

    /// True if the linkage of a relationship of this resource object names a target twice.
    var linksTargetTwice: Bool {
        relationshipMembers.contains { $0.member("data")?.namesTargetTwice ?? false }
    }

    /// Writes the linkage of a relationship: an identifier object, a list of them, or null.
    private func writeLinkage(
        to output: inout [UInt8], lids: LocalIDs = LocalIDs()
    ) throws(JSONError) {
        guard tree.isLenient || !lids.isEmpty, isArray else {
            return try writeIdentifier(to: &output, lids: lids)
        }
        var separator = "["
        for child in children {
            output += separator.utf8
            try child.writeIdentifier(to: &output, lids: lids)
            separator = ","
        }
        output += (separator == "[" ? "[]" : "]").utf8
    }

    /// Writes an identifier object with all its members. If the identifier refers to a resource
    /// with a local id of the document, the written object has this local id.
    private func writeIdentifier(to output: inout [UInt8], lids: LocalIDs) throws(JSONError) {
        guard let target = lids.target(of: self) else { return try writeResource(to: &output) }
        var object = ObjectWriter()
        try object.writeIdentity(of: target, lid: lids[target], to: &output)
        for child in children where !["type", "id", "lid"].contains(child.name) {
            try object.write(child, named: child.name, to: &output)
        }
        object.end(&output)
    }
}

extension ObjectWriter {
    /// Writes the type, and the id or lid, if they are set. `withID` is false to leave out the id.
    /// `lid` is a local id that only the document has.
    mutating func writeIdentity(
        of resource: Node, withID: Bool = true, lid: String? = nil, to output: inout [UInt8]
    ) throws(JSONError) {
        let names: [StaticString] = withID ? ["type", "id", "lid"] : ["type"]
        for name in names {
            if let member = resource.member(name), !member.isNull {
                try writeText(member, named: String(describing: name), to: &output)
            }
        }
        if let lid {
            begin("lid", &output)
            output.append(json: lid)
        }
    }

    /// Writes the member `relationships` of a resource object.
    mutating func writeRelationships(
        _ relationships: Node, once: Bool, to output: inout [UInt8]
    ) throws(JSONError) {
        guard relationships.tree.isLenient || once, relationships.isObject else {
            return try write(relationships, named: "relationships", to: &output)
        }
        begin("relationships", &output)
        var object = ObjectWriter()
        for relationship in relationships.children {
            object.begin(relationship.name, &output)
            try relationship.writeRelationship(to: &output)
        }
        object.end(&output)
    }

    /// Writes a member as a string. A number becomes the string of its digits.
    fileprivate mutating func writeText(
        _ member: Node, named name: String, to output: inout [UInt8]
    ) throws(JSONError) {
        guard let number = member.numberText else {
            return try write(member, named: name, to: &output)
        }
        begin(name, &output)
        output += "\"\(number)\"".utf8
    }
}

extension Node {
    fileprivate func writeRelationship(to output: inout [UInt8]) throws(JSONError) {
        guard isObject else { return try write(to: &output, style: .compact) }
        var object = ObjectWriter()
        for child in children {
            let name = child.name
            object.begin(name, &output)
            if name == "data" {
                try child.writeSentLinkage(to: &output)
            } else {
                try child.write(to: &output, style: .compact)
            }
        }
        object.end(&output)
    }
}
