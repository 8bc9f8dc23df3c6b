// SPDX-License-Identifier: MIT

/// The version of this library.
public enum VoxVersion {
    /// As `0.1.0`; the same as that of the core.
    public static let current = "0.1.0"
}
