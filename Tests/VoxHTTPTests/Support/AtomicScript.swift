// SPDX-License-Identifier: MIT

import HTTPTypes
import Vox

/// The media type of operations and results.
let atomicType = #"application/vnd.api+json; ext="https://jsonapi.org/ext/atomic""#

extension ClientResponse {
    /// A response with results.
    static func results(
        _ results: String, _ status: Int = 200, of request: ClientRequest
    ) -> ClientResponse {
        .document(
            #"{"atomic:results":[\#(results)]}"#, status, [.contentType: atomicType], of: request)
    }
}

extension Script {
    /// Responds to each request with the same results.
    static func atomic(_ results: String, _ status: Int = 200) -> Script {
        Script { request, _ in .results(results, status, of: request) }
    }

    /// Responds to each request with an error document.
    static func refusing(_ errors: String, _ status: Int = 422) -> Script {
        Script { request, _ in
            .document(#"{"errors":[\#(errors)]}"#, status, [.contentType: atomicType], of: request)
        }
    }

    /// Responds to each creation and update with an id: `id-0` for the first operation, and so on.
    static func creating() -> Script {
        Script { request, _ in
            let document = try AtomicDocument(parsing: request.body ?? [])
            let results = document.operations.enumerated().map { index, operation in
                guard operation.code == .add, let resource = operation.resource,
                    operation.ref == nil
                else { return "{}" }
                return
                    #"{"data":{"type":"\#(resource.type)","id":"\#(resource.id ?? "id-\(index)")"}}"#
            }
            return .results(results.joined(separator: ","), of: request)
        }
    }
}
