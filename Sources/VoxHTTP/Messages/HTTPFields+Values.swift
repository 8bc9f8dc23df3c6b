// SPDX-License-Identifier: MIT

package import HTTPTypes

extension HTTPFields {
    /// Returns the value of a field. If several fields have this name, their values are joined with
    /// commas. The subscript of `HTTPFields` returns the same value, but is slower, because it
    /// joins even a single value.
    package func value(of name: HTTPField.Name) -> String? {
        var value: String?
        for field in self where field.name == name {
            guard value == nil else { return self[name] }
            value = field.value
        }
        return value
    }

    /// The value of `Content-Length`.
    package var contentLength: Int? { value(of: .contentLength).flatMap { Int($0) } }
}
