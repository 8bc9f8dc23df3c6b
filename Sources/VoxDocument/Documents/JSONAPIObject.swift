// SPDX-License-Identifier: MIT

/// What a document says about the implementation that made it (JSON:API 1.1, "JSON:API Object"): a
/// view of the member `jsonapi`, made at the first write where there is none.
///
/// `ext` and `profile` here are for information. What applies to a document is said by its media type
/// alone.
public struct JSONAPIObject {
    /// The object as an untyped view.
    public let json: JSON

    /// The highest version that the server supports; nil when it does not say, which means at least
    /// 1.0 (``minimumVersion``).
    public var version: String? {
        get { json["version"].node?.string }
        nonmutating set { json["version"] = newValue }
    }

    /// The version that the server supports for certain: ``version``, or 1.0.
    public var minimumVersion: String { version ?? "1.0" }

    /// The URIs of the extensions.
    public var ext: [String] {
        get { json["ext"].vox.elements.compactMap(\.node?.string) }
        nonmutating set { json["ext"] = newValue.isEmpty ? nil : newValue }
    }

    /// The URIs of the profiles.
    public var profile: [String] {
        get { json["profile"].vox.elements.compactMap(\.node?.string) }
        nonmutating set { json["profile"] = newValue.isEmpty ? nil : newValue }
    }

    /// Meta information.
    public var meta: JSON {
        get { json["meta"] }
        nonmutating set { json["meta"] = newValue }
    }
}
