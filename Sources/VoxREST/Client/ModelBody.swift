// SPDX-License-Identifier: MIT

/// The part of a model that a request contains.
enum ModelBody {
    enum Carried {
        /// All members of a new model except its read-only members.
        case new
        /// All members except read-only and write-once members. The body replaces the model on the
        /// service.
        case whole
        /// The members that were changed since the model was read, or since the last `mark()`.
        case changes
    }
}

extension TypedObject where Schema: RESTSchema {
    /// Returns the body of a request about this model; nil if only changes are sent and the model
    /// has no changes.
    /// - Throws: `RequestError` with code `unsendable` if a write to a member that can be sent has
    ///   failed, if the member has malformed text, or if the schema has a name twice.
    func body(
        _ carried: ModelBody.Carried, _ options: RESTOptions, with parts: [MultipartBody.Part]
    ) throws(RequestError) -> ClientRequest.Body? {
        let value: JSONValue
        do throws(JSONError) {
            let content = try content(carried, options)
            if carried == .changes, parts.isEmpty, content.count == 0 { return nil }
            let object = try content.enveloped(in: Schema.envelope.request)
            if options.bodyFormat == .json, parts.isEmpty {
                return ClientRequest.Body(
                    try object.bytes(style: .compact), contentType: "application/json")
            }
            value = try JSONValue(object)
        } catch {
            throw .unsendable(error)
        }
        guard !parts.isEmpty else { return try options.body(of: value) }
        var form = try MultipartBody(value, encoding: options.formEncoding)
        form.parts += parts
        return try form.body()
    }

    /// Returns the object that is sent, in a separate document.
    private func content(
        _ carried: ModelBody.Carried, _ options: RESTOptions
    ) throws(JSONError) -> Node {
        guard let node = vox.json.node else { throw vox.json.missing }
        let names = try SentNames.of(Schema.self)
        let changes = carried == .changes ? try vox.changes() : nil
        let sent = changes.map { Set($0.attributes.map(ExactText.init)) }
        let withheld = carried == .new ? names.withheldFromNew : names.withheld
        let idName = ExactText(String(describing: Schema.idName))
        let hasEmptyID = node.member(Schema.idName)?.string == ""
        func isSendable(_ name: ExactText) -> Bool {
            // A local id belongs to the program, and an empty id is none.
            if name == idName, vox.localID != nil || hasEmptyID { return false }
            return !withheld.contains(name)
        }
        func isCarried(_ name: ExactText) -> Bool {
            isSendable(name) && sent?.contains(name) ?? true
        }
        // A write that failed is no change, but the program wanted one. Without this error, the
        // request would seem to have saved it.
        try node.checkOutput { names in names.first.map { isSendable(ExactText($0)) } ?? true }
        let tree = try Tree()
        try tree.root.set(.emptyObject)
        for member in node.isObject ? node.children : [] where isCarried(ExactText(member.name)) {
            if member.isNull, options.nulls == .omitted { continue }
            try tree.root.setMember(member.name, to: Node.make(copy: member, in: tree))
        }
        if carried == .whole { try tree.root.setMembers(of: node, asWrittenBy: Schema.self) }
        if options.nulls == .sent {
            for name in cleared(carried, changes, names) where isCarried(ExactText(name)) {
                try tree.root.setMember(name, to: Node.make(scalar: .null, in: tree))
            }
        }
        return tree.root
    }

    /// Returns the names of the members to set to null on the service. These are the removed
    /// members, or, for a whole model, all attributes that the model does not have.
    private func cleared(
        _ carried: ModelBody.Carried, _ changes: ModelChanges?, _ names: SentNames
    ) -> [String] {
        if let changes { return changes.removed }
        guard carried == .whole, let node = vox.json.node else { return [] }
        return names.cleared.compactMap { attribute in
            // The attribute may still have its value under the name by which it is read.
            let hasOther = node.member(attribute.read).map { !$0.isNull } ?? false
            return hasOther || node.member(attribute.written) != nil ? nil : attribute.written
        }
    }
}

extension Node {
    /// Sets the members whose names in requests differ from their names in responses, unless the
    /// program has set them already. A request that replaces a whole model must contain these
    /// members, too.
    fileprivate func setMembers<Schema: ObjectSchema>(
        of model: Node, asWrittenBy schema: Schema.Type
    ) throws(JSONError) {
        for (_, descriptor) in schema.fields {
            guard let attribute = descriptor as? any AttributeDescriptor,
                attribute.writtenName != nil, attribute.access == .always,
                let value = model.member(schema.name(of: attribute)), !value.isNull
            else { continue }
            let name = schema.writtenName(of: attribute)
            if case .nested = name { continue }
            guard member(name) == nil else { continue }
            try setMember(name.text, to: Node.make(copy: value, in: tree))
        }
    }

    /// Returns this value inside the objects that a dotted path names.
    fileprivate func enveloped(in path: String?) throws(JSONError) -> Node {
        guard let path else { return self }
        var value = self
        for name in path.split(separator: ".", omittingEmptySubsequences: false).reversed() {
            let object = try Node.make(scalar: .emptyObject, in: tree)
            try object.setMember(name, to: value == self ? Node.make(copy: value, in: tree) : value)
            value = object
        }
        return value
    }
}
