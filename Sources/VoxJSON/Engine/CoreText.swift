// SPDX-License-Identifier: MIT

package import CVox

// Text to and from the core.

extension String {
    /// Text of the core is UTF-8. What fits the string itself is written there: that is cheaper than
    /// to check it again.
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
}

extension String {
    /// Text that the core wrote, which is UTF-8: what is not ASCII takes the standard library ten times as
    /// long to check again as it took the core to write.
    init(written bytes: [UInt8]) {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            self.init(decoding: bytes, as: UTF8.self)
            return
        }
        var text = UTF8Span(unchecked: bytes.span)
        // So that comparing and counting know.
        _ = text.checkForASCII()
        self.init(copying: text)
    }
}

extension vox_string {
    package init(_ text: StaticString) {
        // Static text given as a single scalar has no pointer; names are never given so.
        self =
            text.hasPointerRepresentation
            ? UnsafeRawPointer(text.utf8Start).withMemoryRebound(
                to: CChar.self, capacity: text.utf8CodeUnitCount
            ) {
                vox_string(bytes: $0, length: text.utf8CodeUnitCount)
            } : vox_string()
    }
}

/// Lends text to the core for one call.
@inline(__always)
func withCore<Result>(_ text: String, _ body: (vox_string) -> Result) -> Result {
    var text = text
    return text.withUTF8 { buffer in
        buffer.withMemoryRebound(to: CChar.self) {
            body(vox_string(bytes: $0.baseAddress, length: $0.count))
        }
    }
}

/// Lends text to the core for one call.
func withCore<Result>(_ text: some StringProtocol, _ body: (vox_string) -> Result) -> Result {
    var text = String(text)
    return text.withUTF8 { buffer in
        buffer.withMemoryRebound(to: CChar.self) {
            body(vox_string(bytes: $0.baseAddress, length: $0.count))
        }
    }
}
