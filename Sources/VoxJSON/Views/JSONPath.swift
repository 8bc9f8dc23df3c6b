// SPDX-License-Identifier: MIT

extension JSON {
    /// A name or a position; or, for a place that nothing can be written to, the reason, and the name
    /// if it has one.
    enum Step: Hashable {
        case name(ExactText)
        case index(Int)
        indirect case refused(JSONError, member: ExactText? = nil)
    }

    /// Path to a value that is not there, the last one first. Views of what lies deeper share them.
    @usableFromInline
    final class Path {
        let step: Step
        private var earlier: Path?

        init(_ step: Step, after earlier: Path? = nil) {
            self.step = step
            self.earlier = earlier
        }

        /// One after another, because a pointer may have more steps than the stack has room.
        deinit {
            var next = earlier
            earlier = nil
            while isKnownUniquelyReferenced(&next) {
                let following = next?.earlier
                next?.earlier = nil
                next = following
            }
        }

        /// All of them, the first one first.
        var all: [Step] {
            var all: [Step] = []
            var next: Path? = self
            while let current = next {
                all.append(current.step)
                next = current.earlier
            }
            return all.reversed()
        }

        /// The name, where the path is that one step.
        var onlyName: String? {
            guard earlier == nil, case .name(let name) = step else { return nil }
            return name.text
        }

        /// As far as the steps lead by now, and those that lead no further.
        func followed(from start: Node) -> (node: Node, rest: ArraySlice<Step>) {
            var node = start
            var rest = all[...]
            while let step = rest.first, let child = node.child(step) {
                node = child
                rest.removeFirst()
            }
            return (node, rest)
        }
    }
}
