// SPDX-License-Identifier: MIT

import Foundation
import Vox

/// Standard output and standard error, which may be terminals.
enum Terminal {
    static let hasOutput = isatty(STDOUT_FILENO) == 1
    static let hasError = isatty(STDERR_FILENO) == 1
    /// Colours are used only on a terminal, and not if the user has disabled them (no-color.org).
    static let hasColours =
        hasOutput && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty

    /// Prevents opened files from getting the descriptors 0, 1 and 2 if the caller closed one of
    /// them. Such a descriptor is replaced by one that is open in the wrong direction, so that
    /// using it still fails.
    static func holdDescriptors() {
        for (descriptor, mode) in [
            (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
        ] where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", mode)
        }
    }

    /// The number of characters in a line of the terminal; nil if the output is not a terminal.
    static var width: Int? {
        var size = winsize()
        guard hasOutput, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    static func write(_ text: String) { write(Array(text.utf8)) }

    /// Writes bytes to standard output. Exits if that fails, with a message unless the reader has
    /// closed the output.
    static func write(_ bytes: some DataProtocol) {
        for region in bytes.regions {
            region.withUnsafeBytes { region in
                guard !send(region, to: STDOUT_FILENO) else { return }
                let cause = errno
                if cause != EPIPE { complain(unwritten(cause)) }
                exit(.usage)
            }
        }
    }

    /// Returns the message for output that cannot be written.
    static func unwritten(_ cause: Int32) -> String {
        "vox: cannot write the output: \(String(cString: strerror(cause)))"
    }

    /// Writes a message to standard error. A failure is ignored, because it cannot be reported.
    static func complain(_ message: String) { _ = send(message + "\n", to: STDERR_FILENO) }

    /// Replaces the progress line, which is shown only on a terminal.
    static func progress(_ text: String) {
        if hasError { _ = send("\r\u{1B}[K\(text)", to: STDERR_FILENO) }
    }

    private static func send(_ text: String, to descriptor: Int32) -> Bool {
        Array(text.utf8).withUnsafeBytes { send($0, to: descriptor) }
    }

    /// Returns false, and sets errno, if a write fails.
    private static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Foundation.write(
                descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0, errno != EINTR { return false }
            rest = rest.dropFirst(max(count, 0))
        }
        return true
    }

    static func exit(_ code: Failure.Code) -> Never { Foundation.exit(code.rawValue) }

    enum Style: String {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case cyan = "36"
    }

    /// Returns text in a style if colours are used.
    static func styled(_ text: String, _ style: Style) -> String {
        hasColours ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Returns text as a JSON string in which every control character is escaped, including those
    /// that JSON allows.
    static func quoted(_ text: String) -> String {
        let quoted = (try? JSONValue.string(text).text()) ?? "\"\""
        return quoted.unicodeScalars.map { scalar in
            guard scalar.properties.generalCategory == .control else { return String(scalar) }
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }

    /// Returns text of a document without characters that control the terminal.
    static func safe(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map {
                    $0.properties.generalCategory == .control ? "\u{FFFD}" : $0
                }))
    }
}
