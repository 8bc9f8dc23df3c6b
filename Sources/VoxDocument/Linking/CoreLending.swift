// SPDX-License-Identifier: MIT

internal import CVox

// As in VoxJSON, and here once more: it is compiled into each caller, which C's types do not allow across
// modules.

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

extension vox_string {
    /// Names are known at compile time: here they are, and all that is asked of them.
    @inline(__always)
    init(name: StaticString) {
        self.init(
            bytes: UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self),
            length: name.utf8CodeUnitCount)
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
