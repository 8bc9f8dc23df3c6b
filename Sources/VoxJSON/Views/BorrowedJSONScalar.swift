// SPDX-License-Identifier: MIT

internal import CVox

extension JSON {
    /// A scalar of a document that is valid only during one call, and is read without a view.
    ///
    /// A borrowed value does not keep its document alive, so it must not be used after the call.
    public struct BorrowedScalar {
        @usableFromInline let core: OpaquePointer
        @usableFromInline let node: OpaquePointer

        @inlinable
        package init(_ node: OpaquePointer, of tree: Tree) {
            core = tree.raw
            self.node = node
        }

        // Reading releases nothing. The attribute declares this, so that the compiler need not
        // retain the document.

        /// The string; nil if the value is not a string.
        public var string: String? {
            @_effects(releasenone)
            get {
                vox_node_kind(node) == VOX_STRING ? String(core: vox_node_text(core, node)) : nil
            }
        }

        /// The number as a 64-bit integer; nil if the value is not a number that fits.
        public var integer: Int64? {
            @_effects(releasenone)
            get {
                var value: Int64 = 0
                // The stack guard is left out, because the core writes only into `value`, and the
                // guard would take 5 percent of the time.
                let status = _withUnprotectedUnsafeMutablePointer(to: &value) {
                    vox_node_int64(core, node, $0)
                }
                return status == VOX_OK ? value : nil
            }
        }

        /// The double nearest to the number; nil if the value is not a number within the range of
        /// doubles.
        public var double: Double? {
            @_effects(releasenone)
            get {
                var value = 0.0
                return vox_node_double(core, node, &value) == VOX_OK ? value : nil
            }
        }

        /// The boolean; nil if the value is not a boolean.
        public var boolean: Bool? {
            @_effects(releasenone)
            get {
                var value = false
                return vox_node_boolean(node, &value) ? value : nil
            }
        }

        /// The parts of a number without an exponent: its digits, the number of digits after the
        /// point, and the sign.
        ///
        /// The parts are nil for a number with an exponent or with more than 18 digits, and for a
        /// value that is not a number.
        var decimalDigits: (digits: UInt64, places: Int, isNegative: Bool)? {
            guard vox_node_kind(node) == VOX_NUMBER else { return nil }
            let text = vox_node_text(core, node)
            guard text.length < 20 else { return nil }
            var digits: UInt64 = 0
            var places: Int?
            var isNegative = false
            for byte in UnsafeRawBufferPointer(start: text.bytes, count: text.length) {
                let digit = byte &- UInt8(ascii: "0")
                if digit < 10 {
                    digits = digits * 10 + UInt64(digit)
                    places = places.map { $0 + 1 }
                } else if byte == UInt8(ascii: ".") {
                    places = 0
                } else if byte == UInt8(ascii: "-") {
                    isNegative = true
                } else {
                    return nil
                }
            }
            return (digits, places ?? 0, isNegative)
        }

        /// Passes the bytes of a string to `body`. Returns nil if the value is not a string.
        public func withUTF8<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result? {
            guard vox_node_kind(node) == VOX_STRING else { return nil }
            let text = vox_node_text(core, node)
            return try UnsafeRawBufferPointer(start: text.bytes, count: text.length)
                .withMemoryRebound(to: UInt8.self) { try body($0.span) }
        }
    }
}

@available(*, unavailable) extension JSON.BorrowedScalar: Sendable {}
