// SPDX-License-Identifier: MIT

public import HTTPTypes

/// A request that has not been sent, and how it is to be carried out. Each call gives a changed
/// copy.
public protocol ConfigurableRequest {
    /// The header fields and the other settings of the request.
    var settings: RequestSettings { get set }
}

extension ConfigurableRequest {
    package func with(_ change: (inout RequestSettings) -> Void) -> Self {
        var copy = self
        change(&copy.settings)
        return copy
    }

    /// Sets a header field.
    public func header(_ name: HTTPField.Name, _ value: String) -> Self {
        with { $0.headers[name] = value }
    }

    /// Gives something along for the client.
    public func userInfo(_ userInfo: [String: any Sendable]) -> Self {
        with { $0.userInfo.merge(userInfo) { $1 } }
    }

    /// Sets how long to wait for what.
    public func timeouts(_ timeouts: Timeouts) -> Self { with { $0.timeouts = timeouts } }

    /// Says whether the request may be sent again when it is not known what became of it.
    public func repeatability(_ repeatability: Repeatability) -> Self {
        with { $0.repeatability = repeatability }
    }

    /// Sends a key by which the server knows a repetition, so that the request may be repeated.
    public func idempotencyKey(_ key: String) -> Self {
        with {
            $0.headers[.idempotencyKey] = key
            $0.repeatability = .always
        }
    }

    /// Lets a handle pause, resume and cancel the request.
    public func controlled(by handle: TransferHandle) -> Self { with { $0.handle = handle } }

    /// Tells how much of the response has come, on no particular thread.
    public func onProgress(_ progress: @escaping @Sendable (RequestSettings.Progress) -> Void)
        -> Self
    {
        with { $0.progress = progress }
    }

    /// Tells how many bytes of the body that is sent have left, on no particular thread; again from
    /// the beginning when it is sent again.
    public func onUploadProgress(_ progress: @escaping @Sendable (_ sent: Int) -> Void) -> Self {
        with { $0.uploadProgress = progress }
    }
}
