// SPDX-License-Identifier: MIT

/// A value of a resource that a filter compares. A key path of the schema names the value: an
/// attribute (`\.year`), an attribute of a related resource (`\.artist.name`), or an id (`\.id`,
/// `\.artist.id`).
///
/// All attributes conform to this protocol.
public protocol FilterOperand<Value>: Sendable {
    /// The Swift type of the value.
    associatedtype Value

    /// Writes a value at the position of the view.
    func write(_ value: Value, to json: JSON) throws(JSONError)
}
