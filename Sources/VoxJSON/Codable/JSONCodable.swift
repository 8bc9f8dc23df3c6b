// SPDX-License-Identifier: MIT

/// A `Codable` type that can be used as a JSON value: as an attribute, in lists, or as a member of
/// a ``JSON`` view.
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
/// Values of the type are read by ``JSON/Namespace/decode(_:)`` and written by
/// ``JSON/Namespace/encode(_:)``. For a type that has its own conversion, or that is not `Codable`,
/// use ``JSONConvertible`` instead of this protocol.
public protocol JSONCodable: JSONConvertible, Codable {}

extension JSONCodable {
    /// Decodes the value from its nodes.
    public static func decode(_ json: JSON) throws(JSONError) -> Self {
        try json.vox.decode(Self.self)
    }

    /// Returns the value as a snapshot.
    public func encoded() throws(JSONError) -> JSONValue { try JSONValue(encoding: self) }

    /// Encodes the value at the position of the view. Parts that are equal in the old and the new
    /// value keep their text.
    public func write(to json: JSON) throws(JSONError) { try json.vox.encode(self) }
}

extension JSONCodable where Self: RawRepresentable, RawValue: JSONConvertible {
    /// Decodes the raw value.
    public static func decode(_ json: JSON) throws(JSONError) -> Self {
        guard let value = Self(rawValue: try RawValue.decode(json)) else {
            throw JSONError(unknown: Self.self, found: json)
        }
        return value
    }

    /// Returns the raw value as a snapshot.
    public func encoded() throws(JSONError) -> JSONValue { try rawValue.encoded() }

    /// Writes the raw value.
    public func write(to json: JSON) throws(JSONError) { try rawValue.write(to: json) }
}
