// SPDX-License-Identifier: MIT

import Foundation

/// A process that runs `soak serve`. Its memory and descriptors are those of the service alone.
final class ServiceProcess {
    private let process = Process()
    let port: Int

    private var identifier: Int32 { process.processIdentifier }

    init(_ database: String) throws {
        let output = Pipe()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["serve", database]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        try process.run()
        guard let line = output.firstLine, let colon = line.lastIndex(of: ":"),
            let port = Int(line[colon...].dropFirst())
        else { throw Failure("the service does not start") }
        self.port = port
    }

    deinit {
        if process.isRunning { kill(identifier, SIGKILL) }
    }

    /// Sends SIGTERM and waits for the end of the process.
    func stop() async throws {
        process.terminate()
        for _ in 0..<1000 {
            if !process.isRunning { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        kill(identifier, SIGKILL)
        throw Failure("the service did not end within 20 seconds of SIGTERM")
    }

    /// The resident memory in bytes.
    func memory() throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(identifier)/statm", encoding: .utf8)
        let fields = text.split(separator: " ")
        guard fields.count > 1, let pages = Int(fields[1]) else {
            throw Failure("the memory of the service cannot be read")
        }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// The number of open descriptors.
    func descriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/fd").count
    }

    /// The number of descriptors after all clients have closed their connections: the smallest
    /// number within some seconds.
    func quietDescriptors() async throws -> Int {
        var least = Int.max
        for _ in 0..<30 {
            try await Task.sleep(for: .milliseconds(100))
            least = min(least, try descriptors())
        }
        return least
    }
}

extension Pipe {
    /// The first line that arrives, without its end; nil if the other side closes the pipe.
    var firstLine: String? {
        var line: [UInt8] = []
        while let byte = try? fileHandleForReading.read(upToCount: 1)?.first {
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return nil
    }
}
