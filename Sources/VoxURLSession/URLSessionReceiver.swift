// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Synchronization
import VoxHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Reports the events of the session to transfers.
final class Receiver: NSObject, URLSessionDataDelegate, Sendable {
    /// The running transfers, by the identifiers of their tasks.
    private let transfers = Mutex<[Int: Transfer]>([:])
    /// The numbers of received body bytes, by the identifiers of the tasks.
    private let received = Mutex<[Int: Int]>([:])

    func add(_ transfer: Transfer, for task: URLSessionTask) {
        transfers.withLock { $0[task.taskIdentifier] = transfer }
    }

    private func transfer(of task: URLSessionTask) -> Transfer? {
        transfers.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64, totalBytesExpectedToSend: Int64
    ) {
        transfer(of: task)?.progressed(sent: Int(totalBytesSent))
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        report(response, of: dataTask)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        // A session cannot be paused. Data that is not read yet stays in the transfer, within its
        // limit.
        guard let transfer = transfer(of: dataTask) else { return }
        received.withLock { $0[dataTask.taskIdentifier, default: 0] += data.count }
        _ = data.withUnsafeBytes(transfer.receive)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        let received = received.withLock { $0.removeValue(forKey: task.taskIdentifier) } ?? 0
        guard let transfer = transfers.withLock({ $0.removeValue(forKey: task.taskIdentifier) })
        else { return }
        // The server may have sent the whole response, and closed the connection while the body of
        // the request was being sent. libcurl then reports that it could not send.
        if error != nil, let response = task.response as? HTTPURLResponse,
            response.value(forHTTPHeaderField: "Content-Length") == "\(received)"
        {
            report(response, to: transfer)
            return transfer.finish()
        }
        guard let error else {
            // On Linux, a redirect without a valid target is reported only here.
            if let response = task.response { report(response, to: transfer) }
            return transfer.finish()
        }
        transfer.fail(connectionWords(error), cause: error)
    }

    /// Returns the redirect itself as the response.
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    /// Uses the default handling for server trust, and cancels a challenge for credentials, because
    /// middleware sends credentials. When a server requests credentials, Foundation has already
    /// received the whole 401 response. Without the cancellation, the task would wait forever on
    /// Linux.
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (
                URLSession.AuthChallengeDisposition, URLCredential?
            ) -> Void
    ) {
        guard Self.asked.contains(challenge.protectionSpace.authenticationMethod) else {
            return completionHandler(.performDefaultHandling, nil)
        }
        if let transfer = transfers.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) {
            // On other systems than Linux, the head may be reported only here.
            if let response = challenge.failureResponse { report(response, to: transfer) }
            transfer.finish()
        }
        completionHandler(.cancelAuthenticationChallenge, nil)
    }

    private static let asked = [
        NSURLAuthenticationMethodDefault, NSURLAuthenticationMethodHTTPBasic,
        NSURLAuthenticationMethodHTTPDigest,
    ]

    private func report(_ response: URLResponse, of task: URLSessionTask) {
        guard let transfer = transfer(of: task) else { return }
        report(response, to: transfer)
    }

    private func report(_ response: URLResponse, to transfer: Transfer) {
        guard let response = response as? HTTPURLResponse else {
            return transfer.fail(
                "the response is not HTTP", cause: URLError(.badServerResponse))
        }
        // Interim responses are also reported here.
        guard response.statusCode >= 200 else { return }
        transfer.receive(HTTPResponse(response))
    }
}

extension HTTPResponse {
    fileprivate init(_ response: HTTPURLResponse) {
        var fields = HTTPFields()
        for (name, value) in response.allHeaderFields {
            guard let name = (name as? String).flatMap({ HTTPField.Name($0) }),
                let value = value as? String
            else { continue }
            fields.append(HTTPField(name: name, value: value))
        }
        self.init(status: Status(code: response.statusCode), headerFields: fields)
    }
}
