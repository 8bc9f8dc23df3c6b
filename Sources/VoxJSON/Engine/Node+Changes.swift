// SPDX-License-Identifier: MIT

internal import CVox

extension Node {
    /// A location where a value differs from its baseline.
    package struct Difference {
        /// The value in the baseline, as a separate document; nil if the value was added.
        package let before: Node?
        /// The current value; nil if the value was removed.
        package let after: Node?
        /// The object that contains the member, or contained the member before its removal.
        package let object: Node?

        /// Returns the member names on the path from an enclosing node to the location.
        package func path(from top: Node) -> [String] {
            guard let changed = after ?? before else { return [] }
            var names = [changed.name]
            var at = after == nil ? object : changed.parent
            while let node = at, node != top {
                names.append(node.name)
                at = node.parent
            }
            return names.reversed()
        }
    }

    /// Returns the baseline: the value at the last call of ``mark()``. Without a call of
    /// ``mark()``, the baseline is the value that was read. Returns nil if the value was not read,
    /// and ``mark()`` was never called.
    ///
    /// The baseline is valid only until the next call of ``mark()``.
    package func baseline() throws(JSONError) -> Node? {
        var baseline: OpaquePointer?
        try check(vox_baseline(tree.raw, raw, &baseline))
        return baseline.map {
            Tree(storage: TreeStorage(raw: $0, pool: nil, keptBy: tree.storage)).root
        }
    }

    /// Returns the differences from the baseline, or nil if the value has no baseline.
    package func differencesFromBaseline() throws(JSONError) -> [Difference]? {
        guard let baseline = try baseline() else { return nil }
        return try differences(from: baseline)
    }

    /// Returns the differences from the given value.
    package func differences(from baseline: Node) throws(JSONError) -> [Difference] {
        final class Found {
            var differences: [vox_difference] = []
        }
        let found = Found()
        let sink = vox_difference_sink(
            found: { context, difference in
                guard let context else { return 1 }
                Unmanaged<Found>.fromOpaque(context).takeUnretainedValue().differences.append(
                    difference)
                return 0
            }, context: Unmanaged.passUnretained(found).toOpaque())
        try check(vox_diff(baseline.tree.raw, baseline.raw, tree.raw, raw, sink))
        return found.differences.map { difference in
            Difference(
                before: difference.before.map { Node(tree: baseline.tree, raw: $0) },
                after: difference.after.map { Node(tree: tree, raw: $0) },
                object: difference.object.map { Node(tree: tree, raw: $0) })
        }
    }

    /// Makes the current value the baseline.
    package func mark() throws(JSONError) {
        try check(vox_baseline_mark(tree.raw, raw))
    }

    /// Makes the given value the baseline.
    package func setBaseline(_ value: Node) throws(JSONError) {
        try check(vox_baseline_set(tree.raw, raw, value.tree.raw, value.raw))
    }

    /// Restores the baseline. Does nothing if the value has no baseline.
    package func revert() throws(JSONError) {
        let status = vox_baseline_revert(tree.raw, raw)
        if status != VOX_ERROR_MISSING { try check(status) }
    }
}
