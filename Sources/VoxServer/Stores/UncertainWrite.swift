// SPDX-License-Identifier: MIT

/// An error after which a write may have been kept.
///
/// The files of such a write are not discarded. A file that no resource has does no harm, but a
/// resource whose file is gone does.
package protocol UncertainWrite: Error {
    /// True if the store may have kept the write; false if the store has kept nothing.
    var mayBeKept: Bool { get }
}
