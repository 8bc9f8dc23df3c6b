// SPDX-License-Identifier: MIT

import Foundation
import Testing
import VoxREST

/// The program python3: its standard library decodes forms, and knows nothing of this one.
enum Python {
    static let program = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin")
        .split(separator: ":").map { "\($0)/python3" }
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Runs a script on some JSON, which it finds as `given`, and gives what it makes of it, `answer`.
    static func run(_ script: String, given: JSONValue) async throws -> JSONValue {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "vox-python-\(UUID().uuidString)")
        try Data(given.text().utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let whole = """
            import sys, json
            given = json.load(open(sys.argv[1]))
            \(script)
            print(json.dumps(answer))
            """
        let process = try start(whole, [file.path])
        return try JSONValue(parsing: await process.line())
    }

    /// A script that runs: what it prints, and what ends when nobody holds it any more.
    struct Running: Sendable {
        let input: FileHandle
        let output: FileHandle

        /// The first line it prints. Not all it prints: the end of that may come late, for a program
        /// that is started at the same time inherits the pipe.
        func line() async -> String {
            // On a thread of its own: waiting for a program must not keep the tests from theirs.
            let line = await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    var line = Data()
                    while true {
                        let more = output.availableData
                        line += more
                        if more.isEmpty || more.contains(UInt8(ascii: "\n")) { break }
                    }
                    continuation.resume(returning: line)
                }
            }
            return String(decoding: line, as: UTF8.self)
        }
    }

    static func start(_ script: String, _ arguments: [String] = []) throws -> Running {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(program))
        process.arguments = ["-c", script] + arguments
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        return Running(
            input: input.fileHandleForWriting, output: output.fileHandleForReading)
    }
}

/// Reads a body of several parts with `email.parser`: framing and header fields by the library, the two
/// names of a part by what HTML says of them.
let multipartDecoder = """
    import base64, email.parser, re
    def multipart(media_type, body):
        text = b'Content-Type: ' + media_type.encode() + b'\\r\\n\\r\\n' + body
        message = email.parser.BytesParser().parsebytes(text)
        assert message.is_multipart() and not message.defects, message.defects
        parts = []
        for part in message.get_payload():
            fields = {name.lower(): value for name, value in part.raw_items()}
            given = fields['content-disposition']
            assert given.startswith('form-data; name="'), given
            def parameter(name):
                found = re.search(r'; ' + name + r'="([^"]*)"', given)
                if not found: return None
                name = found[1].encode('ascii', 'surrogateescape').decode()
                for old, new in (('%0D', '\\r'), ('%0A', '\\n'), ('%22', '"')):
                    name = name.replace(old, new)
                return name
            parts.append({
                'name': parameter('name'), 'file': parameter('filename'),
                'type': fields.get('content-type'),
                'data': base64.b64encode(part.get_payload(decode=True)).decode()})
        return parts
    """
