// SPDX-License-Identifier: MIT

/// A view of the member `jsonapi`: information about the implementation of the server (JSON:API
/// 1.1, "JSON:API Object").
///
/// The first write creates the member if it is missing. `ext` and `profile` are only informative,
/// because the media type alone determines the extensions and profiles of a document.
public struct JSONAPIObject {
    /// The object as an untyped view.
    public let json: JSON

    /// The highest version that the server supports. If the document does not contain a version,
    /// the property is nil, and the server supports at least 1.0 (``minimumVersion``).
    public var version: String? {
        get { json["version"].node?.string }
        nonmutating set { json["version"] = newValue }
    }

    /// A version that the server certainly supports: ``version``, or 1.0 if the document has no
    /// version.
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
