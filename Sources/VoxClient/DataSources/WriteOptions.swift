// SPDX-License-Identifier: MIT

public import HTTPTypes

extension APIOptions {
    /// The format of writes that a service accepts, and how the client reads the responses to
    /// writes. The defaults are for a service that follows the standard (JSON:API 1.1, "Creating,
    /// Updating and Deleting Resources").
    public struct Writes: Hashable, Sendable {
        /// The formats of a request body that creates or updates a resource.
        public enum Form: Hashable, Sendable {
            /// A document, as JSON:API requires.
            case document
            /// One object with the attributes as its members. A relationship is a member with the
            /// id of the related resource, or with a list of ids. If ``APIOptions/sentType`` is not
            /// set, the media type is `application/json`.
            case flat
        }

        /// The format of a request body that creates or updates a resource. Default:
        /// ``Form/document``.
        public var form = Form.document

        /// The method of updates. If the method is PUT, each update has all fields, because PUT
        /// replaces the resource (RFC 9110, section 9.3.4). Default: PATCH.
        public var updateMethod = HTTPRequest.Method.patch

        /// False to omit the id in the body of an update, for services that refuse it. Default:
        /// true.
        public var sendsIDs = true

        /// True to send updates and deletions to the self link of the resource, and changes of
        /// relationships to the self link of the relationship. Only a link below the address of the
        /// client is followed. Default: true.
        public var followsSelfLinks = true

        /// True to accept a response whose id or type differs from the id or type in the request.
        /// Some services normalize ids, or use another type for creations. If the client accepts
        /// another id or type, the resource gets the id and type of the response, and
        /// ``APIResponse/hasOtherIdentity`` is true. If false, the default, a response with another
        /// id or type is an error. The option also applies to the id of a resource that
        /// ``DataSource/fetch(id:)`` reads.
        public var acceptsOtherIdentities = false

        /// True if a successful response needs no document: its body may be `{}` or other JSON, or
        /// may have another media type. Without a document, the outcome is
        /// ``APIResponse/Outcome/done(_:)``. If false, the default, a response without a document
        /// is an error. The message of the error says that the server carried out the request.
        public var acceptsOtherBodies = false

        /// Creates the default options.
        public init() {}
    }
}

extension APIOptions.Writes.Form {
    var body: RequestBody {
        switch self {
        case .document: .document
        case .flat: .flat
        }
    }
}
