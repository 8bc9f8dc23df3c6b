// SPDX-License-Identifier: MIT

import Foundation
import Hummingbird
import Logging
import NIOEmbedded

/// Requests to a service without a socket, and the processor time that they take.
enum InMemory {
    typealias Responder = any HTTPResponder<BasicRequestContext>

    private struct Sink: ResponseBodyWriter {
        let bytes: Bytes

        func write(_ buffer: ByteBuffer) { bytes.all += buffer.readableBytesView }

        func finish(_ trailingHeaders: HTTPFields?) {}
    }

    private final class Bytes {
        var all: [UInt8] = []
    }

    static func respond(_ target: String, _ responder: Responder) async throws -> [UInt8] {
        var logger = Logger(label: "bench")
        logger.logLevel = .critical
        let request = Request(
            head: HTTPRequest(
                method: .get, scheme: "http", authority: "localhost",
                path: target.replacing("[", with: "%5B").replacing("]", with: "%5D")),
            body: .init(buffer: ByteBuffer()))
        let context = BasicRequestContext(
            source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: logger))
        let response = try await responder.respond(to: request, context: context)
        let bytes = Bytes()
        try await response.body.write(Sink(bytes: bytes))
        return bytes.all
    }

    /// Returns true if both services respond with equal documents, and prints them otherwise.
    static func areEqual(
        _ target: String, _ vox: Responder, _ hand: Responder
    ) async throws -> Bool {
        let texts = [try await respond(target, vox), try await respond(target, hand)]
        let objects = try texts.map {
            try JSONSerialization.jsonObject(with: Data($0)) as? NSDictionary
        }
        if objects[0] == objects[1] { return true }
        print("  the documents of \(target) differ:")
        for text in texts { print("  \(String(decoding: text, as: UTF8.self).prefix(1500))") }
        return false
    }

    /// The processor time of a request in microseconds.
    static func time(
        _ target: String, _ responder: Responder, times count: Int
    ) async throws -> Double {
        try await microseconds(of: count) { _ = try await respond(target, responder) }
    }

    static func microseconds(
        of count: Int, _ body: () async throws -> Void
    ) async throws -> Double {
        for _ in 0..<count / 10 { try await body() }
        let start = processorTime()
        for _ in 0..<count { try await body() }
        return (processorTime() - start) / Double(count) * 1e6
    }

    /// That of this process, in seconds.
    static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
