// SPDX-License-Identifier: MIT

internal import CVox

// Copies of functions in VoxJSON. The functions must be inlined into their callers, and functions
// with C types cannot be inlined across modules.

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

extension vox_string {
    /// Creates a string of the core from a name known at compile time.
    @inline(__always)
    init(name: StaticString) {
        self.init(
            bytes: UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self),
            length: name.utf8CodeUnitCount)
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
