// SPDX-License-Identifier: MIT

/// What the property of an untyped attribute is: `JSON`.
public protocol UntypedView: JSONConvertible {
    /// Views a place.
    init(viewing json: JSON)
}

extension JSON: UntypedView {
    /// The view itself.
    @inlinable
    public init(viewing json: JSON) { self = json }
}
