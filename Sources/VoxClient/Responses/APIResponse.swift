// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// The response to a request that succeeded.
public struct APIResponse<Primary: PrimaryData>: ClientResponse.Headed {
    /// The outcome of the request.
    public enum Outcome {
        /// The response has a document (200, 201). After a write, this document contains the
        /// resource as the server stored it.
        case document(Document<Primary>)
        /// The server executed the request, and sent only meta information or no body (200, 201,
        /// 204).
        case done(Document<AnyResource>?)
        /// The document on the server still has the version in `If-None-Match` (304).
        case notModified
        /// The server accepted the request, and started a job that is not finished yet (202). A 202
        /// without an address to poll is treated as a success.
        case pending(Job)
        /// An update was not sent, because the resource had no changes.
        case unchanged
    }

    /// The outcome of the request.
    public let outcome: Outcome
    /// The status, the header fields, and the address that sent the response.
    public let head: ClientResponse.Head
    /// True if the response was accepted although the id or type of its resource differs from the
    /// id or type in the request (``APIOptions/Writes/acceptsOtherIdentities``).
    public internal(set) var hasOtherIdentity = false

    init(_ outcome: Outcome, _ exchange: Exchange) {
        self.outcome = outcome
        head = ClientResponse.Head(exchange)
    }

    /// The response to an update that was not sent.
    init(unchanged url: HTTPURL) {
        outcome = .unchanged
        head = ClientResponse.Head(unsent: url)
    }

    /// The document of the response; nil if the response has no document with primary data.
    public var document: Document<Primary>? {
        if case .document(let document) = outcome { document } else { nil }
    }
}

extension APIResponse: CustomReflectable {
    /// Shows the outcome without header fields, because header fields may be secret.
    public var customMirror: Mirror {
        Mirror(self, children: ["status": status, "url": url, "outcome": outcome])
    }
}
