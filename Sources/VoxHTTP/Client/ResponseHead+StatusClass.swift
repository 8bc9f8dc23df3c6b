// SPDX-License-Identifier: MIT

public import HTTPTypes

extension ClientResponse.Head {
    /// The kinds of statuses (RFC 9110, section 15). The kind depends only on the status, and not
    /// on the body of the response.
    public enum StatusClass: Hashable, Sendable {
        /// 200 to 299.
        case success
        /// 300 to 399: the content is at another address, or the client already has the content.
        case redirection
        /// 401: credentials are missing or expired.
        case unauthorized
        /// 400 to 499, except 401: the request is wrong.
        case invalid
        /// 500 to 599: the service failed.
        case serverError
        /// No response: the connection failed, a time limit passed, or the request was not sent.
        case noResponse

        /// The kind of a status.
        public init(_ status: HTTPResponse.Status?) {
            self =
                switch status?.code ?? 0 {
                case 200...299: .success
                case 300...399: .redirection
                case 401: .unauthorized
                case 400...499: .invalid
                case 500...599: .serverError
                default: .noResponse
                }
        }
    }
}

extension ClientResponse.Headed {
    /// The kind of the status.
    public var statusClass: ClientResponse.Head.StatusClass {
        ClientResponse.Head.StatusClass(status)
    }
}

extension RequestError {
    /// The kind of the status; ``ClientResponse/Head/StatusClass/noResponse`` if there was no
    /// response.
    public var statusClass: ClientResponse.Head.StatusClass {
        ClientResponse.Head.StatusClass(status)
    }
}
