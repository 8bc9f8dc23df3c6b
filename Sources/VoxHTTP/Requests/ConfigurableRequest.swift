// SPDX-License-Identifier: MIT

public import HTTPTypes

extension ClientRequest {
    /// A request before it is sent, with its settings. Each method returns a changed copy of the
    /// request.
    public protocol Configurable {
        /// The header fields and the other settings of the request.
        var settings: Settings { get set }
    }
}

extension ClientRequest.Configurable {
    package func with(_ change: (inout ClientRequest.Settings) -> Void) -> Self {
        var copy = self
        change(&copy.settings)
        return copy
    }

    /// Sets a header field.
    public func header(_ name: HTTPField.Name, _ value: String) -> Self {
        with { $0.headers[name] = value }
    }

    /// Adds values that are passed to the transport, and are not sent to the server.
    public func userInfo(_ userInfo: [String: any Sendable]) -> Self {
        with { $0.userInfo.merge(userInfo) { $1 } }
    }

    /// Sets the time limits.
    public func timeouts(_ timeouts: ClientRequest.Timeouts) -> Self {
        with { $0.timeouts = timeouts }
    }

    /// Sets whether the request may be sent again if the server may already have carried it out.
    public func repeatability(_ repeatability: ClientRequest.Repeatability) -> Self {
        with { $0.repeatability = repeatability }
    }

    /// Adds a key by which the server recognizes a retry, so that the request may be sent again.
    public func idempotencyKey(_ key: String) -> Self {
        with {
            $0.headers[.idempotencyKey] = key
            $0.repeatability = .always
        }
    }

    /// Sets a handle, which can pause, resume and cancel the request.
    public func controlled(by handle: ClientRequest.Handle) -> Self { with { $0.handle = handle } }

    /// Sets a function that receives the progress of the response: how many bytes have arrived. The
    /// function is called on any thread.
    public func onProgress(
        _ progress: @escaping @Sendable (ClientRequest.Settings.Progress) -> Void
    ) -> Self { with { $0.progress = progress } }

    /// Sets a function that receives the number of sent bytes of the body. The function is called
    /// on any thread. The number of bytes starts again from 0 for each retry.
    public func onUploadProgress(_ progress: @escaping @Sendable (_ sent: Int) -> Void) -> Self {
        with { $0.uploadProgress = progress }
    }
}
