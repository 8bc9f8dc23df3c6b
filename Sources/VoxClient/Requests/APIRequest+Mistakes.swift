// SPDX-License-Identifier: MIT

// Common mistakes in requests. The methods in this file are unavailable: they exist only for the
// messages that the compiler shows for them. The compiler considers them only if nothing else fits,
// so they do not affect correct code.

extension APIRequest {
    /// `sort` takes a list of names.
    @available(
        *, unavailable,
        message:
            "sort takes a list of names, sort([\"-year\"]), or a key path, sort(\\.year, .descending)"
    )
    public func sort(_ name: String) -> Self { preconditionFailure("unavailable") }

    /// `include` takes a list of paths.
    @available(
        *, unavailable,
        message:
            "include takes a list of paths, include([\"artist\"]), or key paths, include(\\.artist)"
    )
    public func include(_ path: String) -> Self { preconditionFailure("unavailable") }
}

extension ReadRequest {
    /// A request has no data before it is sent.
    @available(
        *, unavailable,
        message: "a request has no data before it is sent: use try await request.result().data"
    )
    public var data: Never { preconditionFailure("unavailable") }
}

extension APIRequest {
    /// `include` takes relationships, not attributes.
    @available(
        *, unavailable,
        message:
            "include takes relationships, include(\\.artist); select attributes with fields(Artist.self, \\.name)"
    )
    public func include(_ path: KeyPath<Schema, some FilterOperand>) -> Self {
        preconditionFailure("unavailable")
    }
}
