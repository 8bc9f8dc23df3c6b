// SPDX-License-Identifier: MIT

package import CVox

// Conversion of text to and from the core.

extension String {
    /// Creates a string from text of the core. The text is valid UTF-8.
    ///
    /// A text of at most 15 bytes, which a string stores inline, is copied without validation to
    /// save time.
    @inline(__always)
    package init(core text: vox_string) {
        let bytes = UnsafeRawBufferPointer(start: text.bytes, count: text.length)
        guard let source = text.bytes, text.length <= 15 else {
            self.init(decoding: bytes, as: UTF8.self)
            return
        }
        self.init(unsafeUninitializedCapacity: text.length) { buffer in
            UnsafeMutableRawPointer(buffer.baseAddress)?
                .copyMemory(from: source, byteCount: text.length)
            return text.length
        }
    }

    /// Creates a string from text that the core wrote. The text is valid UTF-8.
    ///
    /// The text is not validated, because validating text that is not ASCII would take ten times as
    /// long as the core took to write it.
    init(written bytes: [UInt8]) {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            self.init(decoding: bytes, as: UTF8.self)
            return
        }
        var text = UTF8Span(unchecked: bytes.span)
        // Sets the ASCII flag, which makes comparing and counting faster.
        _ = text.checkForASCII()
        self.init(copying: text)
    }
}

extension vox_string {
    package init(_ text: StaticString) {
        // A `StaticString` that was created from a single scalar has no pointer. No name is given
        // in that form.
        self =
            text.hasPointerRepresentation
            ? UnsafeRawPointer(text.utf8Start).withMemoryRebound(
                to: CChar.self, capacity: text.utf8CodeUnitCount
            ) {
                vox_string(bytes: $0, length: text.utf8CodeUnitCount)
            } : vox_string()
    }
}

/// Passes text to the core for one call.
@inline(__always)
func withCore<Result>(_ text: String, _ body: (vox_string) -> Result) -> Result {
    var text = text
    return text.withUTF8 { buffer in
        buffer.withMemoryRebound(to: CChar.self) {
            body(vox_string(bytes: $0.baseAddress, length: $0.count))
        }
    }
}

/// Passes text to the core for one call.
func withCore<Result>(_ text: some StringProtocol, _ body: (vox_string) -> Result) -> Result {
    var text = String(text)
    return text.withUTF8 { buffer in
        buffer.withMemoryRebound(to: CChar.self) {
            body(vox_string(bytes: $0.baseAddress, length: $0.count))
        }
    }
}
