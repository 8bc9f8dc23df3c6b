// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// The response to a request that succeeded.
public struct RESTResponse<Content>: ClientResponse.Headed {
    /// The content.
    public let content: Content
    /// The status, the header fields, and the address that sent the response.
    public let head: ClientResponse.Head
    /// True for an update that was not sent, because the model had no changes.
    public let isUnchanged: Bool
    /// The failed reads of the content. For example, if a list has an unknown value of an
    /// enumeration, the content lacks this value, and ``failures`` contains the reason. For a
    /// model, `vox.failures` also contains later failures.
    public let failures: JSON.Failures

    init(_ content: Content, _ exchange: Exchange, _ failures: JSON.Failures?) {
        self.content = content
        self.failures = failures ?? JSON.Failures()
        head = ClientResponse.Head(exchange)
        isUnchanged = false
    }

    /// The response to an update that was not sent.
    init(unchanged content: Content, at url: HTTPURL) {
        self.content = content
        failures = JSON.Failures()
        head = ClientResponse.Head(unsent: url)
        isUnchanged = true
    }
}

extension RESTResponse: Sendable where Content: Sendable {}

extension RESTResponse: CustomReflectable {
    /// Shows the content without header fields, because header fields may be secret.
    public var customMirror: Mirror {
        Mirror(self, children: ["status": status, "url": url, "content": content])
    }
}
