// SPDX-License-Identifier: MIT

/// Text compared byte by byte, as names and ids in JSON are.
///
/// Swift's own comparison takes "é" and "e\u{301}" for the same text; in JSON they are two names.
package struct ExactText: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: ExactText, right: ExactText) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in text.utf8 {
            hasher.combine(byte)
        }
        hasher.combine(0xFF as UInt8)
    }
}
