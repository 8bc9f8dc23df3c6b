// SPDX-License-Identifier: MIT

/// A `Codable` type that stands for a JSON value wherever one does: as an attribute, in lists, as a member
/// of a ``JSON`` view.
///
/// ```swift
/// struct Price: JSONCodable {
///     var amount: Double
///     var currency: String
/// }
/// let order = try JSON(parsing: #"{"total": {"amount": 12.5, "currency": "EUR"}}"#)
/// let total: Price? = order.total
/// print(total?.currency ?? "none")        // prints: EUR
/// order.shipping = Price(amount: 3.5, currency: "EUR")
/// print(try order.shipping.vox.text())    // prints: {"amount": 3.5, "currency": "EUR"}
/// ```
///
/// Read and written as ``JSON/Operations/decode(_:)`` and ``JSON/Operations/encode(_:)`` do. A type that
/// has a conversion of its own, or needs no `Codable`, conforms to ``JSONConvertible``.
public protocol JSONCodable: JSONConvertible, Codable {}

extension JSONCodable {
    /// Decodes the value where it stands.
    public static func decode(_ json: JSON) throws(JSONError) -> Self {
        try json.vox.decode(Self.self)
    }

    /// The value as a snapshot.
    public func encoded() throws(JSONError) -> JSONValue { try JSONValue(encoding: self) }

    /// Encodes the value where the view points; what is equal already stays as it was written.
    public func write(to json: JSON) throws(JSONError) { try json.vox.encode(self) }
}

extension JSONCodable where Self: RawRepresentable, RawValue: JSONConvertible {
    /// Reads the raw value.
    public static func decode(_ json: JSON) throws(JSONError) -> Self {
        guard let value = Self(rawValue: try RawValue.decode(json)) else {
            throw JSONError(code: .notConvertible, pointer: json.vox.pointer)
        }
        return value
    }

    /// The raw value.
    public func encoded() throws(JSONError) -> JSONValue { try rawValue.encoded() }

    /// Writes the raw value.
    public func write(to json: JSON) throws(JSONError) { try rawValue.write(to: json) }
}
