// SPDX-License-Identifier: MIT

package import HTTPTypes

extension HTTPFields {
    /// The value of a field; of several all of them, with commas between. The subscript gives the same,
    /// and joins one alone, too, which takes longer than finding it.
    package func value(of name: HTTPField.Name) -> String? {
        var value: String?
        for field in self where field.name == name {
            guard value == nil else { return self[name] }
            value = field.value
        }
        return value
    }

    /// What `Content-Length` says.
    package var contentLength: Int? { value(of: .contentLength).flatMap { Int($0) } }
}
