// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// The response to a request that succeeded.
public struct RESTResponse<Content>: ServiceResponse {
    /// The content.
    public let content: Content
    /// The status, the header fields, and the address that sent the response.
    public let head: ResponseHead
    /// True for an update that was not sent, because the model had no changes.
    public let isUnchanged: Bool

    init(_ content: Content, _ exchange: Exchange) {
        self.content = content
        head = ResponseHead(exchange)
        isUnchanged = false
    }

    /// The response to an update that was not sent.
    init(unchanged content: Content, at url: HTTPURL) {
        self.content = content
        head = ResponseHead(unsent: url)
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
