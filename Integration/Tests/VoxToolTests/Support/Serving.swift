// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import HTTPTypes
import Synchronization
import Vox
import VoxTestSupport

extension RawServer {
    /// Serves a client on a socket: requests without a body, one a connection.
    static func serving(_ client: any HTTPTransport) throws -> RawServer {
        try RawServer { connection in
            guard let request = ClientRequest(head: connection.readHead()) else { return }
            let answer = Answer()
            Task(executorPreference: Apart.executor) {
                await answer.make(by: client, to: request)
            }
            connection.write(answer.wait())
        }
    }
}

/// Runs tasks in a thread that is none of the tests': those wait for programs, which wait for
/// responses.
private final class Apart: TaskExecutor {
    static let executor = Apart()

    private let queue = DispatchQueue(label: "vox-tool-tests-server")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// A response on its way from a task to the thread of a connection.
private final class Answer: Sendable {
    private let isMade = DispatchSemaphore(value: 0)
    private let bytes = Mutex<[UInt8]>([])

    func make(by client: any HTTPTransport, to request: ClientRequest) async {
        let made = try? await client.execute(request).bytes()
        bytes.withLock { $0 = made ?? [] }
        isMade.signal()
    }

    func wait() -> [UInt8] {
        isMade.wait()
        return bytes.withLock { $0 }
    }
}

extension ClientRequest {
    /// Reads the head of a request as a client sends it to its server.
    fileprivate init?(head: String) {
        let lines = head.components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        var fields = HTTPFields()
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, let name = HTTPField.Name(String(parts[0])) else { continue }
            fields.append(
                HTTPField(name: name, value: parts[1].trimmingCharacters(in: .whitespaces)))
        }
        let host = lines.first { $0.lowercased().hasPrefix("host:") }?.dropFirst(5)
            .trimmingCharacters(in: .whitespaces)
        guard words.count == 3, let host, let method = HTTPRequest.Method(String(words[0])),
            let url = try? HTTPURL("http://\(host)\(words[1])")
        else { return nil }
        self.init(method: method, url: url, headers: fields)
    }
}

extension ClientResponse {
    /// The response as a server sends it.
    fileprivate func bytes() async throws -> [UInt8] {
        let body = try await body.bytes()
        var head = "HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n"
        for field in headers { head += "\(field.name): \(field.value)\r\n" }
        head += "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
        return Array(head.utf8) + body
    }
}
