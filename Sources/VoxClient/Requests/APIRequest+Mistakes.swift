// SPDX-License-Identifier: MIT

// What is often written of requests and does not work, for the sake of what the compiler says then. It
// looks at what is unavailable only where nothing else fits, so right code never comes here.

extension APIRequest {
    /// The order is a list of names.
    @available(
        *, unavailable,
        message:
            "sort takes a list of names, sort([\"-year\"]), or a key path, sort(\\.year, .descending)"
    )
    public func sort(_ name: String) -> Self { preconditionFailure("unavailable") }

    /// What comes along is a list of paths.
    @available(
        *, unavailable,
        message:
            "include takes a list of paths, include([\"artist\"]), or key paths, include(\\.artist)"
    )
    public func include(_ path: String) -> Self { preconditionFailure("unavailable") }
}

extension ReadRequest {
    /// A request has no data before it was sent.
    @available(
        *, unavailable,
        message: "a request has no data before it is sent: use try await request.result().data"
    )
    public var data: Never { preconditionFailure("unavailable") }
}

extension APIRequest {
    /// A comparison is no filter.
    @available(*, unavailable, message: "filter takes a field and values")
    public func filter(_ comparison: Query.SortField<Schema>) -> Self {
        preconditionFailure("unavailable")
    }

    /// What comes along are resources.
    @available(
        *, unavailable,
        message:
            "include takes relationships, include(\\.artist); select attributes with fields(Artist.self, \\.name)"
    )
    public func include(_ path: KeyPath<Schema, StaticString>) -> Self {
        preconditionFailure("unavailable")
    }
}

/// A comparison is no filter.
@available(
    *, unavailable,
    message:
        "filter takes a field and values, filter(\\.year, 1990); the server defines the form of comparisons, such as filter(\\.year, \"gt:1990\")"
)
public func > <Schema: ResourceSchema, Descriptor: AttributeDescriptor>(
    path: KeyPath<Schema, Descriptor>, value: Descriptor.Value
) -> Query.SortField<Schema> { preconditionFailure("unavailable") }

/// A comparison is no filter.
@available(
    *, unavailable,
    message:
        "filter takes a field and values, filter(\\.year, 1990); the server defines the form of comparisons, such as filter(\\.year, \"gt:1990\")"
)
public func < <Schema: ResourceSchema, Descriptor: AttributeDescriptor>(
    path: KeyPath<Schema, Descriptor>, value: Descriptor.Value
) -> Query.SortField<Schema> { preconditionFailure("unavailable") }

/// A comparison is no filter.
@available(
    *, unavailable,
    message:
        "filter takes a field and values, filter(\\.year, 1990); the server defines the form of comparisons, such as filter(\\.year, \"gt:1990\")"
)
public func == <Schema: ResourceSchema, Descriptor: AttributeDescriptor>(
    path: KeyPath<Schema, Descriptor>, value: Descriptor.Value
) -> Query.SortField<Schema> { preconditionFailure("unavailable") }
