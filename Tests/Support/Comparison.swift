// SPDX-License-Identifier: MIT

package import VoxJSON

/// The same scalars, not merely canonically equivalent ones.
package func isSame(_ left: String, _ right: String) -> Bool {
    left.unicodeScalars.elementsEqual(right.unicodeScalars)
}

/// More than equal: the same order of members, the same number texts, the same scalars.
package func isSame(_ left: JSONValue, _ right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left.text == right.text
    case (.string(let left), .string(let right)): isSame(left, right)
    case (.array(let left), .array(let right)):
        left.count == right.count && zip(left, right).allSatisfy { isSame($0, $1) }
    case (.object(let left), .object(let right)):
        left.count == right.count
            && zip(left, right).allSatisfy {
                isSame($0.name, $1.name) && isSame($0.value, $1.value)
            }
    default: false
    }
}
