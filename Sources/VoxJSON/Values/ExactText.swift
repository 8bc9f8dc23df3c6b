// SPDX-License-Identifier: MIT

internal import CVox

/// A string that is compared byte by byte, like names and ids in JSON.
///
/// A `String` in Swift treats "é" and "e\u{301}" as equal. In JSON, these strings are two different
/// names.
package struct ExactText: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: ExactText, right: ExactText) -> Bool {
        withCore(left.text) { left in withCore(right.text) { vox_string_equal(left, $0) } }
    }

    package func hash(into hasher: inout Hasher) {
        withCore(text) {
            hasher.combine(bytes: UnsafeRawBufferPointer(start: $0.bytes, count: $0.length))
        }
        hasher.combine(0xFF as UInt8)
    }
}

// Strings in sets and dictionaries are compared by canonical equivalence: a precomposed and a
// decomposed é are the same string. Names in JSON are compared byte by byte (RFC 8259, section 8.3).

extension Collection<String> {
    /// Returns true if the collection has a string with exactly these bytes.
    package func contains(exactly text: String) -> Bool {
        firstIndex(of: text).map { ExactText(self[$0]) == ExactText(text) } ?? false
    }
}

extension Dictionary where Key == String {
    /// The value of the key with exactly these bytes.
    package subscript(exactly key: String) -> Value? {
        index(forKey: key).flatMap {
            ExactText(keys[$0]) == ExactText(key) ? values[$0] : nil
        }
    }
}

extension Node {
    /// The error of an object in which two names are the same as Swift strings, although their bytes
    /// differ. O(members).
    package var equivalentNames: JSONError? {
        var known: Set<String> = []
        var next = vox_node_first(tree.raw, raw)
        while let current = next {
            next = vox_node_next(tree.raw, current)
            let text = vox_node_name(tree.raw, current)
            let bytes = UnsafeRawBufferPointer(start: text.bytes, count: text.length)
            if bytes.allSatisfy({ $0 < 0x80 }) { continue }
            let member = Node(tree: tree, raw: current)
            let name = member.name
            if known.contains(name), !known.contains(exactly: name) {
                return JSONError(
                    code: .notConvertible,
                    message:
                        "two names differ only in their Unicode normal form, and a dictionary cannot contain both",
                    pointer: member.pointer)
            }
            known.insert(name)
        }
        return nil
    }
}
