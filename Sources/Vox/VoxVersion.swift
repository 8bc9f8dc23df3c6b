// SPDX-License-Identifier: MIT

/// The version of this library.
package enum VoxVersion {
    /// The version, such as `0.1.0`. The library and its C core have the same version.
    package static let current = "0.1.0"
}
