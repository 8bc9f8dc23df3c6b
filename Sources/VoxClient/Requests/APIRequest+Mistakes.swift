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
