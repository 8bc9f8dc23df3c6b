// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// What a server answered to a request that succeeded.
public struct APIResponse<Primary: PrimaryData>: ServiceResponse {
    /// What became of the request.
    public enum Outcome {
        /// A document: for a write, what the server made of it (200, 201).
        case document(Document<Primary>)
        /// Done as asked, with nothing but meta information at most (200, 201, 204).
        case done(Document<AnyResource>?)
        /// What is known already still holds (304).
        case notModified
        /// Accepted, not done yet (202).
        case pending(PendingJob<Primary>)
        /// Nothing was sent: an update had nothing to say, because nothing was changed.
        case unchanged
    }

    /// What became of the request.
    public let outcome: Outcome
    /// The status, the header fields, and the address that sent the response.
    public let head: ResponseHead

    init(_ outcome: Outcome, _ exchange: Exchange) {
        self.outcome = outcome
        head = ResponseHead(exchange)
    }

    /// The response to an update that was not sent.
    init(unchanged url: HTTPURL) {
        outcome = .unchanged
        head = ResponseHead(unsent: url)
    }

    /// The document, when there is one with primary data.
    public var document: Document<Primary>? {
        if case .document(let document) = outcome { document } else { nil }
    }
}

extension APIResponse: CustomReflectable {
    /// Shows the outcome without header fields, because those may be secret.
    public var customMirror: Mirror {
        Mirror(self, children: ["status": status, "url": url, "outcome": outcome])
    }
}
