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
    /// the run has created, or create something, and must not name other resources.
    func verdict(on request: SentRequest, below base: HTTPURL) -> Verdict {
        if request.isSafe { return .allowed }
        do throws(Forbidden) {
            let unread = try resources(of: request, below: base).filter { !$0.isRead }
            return unread.isEmpty ? .allowed : .unread(unread.map(\.resource))
        } catch {
            return .refused(reason: "the run may not send \(request.kind): \(error.reason)")
        }
    }

    /// The reason why a request may not be sent.
    private struct Forbidden: Error {
        let reason: String

        static func notCreated(_ name: String) -> Forbidden {
            Forbidden(reason: "it names \(name.excerpt(100)), which it has not created")
        }
    }

    /// Returns the created resources that a request leads to and names.
    private func resources(
        of request: SentRequest, below base: HTTPURL
    ) throws(Forbidden) -> [Own] {
        let path = request.url.path.excerpt(100)
        guard let place = request.url.place, let target = target(at: place),
            !request.overridesAddress
        else { throw Forbidden(reason: "it has not created \(path) (--write)") }
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
            throw Forbidden(reason: "it could change all of \(path)")
        }
        try checkIDs(NamedResources.ids(in: request.queryItems))
        let body = request.body ?? []
        guard let json = try? Received.parsed(body) else {
            if case .operations = target {
                throw Forbidden(reason: "its operations cannot be read")
            }
            try checkIDs(NamedResources.ids(inText: String(decoding: body, as: UTF8.self)))
            return used
        }
        try checkOperations(json, target)
        let isLinkage = if case .linkage = target { true } else { false }
        return try used + resources(namedIn: json, isLinkage, of: request, below: base)
    }

    /// Checks that ids without a type are those of created resources, or of none.
    private func checkIDs(_ ids: [String]) throws(Forbidden) {
        for id in ids where !isNew(id) && !created.contains(where: { $0.is(type: nil, id: id) }) {
            throw .notCreated(id)
        }
    }

    /// Returns the created resources that a document names.
    private func resources(
        namedIn json: JSON, _ isLinkage: Bool, of request: SentRequest, below base: HTTPURL
    ) throws(Forbidden) -> [Own] {
        let document = NamedResources(json, areLinked: isLinkage)
        if let name = document.repeatedName {
            throw Forbidden(reason: "it has \(name.excerpt(100)) twice in an object")
        }
        var used: [Own] = []
        for (type, id, isLinked) in document.names where !id.isEmpty && !isNew(id) {
            let known = type == WritePermission.unusedType ? nil : type
            if let own = created.first(where: { $0.is(type: known, id: id) }) {
                used.append(own)
            } else if !isLinked || !permission.linked.contains(Identity(type ?? "", id)) {
                throw .notCreated("\(type ?? "")/\(id)")
            }
        }
        for (address, isAddition) in document.addresses {
            let place = base.local(address, from: request.url)?.place
            switch place.flatMap(target) {
            case .own(let own), .linkage(let own): used.append(own)
            case .nothing: break
            case .collection where isAddition: break
            case .collection, .operations, nil:
                throw Forbidden(reason: "it has not created \(address.excerpt(100))")
            }
        }
        return used
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

    /// Checks that operations change only what they name, and add what the user allows.
    private func checkOperations(_ json: JSON, _ target: Target) throws(Forbidden) {
        let value = json.value(at: "atomic:operations")
        guard value.vox.kind != .absent else {
            guard case .operations = target else { return }
            throw Forbidden(reason: "its document has no operations")
        }
        for operation in value.vox.kind == .array ? value.vox.elements : [value] {
            let op = operation.text(at: "op")
            let data = operation.value(at: "data")
            let ref = operation.value(at: "ref")
            let hasRef = ref.vox.kind != .absent
            let isNamed = hasRef ? ref.isIdentified : data.isIdentified
            let isAddressed = operation.value(at: "href").vox.kind != .absent
            if hasRef && !isNamed || op == "update" && !isNamed && !isAddressed {
                throw Forbidden(reason: "an operation refers to all of a type")
            }
            if hasRef { continue }
            for resource in data.vox.kind == .array ? data.vox.elements : [data] {
                if let type = resource.text(at: "type"),
                    !permission.types.contains(ExactText(type))
                {
                    throw Forbidden(
                        reason:
                            "the type \(type.excerpt(100)) is not among those that it may create")
                }
            }
        }
    }
}

extension JSON {
    /// True if a reference or a resource has an id.
    fileprivate var isIdentified: Bool {
        value(at: "id").idText != nil || text(at: "lid") != nil
    }
}

extension Creations.Own {
    fileprivate func has(_ place: HTTPURL.Place) -> Bool {
        resource.url.place == place
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
