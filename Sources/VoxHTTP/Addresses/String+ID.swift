// SPDX-License-Identifier: MIT

extension String {
    /// The reason why this string cannot be the id of a resource; nil if it can.
    ///
    /// An id cannot be `.` or `..`, because servers and proxies resolve these segments to other
    /// paths. An id cannot contain U+0000, because some databases end a string there.
    package var faultAsID: String? {
        if isEmpty { return "the id is empty" }
        if self == "." || self == ".." { return "an id cannot be \"\(self)\"" }
        if unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            return "an id must not contain control characters"
        }
        return nil
    }
}
