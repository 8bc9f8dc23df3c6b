// SPDX-License-Identifier: MIT

/// The path at which a server mounts a service.
package enum MountedPath {
    /// The path of the mount as clients use it, such as `/api/v1`, including the path of
    /// ``ResourceService/Address``. The value is nil outside of a server.
    @TaskLocal package static var current: String?
}

extension ResourceService {
    /// The prefix of all paths of the service: ``basePath``, or the path of the mount if
    /// ``basePath`` is empty.
    var rootPath: String { basePath.isEmpty ? MountedPath.current ?? "" : basePath }
}
