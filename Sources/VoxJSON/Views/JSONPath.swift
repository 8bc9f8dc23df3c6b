// SPDX-License-Identifier: MIT

extension JSON {
    /// A step of a path: a name, a position, or a refused step.
    ///
    /// A write to a refused step fails. A refused step contains the reason, and also the name if
    /// the step leads to a member.
    enum Step: Hashable {
        case name(ExactText)
        case index(Int)
        indirect case refused(JSONError, member: ExactText? = nil)
    }

    /// The path to a missing value, as a linked list that begins with the last step. The views of
    /// deeper values share this list.
    @usableFromInline
    final class Path {
        let step: Step
        private var earlier: Path?

        init(_ step: Step, after earlier: Path? = nil) {
            self.step = step
            self.earlier = earlier
        }

        /// Frees the steps in a loop, because a pointer may have more steps than the stack can
        /// hold.
        deinit {
            var next = earlier
            earlier = nil
            while isKnownUniquelyReferenced(&next) {
                let following = next?.earlier
                next?.earlier = nil
                next = following
            }
        }

        /// All steps, in order.
        var all: [Step] {
            var all: [Step] = []
            var next: Path? = self
            while let current = next {
                all.append(current.step)
                next = current.earlier
            }
            return all.reversed()
        }

        /// The name, if the path consists of a single name. Otherwise nil.
        var onlyName: String? {
            guard earlier == nil, case .name(let name) = step else { return nil }
            return name.text
        }

        /// Follows the steps as far as values exist now. Returns the last existing value and the
        /// remaining steps.
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
