// SPDX-License-Identifier: MIT

package import VoxJSON

extension APIError {
    /// The maximum number of errors that a thrown error keeps. A document may report more errors
    /// than this number.
    package static let mostKept = 1000

    /// Returns snapshots of the first errors of a list. The other errors of the list are not read.
    /// A string in the list becomes the detail of an error. If the value is a string instead of a
    /// list, there is one error with this string as its detail.
    package static func first(of list: Node?) -> [APIError] {
        if let text = list?.string { return [APIError(detail: text)] }
        guard let list, list.isArray else { return [] }
        var errors: [APIError] = []
        var place = list.first
        while let node = place, errors.count < mostKept {
            if let text = node.string {
                errors.append(APIError(detail: text))
            } else if let value = try? JSONValue(node) {
                errors.append(APIError(value))
            }
            place = node.next
        }
        return errors
    }
}
