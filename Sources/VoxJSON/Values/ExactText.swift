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
