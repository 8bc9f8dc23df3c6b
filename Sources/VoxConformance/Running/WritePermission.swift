// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// What the user allows the run to write, with the documents of `writes`.
struct WritePermission: Sendable {
    /// A type that no server has.
    static let unusedType = "noSuchType"
    /// A number that no resource has as its id.
    static let unusedNumber = "918273645"

    /// The paths of the collections in which the run may create resources.
    private(set) var collections: Set<HTTPURL.Place> = []
    /// The types of the resources that the run may create.
    private(set) var types: Set<ExactText> = [ExactText(Self.unusedType)]
    /// The resources that the documents refer to.
    private(set) var linked: Set<Creations.Identity> = []
    /// The names of the text attributes with `{random}`, or of all of them if none has it, by type.
    private(set) var newTexts: [String: Set<String>] = [:]
    /// The path of Atomic Operations.
    var operations: HTTPURL.Place?

    init(_ examples: [WriteExample] = []) {
        for example in examples {
            if let place = example.collection.place { collections.insert(place) }
            types.insert(ExactText(example.type))
            let texts = example.attributes.filter { $0.value.text != nil }
            let new = texts.filter { $0.value.text?.contains(JSONValue.randomMark) ?? false }
            newTexts[example.type, default: []].formUnion((new.isEmpty ? texts : new).map(\.name))
            guard let json = try? JSON(parsing: example.document.text()) else { continue }
            for case (let type?, let id, true) in NamedResources(json, areLinked: false).names {
                linked.insert(Creations.Identity(type, id))
            }
        }
    }
}

/// The resources and addresses that the document of a request names. Attributes and meta are the
/// server's own matter.
struct NamedResources {
    /// The identities. Without a type, the address of the request has the type. A linked resource
    /// is named in linkage.
    private(set) var names: [(type: String?, id: String, isLinked: Bool)] = []
    /// The addresses in `href`.
    private(set) var addresses: [String] = []

    init(_ json: JSON, areLinked: Bool) { add(json, areLinked) }

    /// Returns the ids in a text that is no JSON. A lenient server may be able to read it.
    static func ids(inText text: String) -> [String] {
        text.matches(of: #/"id"\s*:\s*(?:"([^"]*)"|([^\s,{}\[\]"]+))/#).map {
            String($0.output.1 ?? $0.output.2 ?? "")
        }
    }

    private mutating func add(_ value: JSON, _ isLinked: Bool) {
        if value.vox.kind == .array {
            for element in value.vox.elements { add(element, isLinked) }
        }
        // A repeated name stays twice in the document, and servers differ in which one they read.
        let members = value.vox.members
        let types = members.filter { $0.name == "type" }.map(\.value.plainText)
        for id in members.compactMap({ $0.name == "id" ? $0.value.idText : nil }) {
            for type in types.isEmpty ? [nil] : types { names.append((type, id, isLinked)) }
        }
        let changesLinkage = value.value(at: "ref").value(at: "relationship").vox.kind == .string
        for (name, member) in members {
            switch name {
            case "attributes", "meta", "links": break
            case "ref": add(member, false)
            case "href": addresses += [member.plainText].compactMap(\.self)
            case "relationships": add(member, true)
            case "data": add(member, isLinked || changesLinkage)
            default: add(member, isLinked)
            }
        }
    }
}

extension Creations {
    /// What may be done with a request.
    enum Verdict {
        case allowed
        /// The request may be sent after the run has read these resources.
        case unread([Resource])
        case refused(reason: String)
    }

    /// The part of a server that an address leads to, if the run may write there.
    private enum Target {
        case own(Own)
        case linkage(Own)
        case collection, operations
        /// A resource that no server has.
        case nothing
    }

    /// Returns what may be done with a request. A request that changes something must lead to what
    /// the run has created, or create something, and its document must not name other resources.
    func verdict(on request: SentRequest, below base: HTTPURL) -> Verdict {
        if request.isSafe { return .allowed }
        let beginning = "the run may not send \(request.kind): "
        guard let place = request.url.place, let target = target(at: place) else {
            return .refused(
                reason: beginning + "it has not created \(request.url.path.excerpt(100)) (--write)")
        }
        var used: [Own] = []
        let isAllowed: Bool
        switch target {
        case .own(let own), .linkage(let own):
            used = [own]
            isAllowed = true
        case .collection, .operations: isAllowed = request.method == .post
        case .nothing: isAllowed = request.method != .post
        }
        guard isAllowed, used.count == 1 || !request.overridesMethod else {
            return .refused(
                reason: beginning + "it could change all of \(request.url.path.excerpt(100))")
        }
        let body = request.body ?? []
        guard let json = try? Received.parsed(body) else {
            let ids = NamedResources.ids(inText: String(decoding: body, as: UTF8.self))
            if case .operations = target, !body.isEmpty {
                return .refused(reason: beginning + "its operations cannot be read")
            }
            if let id = ids.first(where: { id in
                !isNew(id) && !created.contains { $0.is(type: nil, id: id) }
            }) {
                return .refused(
                    reason: beginning + "it names \(id.excerpt(100)), which it has not created")
            }
            return Self.verdict(used)
        }
        if case .operations = target, let fault = operationsFault(json, at: place) {
            return .refused(reason: beginning + fault)
        }
        let isLinkage = if case .linkage = target { true } else { false }
        let document = NamedResources(json, areLinked: isLinkage)
        for (type, id, isLinked) in document.names where !id.isEmpty && !isNew(id) {
            let known = type == WritePermission.unusedType ? nil : type
            if let own = created.first(where: { $0.is(type: known, id: id) }) {
                used.append(own)
            } else if !isLinked || !permission.linked.contains(Identity(type ?? "", id)) {
                let name = "\(type ?? "")/\(id)".excerpt(100)
                return .refused(reason: beginning + "it names \(name), which it has not created")
            }
        }
        for address in document.addresses {
            guard let place = base.local(address, from: request.url)?.place,
                let target = self.target(at: place)
            else {
                return .refused(
                    reason: beginning + "it has not created \(address.excerpt(100))")
            }
            switch target {
            case .own(let own), .linkage(let own): used.append(own)
            case .collection, .operations, .nothing: break
            }
        }
        return Self.verdict(used)
    }

    private static func verdict(_ used: [Own]) -> Verdict {
        let unread = used.filter { !$0.isRead }.map(\.resource)
        return unread.isEmpty ? .allowed : .unread(unread)
    }

    private func target(at place: HTTPURL.Place) -> Target? {
        if let own = created.first(where: { $0.has(place) }) { return .own(own) }
        if let own = created.first(where: { $0.hasLinkage(at: place) }) { return .linkage(own) }
        guard !isOther(place) else { return nil }
        if place == permission.operations { return .operations }
        if permission.collections.contains(place) { return .collection }
        guard let id = place.last?.text, isNew(id), id != WritePermission.unusedNumber,
            permission.collections.contains(Array(place.dropLast()))
        else { return nil }
        return .nothing
    }

    /// Returns why operations may change more than they name; nil if they do not.
    private func operationsFault(_ json: JSON, at place: HTTPURL.Place) -> String? {
        let value = json.value(at: "atomic:operations")
        guard value.vox.kind != .absent else {
            let mayCreate = permission.collections.contains(place)
            return mayCreate ? nil : "its document has no operations"
        }
        for operation in value.vox.kind == .array ? value.vox.elements : [value] {
            let op = operation.text(at: "op")
            let data = operation.value(at: "data")
            let ref = operation.value(at: "ref")
            if ref.vox.kind != .absent, ref.value(at: "id").idText == nil,
                ref.text(at: "lid") == nil,
                op != "update" || data.value(at: "id").idText == nil
            {
                return "an operation refers to all of a type"
            }
            if op == "add", ref.vox.kind == .absent, let type = data.text(at: "type"),
                !permission.types.contains(ExactText(type))
            {
                return "the type \(type.excerpt(100)) is not among those that it may create"
            }
        }
        return nil
    }
}

extension Creations.Own {
    fileprivate func has(_ place: HTTPURL.Place) -> Bool {
        places.contains(place) || resource.url.place == place
    }

    fileprivate func hasLinkage(at place: HTTPURL.Place) -> Bool {
        linkages.contains(place)
            || place.count > 2 && place[place.count - 2] == ExactText("relationships")
                && has(Array(place.dropLast(2)))
    }
}

extension HTTPURL {
    /// The decoded segments of a path.
    typealias Place = [ExactText]

    /// The decoded segments of the path; nil if servers could read another path in it.
    var place: Place? {
        guard let segments else { return nil }
        // Some servers take an encoded slash for a slash.
        let parts = segments.flatMap {
            $0.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
        }
        guard !parts.contains(where: { ["", ".", ".."].contains($0) }) else { return nil }
        return segments.map { ExactText($0) }
    }
}

extension JSON {
    /// The text of an id, which a lenient server may also read from a number; nil without one.
    fileprivate var idText: String? {
        switch vox.kind {
        case .string: plainText
        case .number: JSONValue(self)?.description
        default: nil
        }
    }
}

extension SentRequest {
    /// The header fields that name another method to servers.
    private static let methodFields = [
        "X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override",
    ]

    /// True if some servers read another method in the request.
    var overridesMethod: Bool {
        if Self.methodFields.contains(where: { name in
            HTTPField.Name(name).map(headers.contains) ?? false
        }) {
            return true
        }
        if let query = url.query, let items = try? QueryEncoding.decode(query),
            items.contains(where: { $0.name == "_method" })
        {
            return true
        }
        guard let body, !body.isEmpty else { return false }
        if let json = try? Received.parsed(body) {
            return json.value(at: "_method").vox.kind != .absent
        }
        return String(decoding: body, as: UTF8.self).contains("_method=")
    }
}
