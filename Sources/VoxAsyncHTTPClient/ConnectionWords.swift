// SPDX-License-Identifier: MIT

#if AsyncHTTPClient
import AsyncHTTPClient
import NIOCore
import NIOPosix

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What went wrong with a connection, in words. The error itself is the cause of the one that says it.
func connectionWords(_ error: any Error) -> String {
    switch error {
    case let error as NIOConnectionError:
        return "no connection to \(error.host):\(error.port): \(reason(of: error))"
    case let error as IOError:
        return ioWords(error)
    case let error as ChannelError where error == .ioOnClosedChannel || error == .alreadyClosed:
        return "the connection was closed"
    case let error as HTTPClientError where error == .remoteConnectionClosed:
        return "the server closed the connection before it had answered"
    case let error as HTTPClientError where error == .uncleanShutdown:
        return "the server ended TLS in the middle"
    case let error as HTTPClientError:
        return error.shortDescription.lowercased()
    default:
        return tlsWords("\(error)") ?? "\(error)"
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
    case ETIMEDOUT: "nobody answered"
    default: error.description
    }
}

/// Errors of TLS are of another package, and their text is that of BoringSSL.
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
