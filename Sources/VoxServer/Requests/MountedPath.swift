// SPDX-License-Identifier: MIT

/// The path that a server mounts a service at.
package enum MountedPath {
    /// The path as clients use it, with the path of the address, such as `/api/v1`. The path is nil
    /// outside of a server.
    @TaskLocal package static var current: String?
}

extension ResourceService {
    /// The prefix of all paths of the service: ``basePath``, or else the path that the service is
    /// mounted at.
    var rootPath: String { basePath.isEmpty ? MountedPath.current ?? "" : basePath }
}
