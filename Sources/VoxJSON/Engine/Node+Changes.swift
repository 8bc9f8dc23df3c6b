// SPDX-License-Identifier: MIT

internal import CVox

extension Node {
    /// A place where a value differs from its baseline.
    package struct Difference {
        /// What stood there, in a document of its own; nil for what was added.
        package let before: Node?
        /// What stands there; nil for what was removed.
        package let after: Node?
        /// The object that has or had the member.
        package let object: Node?

        /// The names that lead from a node above to the place.
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

    /// The value when it was last marked, else when it was read; nil for a value that was neither.
    ///
    /// Valid until the node is marked again: to be used at once.
    package func baseline() throws(JSONError) -> Node? {
        var baseline: OpaquePointer?
        try check(vox_baseline(tree.raw, raw, &baseline))
        return baseline.map {
            Tree(storage: TreeStorage(raw: $0, pool: nil, keptBy: tree.storage)).root
        }
    }

    /// Where the value differs from its baseline; nil when it has none.
    package func differencesFromBaseline() throws(JSONError) -> [Difference]? {
        guard let baseline = try baseline() else { return nil }
        return try differences(from: baseline)
    }

    /// Where the value differs from another.
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

    /// Makes the present value the baseline.
    package func mark() throws(JSONError) {
        try check(vox_baseline_mark(tree.raw, raw))
    }

    /// Makes another value the baseline.
    package func setBaseline(_ value: Node) throws(JSONError) {
        try check(vox_baseline_set(tree.raw, raw, value.tree.raw, value.raw))
    }

    /// Goes back to the baseline. Does nothing to a value without one.
    package func revert() throws(JSONError) {
        let status = vox_baseline_revert(tree.raw, raw)
        if status != VOX_ERROR_MISSING { try check(status) }
    }
}
