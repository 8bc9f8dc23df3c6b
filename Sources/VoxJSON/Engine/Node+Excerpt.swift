// SPDX-License-Identifier: MIT

internal import CVox
internal import VoxRedaction

extension Node {
    /// Returns the value as compact JSON, truncated after `limit` bytes with "…".
    ///
    /// The part of the value after the limit is not read. The values of members with secret names
    /// are redacted.
    package func excerpt(_ limit: Int) -> String {
        var excerpt = Excerpt(limit: limit)
        let isWhole = excerpt.take(self)
        // JSON may contain an unescaped U+2028.
        return excerpt.text(isWhole: isWhole).excerpt(.max)
    }

    /// Returns true if a member with this name must not show this value. Null is always shown.
    func isRedacted(as name: String) -> Bool { !isNull && SecretNames.contains(name) }
}

/// The beginning of a text that is being written.
private struct Excerpt {
    let limit: Int
    private var bytes: [UInt8] = []

    init(limit: Int) { self.limit = limit }

    /// Appends a value, node by node. Returns false if the value does not fit or cannot be written.
    mutating func take(_ root: Node) -> Bool {
        var node = root
        var depth = 0
        while true {
            let name = depth > 0 && node.parent?.isObject ?? false ? node.name : nil
            if let name {
                guard take(quoted(name)), take(":") else { return false }
            }
            if let name, node.isRedacted(as: name) {
                guard take("\"\(redacted)\"") else { return false }
            } else if let child = node.first {
                guard take(node.isObject ? "{" : "[") else { return false }
                node = child
                depth += 1
                continue
            } else {
                guard write(node) else { return false }
            }
            while depth > 0, node.next == nil, let parent = node.parent {
                node = parent
                depth -= 1
                guard take(node.isObject ? "}" : "]") else { return false }
            }
            guard depth > 0, let next = node.next else { return true }
            guard take(",") else { return false }
            node = next
        }
    }

    /// Returns a name as a JSON string. A name longer than the limit is truncated first.
    private func quoted(_ name: String) -> String {
        let beginning = String(name.unicodeScalars.prefix(limit + 1))
        return (try? JSONValue.string(beginning).text()) ?? ""
    }

    private mutating func take(_ text: String) -> Bool {
        bytes += text.utf8.prefix(limit + 1 - bytes.count)
        return bytes.count <= limit
    }

    /// Appends a scalar or an empty container in the form that the core writes.
    ///
    /// Like an empty container, a deferred container with malformed text has no children. The core
    /// refuses to write the deferred container, and the function returns false.
    private mutating func write(_ node: Node) -> Bool {
        let status = withUnsafeMutablePointer(to: &self) { excerpt in
            let sink = vox_sink(
                write: { context, bytes, length in
                    guard let context, let bytes else { return 1 }
                    let text = UnsafeRawBufferPointer(start: bytes, count: length)
                    return context.assumingMemoryBound(to: Excerpt.self).pointee.take(text) ? 0 : 1
                }, context: excerpt)
            return vox_write(node.tree.raw, node.raw, JSON.Style.compact.core, sink)
        }
        return status == VOX_OK
    }

    /// Appends as many bytes as fit. If the limit is exceeded, one further byte marks the excess,
    /// and the function returns false.
    private mutating func take(_ text: UnsafeRawBufferPointer) -> Bool {
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
