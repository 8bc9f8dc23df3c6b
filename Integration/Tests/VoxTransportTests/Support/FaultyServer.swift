// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Synchronization
import Vox
import VoxTestSupport

/// What goes wrong with a response on a socket.
enum WireFault: CaseIterable, Sendable {
    /// Nothing does; the connection stays open.
    case none
    /// The connection is closed, or reset, before the request was carried out, or after.
    case closedUndone, closedDone, reset
    /// The response stops in the head, or in the body; with a reset, too.
    case cutHead, cutBody, resetBody
    /// The body is shorter than it was, and says that it is whole; or says another length.
    case truncated, tooLong, tooShort
    /// What comes is no HTTP, or no JSON.
    case garbage, garbageBody
    /// The bytes come one after the other, or come no more.
    case slow, stuck
    /// 503 with `Retry-After`, undone; a page of HTML; a redirect to the same address.
    case busy, html, redirectLoop

    /// Those that Foundation survives (see the documentation of `URLSessionTransport`).
    static let forFoundation = allCases.filter { $0 != .cutHead }
}

/// A server that answers as a service does, over a raw socket, and breaks what the `X-Run` of a
/// request says: the same for the same number, each time it is sent.
final class FaultyServer: Sendable {
    private let server: RawServer
    private let attempts: Attempts

    var url: HTTPURL { server.url }

    /// How often each run was sent.
    func attempts(of run: Int) -> Int { attempts.counts.withLock { $0[run] ?? 0 } }

    private final class Attempts: Sendable {
        let counts = Mutex<[Int: Int]>([:])

        func add(_ run: Int) -> Int {
            counts.withLock { counts in
                counts[run, default: 0] += 1
                return counts[run] ?? 1
            }
        }
    }

    /// Answers as the service does; `fault` says what goes wrong with it.
    init(
        _ service: any HTTPTransport,
        fault: @escaping @Sendable (_ run: Int, _ attempt: Int) -> WireFault
    ) throws {
        let attempts = Attempts()
        self.attempts = attempts
        server = try RawServer { connection in
            var received: [UInt8] = []
            while let request = connection.readRequest(&received) {
                let run = request.headers["X-Run"].flatMap { Int($0) } ?? 0
                let fault = fault(run, attempts.add(run))
                guard connection.answer(request, by: service, fault) else { return }
            }
        }
    }
}

extension RawServer.Connection {
    /// The next request; nil when the peer has closed.
    fileprivate func readRequest(_ received: inout [UInt8]) -> ClientRequest? {
        let end = Array("\r\n\r\n".utf8)
        var head = received.firstRange(of: end)
        while head == nil {
            guard let more = read() else { return nil }
            received += more
            head = received.firstRange(of: end)
        }
        guard let head else { return nil }
        let lines = String(decoding: received[..<head.lowerBound], as: UTF8.self)
            .components(separatedBy: "\r\n")
        received.removeSubrange(..<head.upperBound)
        let start = lines[0].split(separator: " ")
        var fields = HTTPFields()
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, let name = HTTPField.Name(String(parts[0])) else { continue }
            fields.append(
                HTTPField(name: name, value: parts[1].trimmingCharacters(in: .whitespaces)))
        }
        let length = fields[.contentLength].flatMap { Int($0) } ?? 0
        while received.count < length {
            guard let more = read() else { return nil }
            received += more
        }
        let body = Array(received.prefix(length))
        received.removeFirst(length)
        guard start.count > 1, let method = HTTPRequest.Method(String(start[0])),
            let url = try? HTTPURL("http://\(fields["Host"] ?? "localhost")\(start[1])")
        else { return nil }
        return ClientRequest(
            method: method, url: url, headers: fields, body: body.isEmpty ? nil : body)
    }

    /// Answers; false when the connection is at its end.
    fileprivate func answer(
        _ request: ClientRequest, by service: any HTTPTransport, _ fault: WireFault
    ) -> Bool {
        switch fault {
        case .closedUndone: return false
        case .garbage:
            write("\u{1}\u{2}not HTTP\r\n\r\n{}")
            return false
        case .busy: return write(Self.head(503, ["Retry-After": "0"], 0))
        case .redirectLoop: return write(Self.head(307, ["Location": request.url.target], 0))
        case .html:
            let page = "<html><h1>502 Bad Gateway</h1></html>"
            return write(Self.head(502, ["Content-Type": "text/html"], page.utf8.count) + page)
        default: break
        }
        guard var answer = Answer(to: request, by: service) else { return false }
        switch fault {
        case .closedDone: return false
        case .reset:
            reset()
            return false
        case .truncated: answer.body = Array(answer.body.prefix(answer.body.count / 2))
        case .garbageBody: answer.body = Array("{\"data\": [[[,\u{1}".utf8)
        default: break
        }
        let more = fault == .tooLong ? 10 : fault == .tooShort ? -10 : 0
        let length = max(0, answer.body.count + more)
        let head = Array(
            Self.head(answer.status, answer.fields, answer.hasBody ? length : nil).utf8)
        switch fault {
        case .cutHead:
            write(Array(head.prefix(head.count / 2)))
            return false
        case .cutBody, .resetBody:
            write(head + answer.body.prefix(answer.body.count / 2))
            if fault == .resetBody { reset() }
            return false
        case .stuck:
            write(head + answer.body.prefix(answer.body.count / 2))
            waitForClose()
            return false
        case .slow:
            let bytes = head + answer.body
            for start in stride(from: 0, to: bytes.count, by: 100) {
                guard write(Array(bytes[start..<min(bytes.count, start + 100)])) else {
                    return false
                }
                Thread.sleep(forTimeInterval: 0.005)
            }
            return true
        default: return write(head + answer.body) && more == 0
        }
    }

    private static func head(_ status: Int, _ fields: [String: String], _ length: Int?) -> String {
        var fields = fields
        fields["Content-Length"] = length.map { "\($0)" }
        return "HTTP/1.1 \(status) Status\r\n"
            + fields.map { "\($0.key): \($0.value)\r\n" }.joined() + "\r\n"
    }
}

/// What a service answered, whole.
private struct Answer: Sendable {
    let status: Int
    let fields: [String: String]
    var body: [UInt8]

    var hasBody: Bool { status != 204 && status != 304 }

    /// Asks the service, in a thread that may wait; nil when it fails.
    init?(to request: ClientRequest, by service: any HTTPTransport) {
        let done = DispatchSemaphore(value: 0)
        let answer = Mutex<Answer?>(nil)
        Task {
            if let response = try? await service.execute(request),
                let body = try? await response.body.bytes()
            {
                answer.withLock { $0 = Answer(response, body) }
            }
            done.signal()
        }
        done.wait()
        guard let answer = answer.withLock({ $0 }) else { return nil }
        self = answer
    }

    private init(_ response: ClientResponse, _ body: [UInt8]) {
        status = response.status.code
        fields = Dictionary(response.headers.map { ($0.name.rawName, $0.value) }) { $1 }
        self.body = body
    }
}
