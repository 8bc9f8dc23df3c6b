// SPDX-License-Identifier: MIT

extension Paging {
    /// How a sequence of pages ended: after the whole list, or after a part of it.
    ///
    /// Many servers end a list early by mistake. If the server sends the total number of resources
    /// or a link to the last page, Vox compares these data with the end of the sequence.
    public enum End: Hashable, Sendable {
        /// The list is complete. The server says that the list has no further page, or the last
        /// page had no resources. No total and no link in the responses shows that resources are
        /// missing.
        case complete
        /// Resources are missing. The associated text gives the reason, such as a total that is
        /// larger than the number of resources, or a limit of ``Paging/Limits``.
        case cutOff(String)
        /// The server does not say whether the list has another page. The associated text gives the
        /// reason, and names the option that can help.
        case unknown(String)
    }
}

extension Paging.End: CustomStringConvertible {
    /// A description of the end, for messages.
    public var description: String {
        switch self {
        case .complete: "complete"
        case .cutOff(let reason): "cut off: \(reason)"
        case .unknown(let reason): "unknown: \(reason)"
        }
    }
}

extension RequestError {
    /// Returns the error for a list that must be complete but is not.
    package static func incomplete(_ reason: String) -> RequestError {
        RequestError(code: .incomplete, message: "the list is not complete: \(reason)")
    }
}
