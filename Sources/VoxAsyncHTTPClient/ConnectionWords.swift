// SPDX-License-Identifier: MIT

#if AsyncHTTPClient
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import VoxHTTP

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Returns the message for an error of a connection. The error itself becomes the cause of the
/// `RequestError`.
func connectionWords(_ error: any Error) -> String {
    switch error {
    case let error as NIOConnectionError:
        return "no connection to \(error.host):\(error.port): \(reason(of: error))"
    case let error as IOError:
        return ioWords(error)
    case let error as KeptConnectionLoss:
        return connectionWords(error.cause)
    case let error as MalformedResponse:
        return "the response is malformed: " + error.reason
    case let error as HTTPParserError:
        return "the response is malformed: " + parserWords(error)
    case let error as NIOHTTPDecoderError where error == .unsolicitedResponse:
        return "the server sent more than one response to a request"
    case let error as ChannelError where error == .ioOnClosedChannel || error == .alreadyClosed:
        return "the connection was closed"
    case let error as HTTPClientError where error == .remoteConnectionClosed:
        return "the server closed the connection before it sent a response"
    case let error as HTTPClientError where error == .uncleanShutdown:
        return "the server ended TLS in the middle"
    case let error as HTTPClientError:
        return error.shortDescription.lowercased()
    default:
        return tlsWords("\(error)") ?? "the connection failed (\(type(of: error)))"
    }
}

/// Describes the fault of a malformed response. SwiftNIO reports several faults of a head as one
/// error.
private func parserWords(_ error: HTTPParserError) -> String {
    switch error {
    case .invalidEOFState, .closedConnection: "it ends in the middle"
    case .trailingGarbage: "bytes follow its end"
    case .headerOverflow: "its header fields are too large"
    case .invalidVersion, .invalidConstant: "it does not begin with HTTP/1.0 or HTTP/1.1"
    case .invalidStatus: "its status is no number of three digits"
    case .invalidHeaderToken: "a header field has a character that may not stand there"
    case .lfExpected, .strictModeAssertion: "a line does not end with carriage return and line feed"
    case .invalidContentLength: "its Content-Length is no number"
    case .unexpectedContentLength:
        "it has a second Content-Length, or a Transfer-Encoding beside one"
    case .invalidChunkSize: "the size of a chunk is no number"
    default:
        """
        its header fields contradict each other, or a line does not end with carriage return and \
        line feed
        """
    }
}

private func reason(of error: NIOConnectionError) -> String {
    if let failure = error.connectionErrors.first { return connectionWords(failure.error) }
    return error.dnsAError != nil || error.dnsAAAAError != nil
        ? "there is no address of that name" : "it has no address"
}

private func ioWords(_ error: IOError) -> String {
    switch error.errnoCode {
    case ECONNREFUSED: "connection refused: nothing listens there"
    case ECONNRESET, EPIPE: "the server reset the connection"
    case EHOSTUNREACH, ENETUNREACH: "there is no way to that address"
    case ETIMEDOUT: "no response arrived"
    default: error.description
    }
}

/// TLS errors have types of a package that is not imported. Therefore the function recognizes TLS
/// errors by their text, which comes from BoringSSL.
private func tlsWords(_ text: String) -> String? {
    let words = [
        ("CERTIFICATE_VERIFY_FAILED", "its certificate is not trusted"),
        ("failedToValidateHostname", "its certificate is for another name"),
        ("WRONG_VERSION_NUMBER", "it does not speak TLS there"),
        (
            "EOF during handshake",
            "it hung up in the handshake, and perhaps does not speak TLS there"
        ),
        ("unableToValidateCertificate", "its certificate is not trusted"),
        ("handshakeFailed", "the handshake failed: \(text)"),
    ]
    return words.first { text.contains($0.0) }.map { "no TLS with the server: \($0.1)" }
}
#endif
