// SPDX-License-Identifier: MIT

/// A value of an open enumeration: an enumeration to which a server may add values.
///
/// `Known` is the enumeration of the values that the program uses. `Known` needs a raw value, but
/// no conformance to ``JSONConvertible``. If the enumeration has no case for a raw value, the raw
/// value is read as `.unknown`. So reading does not fail when a server adds a value.
///
/// ```swift
/// import Vox
///
/// enum Kind: String { case album, single }
///
/// struct Release: ResourceSchema {
///     static let type = "releases"
///     let kind = Attribute<OpenEnum<Kind>>("kind")
///     let earlier = Attribute<[OpenEnum<Kind>]>("earlier")
/// }
///
/// let text = #"""
///     {"data": {"type": "releases", "id": "1", "attributes": {
///       "kind": "mixtape", "earlier": ["album", "ep"]}}}
///     """#
/// if let release = try Document<Release>(parsing: text).data {
///     switch release.kind {
///     case .known(let kind): print("known:", kind)
///     case .unknown(let text): print("new:", text)
///     case nil: print("no kind")
///     }
///     print(release.kind == .album, release.earlier?.compactMap(\.known).count ?? 0)
///     release.kind = .known(.single)
///     release.earlier?.append(.known(.single))
///     print(try release.attributes.vox.text(style: .compact))
/// }
/// // prints: new: mixtape
/// // prints: false 1
/// // prints: {"kind":"single","earlier":["album","ep","single"]}
/// ```
///
/// Reading and writing keep the raw value of an unknown value. Values are equal if their raw values
/// are equal. If the program writes a string that is equal to the string in the document, the JSON
/// text of the string is kept. An attribute with a default returns the default only if the
/// attribute is missing or null, and never for an unknown value. Reading fails if the JSON value
/// and the raw value are of different kinds, such as a number instead of a string.
public enum OpenEnum<Known: RawRepresentable> where Known.RawValue: JSONConvertible & Hashable {
    /// A value of the enumeration.
    case known(Known)
    /// A raw value for which the enumeration has no case. If the enumeration has a case for the raw
    /// value, `init(rawValue:)` always creates ``known(_:)``.
    case unknown(Known.RawValue)
}

extension OpenEnum: RawRepresentable {
    /// Creates a known value if the enumeration has a case for the raw value. Otherwise, creates an
    /// unknown value.
    @inlinable
    public init(rawValue: Known.RawValue) {
        self = Known(rawValue: rawValue).map { .known($0) } ?? .unknown(rawValue)
    }

    /// The raw value, which is the value in JSON.
    @inlinable
    public var rawValue: Known.RawValue {
        switch self {
        case .known(let value): value.rawValue
        case .unknown(let rawValue): rawValue
        }
    }

    /// The value of the enumeration. Nil if the value is unknown.
    @inlinable
    public var known: Known? {
        if case .known(let value) = self { value } else { nil }
    }
}

extension OpenEnum: JSONConvertible {
    /// Writes the raw value. If the existing value is an equal string, its JSON text is kept.
    public func write(to json: JSON) throws(JSONError) { try rawValue.write(to: json) }

    /// The expectation of the raw value. The cases are not listed, because every raw value is
    /// accepted.
    public static var expectation: String { Known.RawValue.expectation }
}

extension OpenEnum: Hashable {
    /// Returns true if the raw values are equal.
    @inlinable
    public static func == (left: OpenEnum, right: OpenEnum) -> Bool {
        left.rawValue == right.rawValue
    }

    /// Hashes the raw value.
    @inlinable
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

// These operators are not members of the type, because the left side may be an optional.

/// Returns true if an open value equals a value of the enumeration: `release.kind == .album`.
/// Returns false for nil.
@inlinable
public func == <Known>(left: OpenEnum<Known>?, right: Known) -> Bool {
    left?.rawValue == right.rawValue
}

/// Returns false if an open value equals a value of the enumeration. Returns true for nil.
@inlinable
public func != <Known>(left: OpenEnum<Known>?, right: Known) -> Bool { !(left == right) }

/// Returns true if a value matches the pattern of a `switch`. The pattern is a value of the
/// enumeration: `case .album:`.
@inlinable
public func ~= <Known>(pattern: Known, value: OpenEnum<Known>?) -> Bool { value == pattern }

extension OpenEnum: Sendable where Known: Sendable, Known.RawValue: Sendable {}

extension OpenEnum: Decodable where Known.RawValue: Decodable {
    /// Decodes the raw value. An unknown raw value is not an error.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(Known.RawValue.self))
    }
}

extension OpenEnum: Encodable where Known.RawValue: Encodable {
    /// Encodes the raw value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
