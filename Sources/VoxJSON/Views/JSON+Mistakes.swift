// SPDX-License-Identifier: MIT

// What is often written of JSON and does not work, for the sake of what the compiler says then. It looks
// at what is unavailable only where nothing else fits, so right code never comes here.

extension JSON {
    /// A list is read by `vox.elements` and changed by `vox.append`: a name here is a member.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message:
            "JSON is no Swift array: iterate over vox.elements, change it by vox.append(_:), or read one (as [Int]?)"
    )
    public subscript(dynamicMember name: String) -> [JSON] {
        get { [] }
        nonmutating set {}
    }

    /// A value may be missing, or of another kind.
    @available(
        *, unavailable,
        message:
            "a JSON value may be missing or of another kind: read an optional (Int?), give a default (?? 0), or try vox.value(as:)"
    )
    public subscript<Value: JSONConvertible>(dynamicMember name: String) -> Value {
        get { preconditionFailure("unavailable") }
        nonmutating set {}
    }

    /// A Codable value is written and read by name.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message:
            "a Codable value is written by try vox.encode(_:), and read by try vox.decode(_:); a type that conforms to JSONCodable needs neither"
    )
    public subscript<Value: Encodable>(dynamicMember name: String) -> Value {
        get { preconditionFailure("unavailable") }
        nonmutating set {}
    }
}
