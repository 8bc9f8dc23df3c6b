// SPDX-License-Identifier: MIT

import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Returns the message for an error of a connection. The error itself becomes the cause of the
/// `RequestError`. The message of the error itself comes from libcurl, or is in the language of the
/// system.
func connectionWords(_ error: any Error) -> String {
    guard let error = error as? URLError else {
        return "the connection failed (\(type(of: error)))"
    }
    return switch error.code {
    case .cannotConnectToHost: "no connection: nothing listens there, or nothing leads there"
    case .cannotFindHost, .dnsLookupFailed: "no connection: there is no address of that name"
    case .notConnectedToInternet: "no connection: this machine has no network"
    case .timedOut: "no response came in time"
    case .networkConnectionLost: "the server closed the connection before it sent a response"
    case .cancelled: "the connection was closed"
    case .badServerResponse, .cannotParseResponse, .zeroByteResource, .cannotDecodeRawData,
        .cannotDecodeContentData, .unsupportedURL:
        // The address was checked before, so the unsupported protocol is in the response.
        "the response is malformed"
    case .secureConnectionFailed: "no TLS with the server: the handshake failed"
    case .serverCertificateUntrusted, .serverCertificateHasBadDate,
        .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
        "no TLS with the server: its certificate is not trusted"
    case .clientCertificateRejected, .clientCertificateRequired:
        "no TLS with the server: it asks for a certificate"
    // Foundation has no code for some errors of libcurl.
    case .unknown: "the connection broke, or the response is malformed"
    default: "the connection failed (URLError \(error.code.rawValue))"
    }
}
