// SPDX-License-Identifier: MIT

/// The type of the properties of untyped attributes. `JSON` is the only conforming type.
public protocol UntypedView: JSONConvertible {
    /// Creates a view of a value.
    init(viewing json: JSON)
}

extension JSON: UntypedView {
    /// Returns the view itself.
    @inlinable
    public init(viewing json: JSON) { self = json }
}
