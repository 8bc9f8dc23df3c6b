// SPDX-License-Identifier: MIT

internal import CVox

/// What identifies a resource (JSON:API 1.1, "Identification"): type and id, or type and lid. A pair,
/// never one joined text, and compared byte by byte.
package struct Identity: Hashable, Sendable {
    private let exactType: ExactText
    private let exactID: ExactText
    /// True for a lid.
    package let isLocal: Bool

    package init(type: String, id: String, isLocal: Bool) {
        exactType = ExactText(type)
        exactID = ExactText(id)
        self.isLocal = isLocal
    }

    package var type: String { exactType.text }
    package var id: String { exactID.text }
}

/// The same as it stands in a document: text of the core, which holds until that is written.
struct StatedIdentity {
    let type: vox_string
    let id: vox_string
    /// True for a lid.
    let isLocal: Bool

    static func == (left: StatedIdentity, right: StatedIdentity) -> Bool {
        left.isLocal == right.isLocal && vox_string_equal(left.id, right.id)
            && vox_string_equal(left.type, right.type)
    }

    /// Whether that is the identity.
    func isSame(as identity: Identity) -> Bool {
        isLocal == identity.isLocal && withCore(identity.id) { vox_string_equal(id, $0) }
            && withCore(identity.type) { vox_string_equal(type, $0) }
    }
}

extension Node {
    /// The text of a string or of a number: what counts where ids are read leniently.
    package var text: String? { string ?? numberText }

    /// The type of a resource or identifier object. Reading it parses nothing where it stands in front.
    package var typeText: String? {
        String(stated: unreadIdentityTexts?.type ?? statedText("type", orNumber: true))
    }

    /// The id, read in the same way.
    package var idText: String? {
        String(stated: unreadIdentityTexts?.id ?? statedText("id", orNumber: true))
    }

    /// The identity of a resource or identifier object; nil when it has none.
    package var identity: Identity? {
        statedIdentity.map {
            Identity(type: String(core: $0.type), id: String(core: $0.id), isLocal: $0.isLocal)
        }
    }

    /// The same, without text being made of it.
    var statedIdentity: StatedIdentity? {
        let unread = unreadIdentityTexts
        let type = unread?.type ?? statedText("type", orNumber: true)
        guard type.bytes != nil else { return nil }
        let id = unread?.id ?? statedText("id", orNumber: true)
        if id.bytes != nil { return StatedIdentity(type: type, id: id, isLocal: false) }
        let lid = unread?.lid ?? statedText("lid", orNumber: false)
        return lid.bytes == nil ? nil : StatedIdentity(type: type, id: lid, isLocal: true)
    }

    /// Whether that is the identity, nil where there is none.
    func states(_ identity: Identity?) -> Bool {
        switch (statedIdentity, identity) {
        case (let stated?, let identity?): stated.isSame(as: identity)
        case (nil, nil): true
        default: false
        }
    }
}

extension String {
    /// Text of the core; nil for what has no bytes.
    fileprivate init?(stated text: vox_string) {
        guard text.bytes != nil else { return nil }
        self.init(core: text)
    }
}
