// SPDX-License-Identifier: MIT

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

extension Node {
    /// The text of a string or of a number: what counts where ids are read leniently.
    package var text: String? { string ?? numberText }

    /// The type of a resource or identifier object. Reading it parses nothing where it stands in front.
    package var typeText: String? {
        if let texts = unreadIdentityTexts { texts.type } else { member("type")?.text }
    }

    /// The id, read in the same way.
    package var idText: String? {
        if let texts = unreadIdentityTexts { texts.id } else { member("id")?.text }
    }

    /// The identity of a resource or identifier object; nil when it has none.
    package var identity: Identity? {
        if let (type, id, lid) = unreadIdentityTexts {
            guard let type else { return nil }
            return id.map { Identity(type: type, id: $0, isLocal: false) }
                ?? lid.map { Identity(type: type, id: $0, isLocal: true) }
        }
        guard let type = member("type")?.text else { return nil }
        if let id = member("id")?.text {
            return Identity(type: type, id: id, isLocal: false)
        }
        return member("lid")?.string.map { Identity(type: type, id: $0, isLocal: true) }
    }
}
