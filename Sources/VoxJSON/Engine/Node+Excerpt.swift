// SPDX-License-Identifier: MIT

internal import CVox

extension Node {
    /// The value as compact JSON, cut behind so many bytes with "…"; the rest is not looked at.
    package func excerpt(_ limit: Int) -> String {
        var excerpt = Excerpt(limit: limit)
        let status = withUnsafeMutablePointer(to: &excerpt) { excerpt in
            let sink = vox_sink(
                write: { context, bytes, length in
                    guard let context, let bytes else { return 1 }
                    let text = UnsafeRawBufferPointer(start: bytes, count: length)
                    return context.assumingMemoryBound(to: Excerpt.self).pointee.take(text) ? 0 : 1
                }, context: excerpt)
            return vox_write(tree.raw, raw, JSONStyle.compact.core, sink)
        }
        // JSON may have U+2028 as it is.
        return excerpt.text(isWhole: status == VOX_OK).excerpt(.max)
    }
}

/// The beginning of a text that is being written.
private struct Excerpt {
    let limit: Int
    private var bytes: [UInt8] = []

    init(limit: Int) { self.limit = limit }

    /// Takes what there is room for, and one byte more, which says that there is more. False when that
    /// is enough.
    mutating func take(_ text: UnsafeRawBufferPointer) -> Bool {
        bytes += text.prefix(limit + 1 - bytes.count)
        return bytes.count <= limit
    }

    func text(isWhole: Bool) -> String {
        var end = min(bytes.count, limit)
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return String(decoding: bytes[..<end], as: UTF8.self)
            + (end < bytes.count || !isWhole ? "…" : "")
    }
}
