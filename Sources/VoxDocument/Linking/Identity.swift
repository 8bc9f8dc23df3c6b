// SPDX-License-Identifier: MIT

internal import CVox

/// The identity of a resource (JSON:API 1.1, "Identification"): type and id, or type and lid.
///
/// An identity is stored as two values, and never joined into one string. Identities are compared
/// byte by byte.
package struct Identity: Hashable, Sendable {
    private let exactType: ExactText
    private let exactID: ExactText
    /// True if the identity contains a lid instead of an id.
    package let isLocal: Bool

    package init(type: String, id: String, isLocal: Bool) {
        exactType = ExactText(type)
        exactID = ExactText(id)
        self.isLocal = isLocal
    }

    package var type: String { exactType.text }
    package var id: String { exactID.text }
}

/// What makes two resources the same: their identity, or the resource object itself if it has no
/// identity.
package enum IdentityKey: Hashable {
    case identity(Identity)
    case object(Node)

    package init(_ resource: Node) {
        self = resource.identity.map { .identity($0) } ?? .object(resource)
    }
}

/// An identity in the memory of a document. The identity is valid until the document is written.
struct StatedIdentity: Hashable {
    let type: vox_string
    let id: vox_string
    /// True if the identity contains a lid instead of an id.
    let isLocal: Bool

    static func == (left: StatedIdentity, right: StatedIdentity) -> Bool {
        left.isLocal == right.isLocal && vox_string_equal(left.id, right.id)
            && vox_string_equal(left.type, right.type)
    }

    func hash(into hasher: inout Hasher) {
        for text in [type, id] {
            hasher.combine(bytes: UnsafeRawBufferPointer(start: text.bytes, count: text.length))
        }
    }

    /// Returns true if the two identities are the same.
    func isSame(as identity: Identity) -> Bool {
        isLocal == identity.isLocal && withCore(identity.id) { vox_string_equal(id, $0) }
            && withCore(identity.type) { vox_string_equal(type, $0) }
    }
}

extension Node {
    /// The content of a string, or the text of a number. In lenient reading, ids may be numbers.
    package var text: String? { string ?? numberText }

    /// The type of a resource or identifier object. The type can often be read from the identity
    /// prefix, without parsing the object.
    package var typeText: String? {
        String(stated: unreadIdentityTexts?.type ?? statedText("type", orNumber: true))
    }

    /// The id of a resource or identifier object. The id can often be read from the identity
    /// prefix, without parsing the object.
    package var idText: String? {
        String(stated: unreadIdentityTexts?.id ?? statedText("id", orNumber: true))
    }

    /// The identity of a resource or identifier object, or nil.
    package var identity: Identity? {
        statedIdentity.map {
            Identity(type: String(core: $0.type), id: String(core: $0.id), isLocal: $0.isLocal)
        }
    }

    /// The identity of a resource or identifier object, without creating Swift strings.
    var statedIdentity: StatedIdentity? {
        let unread = unreadIdentityTexts
        let type = unread?.type ?? statedText("type", orNumber: true)
        guard type.bytes != nil else { return nil }
        let id = unread?.id ?? statedText("id", orNumber: true)
        if id.bytes != nil { return StatedIdentity(type: type, id: id, isLocal: false) }
        let lid = unread?.lid ?? statedText("lid", orNumber: false)
        return lid.bytes == nil ? nil : StatedIdentity(type: type, id: lid, isLocal: true)
    }

    /// Returns true if this object has the given identity. If `identity` is nil, returns true if
    /// the object has no identity.
    func states(_ identity: Identity?) -> Bool {
        switch (statedIdentity, identity) {
        case (let stated?, let identity?): stated.isSame(as: identity)
        case (nil, nil): true
        default: false
        }
    }
}

extension String {
    /// Creates a string from text of the core. Returns nil if the text has no bytes.
    fileprivate init?(stated text: vox_string) {
        guard text.bytes != nil else { return nil }
        self.init(core: text)
    }
}
