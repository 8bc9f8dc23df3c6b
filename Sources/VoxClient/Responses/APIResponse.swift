// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// The response to a request that succeeded.
public struct APIResponse<Primary: PrimaryData>: ServiceResponse {
    /// The outcome of the request.
    public enum Outcome {
        /// A document. After a write it has the resource as the server stored it (200, 201).
        case document(Document<Primary>)
        /// The server carried out the request, and sent meta information or nothing (200, 201,
        /// 204).
        case done(Document<AnyResource>?)
        /// The content has not changed since the version in `If-None-Match` (304).
        case notModified
        /// The server accepted the request and has not finished it (202).
        case pending(PendingJob<Primary>)
        /// Nothing was sent, because an update found no change.
        case unchanged
    }

    /// The outcome of the request.
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

    /// The document; nil if the response has none with primary data.
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
