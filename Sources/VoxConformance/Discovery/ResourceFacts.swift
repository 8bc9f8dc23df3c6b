// SPDX-License-Identifier: MIT

/// A resource of a response.
struct ResourceFacts: Sendable {
    let type: String
    let id: String
    /// The address in `links.self`.
    let link: HTTPURL?
    let attributes: JSONObject
    let relationships: [RelationshipFacts]

    /// The maximum number of attributes, and of relationships, that are looked at.
    private static let maximumFields = 200

    /// Reads a resource object; nil if it has no type and id.
    init?(_ json: JSON, from response: Received, base: HTTPURL) {
        guard let type = json.text(at: "type"), let id = json.text(at: "id"), !type.isEmpty,
            !id.isEmpty
        else { return nil }
        self.type = type
        self.id = id
        link = json.value(at: "links").value(at: "self").linkText.flatMap {
            base.local($0, from: response.url)
        }
        var attributes = JSONObject()
        for (name, value) in json.value(at: "attributes").vox.members.prefix(Self.maximumFields) {
            attributes[name] = JSONValue(value)
        }
        self.attributes = attributes
        let members = json.value(at: "relationships").vox.members.prefix(Self.maximumFields)
        relationships = members.map {
            RelationshipFacts($0.name, $0.value, from: response, base: base)
        }
    }

    /// Returns the addresses that the resource may have: its link, and the usual ones below a
    /// collection.
    func addresses(in collection: HTTPURL) -> [HTTPURL] {
        let usual = collection.addresses(ofID: id)
        return [link].compactMap(\.self) + usual.filter { $0 != link }
    }
}

/// The type and the id in linkage.
struct LinkedIdentity: Hashable, Sendable {
    let type: String
    let id: String

    init?(_ json: JSON) {
        guard let type = json.text(at: "type"), let id = json.text(at: "id"), !id.isEmpty else {
            return nil
        }
        self.type = type
        self.id = id
    }
}

/// A relationship of a resource.
struct RelationshipFacts: Sendable {
    enum Linkage: Sendable {
        case unknown
        case one(LinkedIdentity?)
        case many([LinkedIdentity])

        init(_ data: JSON) {
            switch data.vox.kind {
            case .null: self = .one(nil)
            case .object: self = LinkedIdentity(data).map { .one($0) } ?? .unknown
            case .array:
                let identities = data.vox.elements.compactMap(LinkedIdentity.init)
                // Linkage that cannot be read is not empty.
                let isRead = identities.count == data.vox.elements.count
                self = isRead ? .many(identities) : .unknown
            default: self = .unknown
            }
        }

        var first: LinkedIdentity? {
            switch self {
            case .unknown: nil
            case .one(let identity): identity
            case .many(let identities): identities.first
            }
        }

        /// The kind of subjects with this linkage; nil if it is unknown.
        var kind: SubjectKind? {
            switch self {
            case .unknown: nil
            case .one(nil): .emptyToOne
            case .one: .toOne
            case .many(let identities): identities.isEmpty ? .emptyToMany : .toMany
            }
        }
    }

    let name: String
    var linkage: Linkage
    /// The address in `links.self`, which returns the linkage.
    let link: HTTPURL?
    /// The address in `links.related`.
    let related: HTTPURL?

    init(name: String, linkage: Linkage, link: HTTPURL?, related: HTTPURL?) {
        self.name = name
        self.linkage = linkage
        self.link = link
        self.related = related
    }

    init(_ name: String, _ json: JSON, from response: Received, base: HTTPURL) {
        self.name = name
        linkage = Linkage(json.value(at: "data"))
        func address(_ name: String) -> HTTPURL? {
            json.value(at: "links").value(at: name).linkText.flatMap {
                base.local($0, from: response.url)
            }
        }
        link = address("self")
        related = address("related")
    }
}
