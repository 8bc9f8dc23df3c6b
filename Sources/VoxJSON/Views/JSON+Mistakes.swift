// SPDX-License-Identifier: MIT

// Common mistakes, declared as unavailable so that the compiler explains them. The compiler
// considers an unavailable declaration only if no other declaration fits, so these declarations do
// not affect correct code.

extension JSON {
    /// Unavailable: every property of a view is a member of the JSON object. Read an array by
    /// `vox.elements` and change it by `vox.append`.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message:
            "JSON is not a Swift array: iterate over vox.elements, append with vox.append(_:), or read an array such as [Int]?"
    )
    public subscript(dynamicMember name: String) -> [JSON] {
        get { [] }
        nonmutating set {}
    }

    /// Unavailable: a value may be missing or of another kind, so read an optional.
    @available(
        *, unavailable,
        message:
            "a JSON value may be missing or have another kind: read an optional (Int?), use a default (?? 0), or call try vox.value(as:)"
    )
    public subscript<Value: JSONConvertible>(dynamicMember name: String) -> Value {
        get { preconditionFailure("unavailable") }
        nonmutating set {}
    }

    /// Unavailable: write a Codable value by `vox.encode` and read it by `vox.decode`.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message:
            "write a Codable value with try vox.encode(_:), and read it with try vox.decode(_:); a type that conforms to JSONCodable needs neither"
    )
    public subscript<Value: Encodable>(dynamicMember name: String) -> Value {
        get { preconditionFailure("unavailable") }
        nonmutating set {}
    }
}
