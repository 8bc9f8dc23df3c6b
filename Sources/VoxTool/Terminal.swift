// SPDX-License-Identifier: MIT

#if Tool
import Foundation
import Vox

/// Standard output and error, and whether a person looks at them.
enum Terminal {
    static let hasOutput = isatty(STDOUT_FILENO) == 1
    static let hasError = isatty(STDERR_FILENO) == 1
    /// Colours only on a terminal, and not when the user asks for none (no-color.org).
    static let hasColours =
        hasOutput && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty

    /// Keeps files off the descriptors 0, 1 and 2 where the caller closed one of them. What stands
    /// there instead fails as the closed one does: it can only be used the other way around.
    static func holdDescriptors() {
        for (descriptor, mode) in [
            (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
        ] where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", mode)
        }
    }

    /// How many characters a line of the terminal has; nil where output is no terminal.
    static var width: Int? {
        var size = winsize()
        guard hasOutput, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    static func write(_ text: String) { write(Array(text.utf8)) }

    /// Ends the program where that fails: with a word, unless it is that nobody reads any more.
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

    /// What there is to say about output that is lost.
    static func unwritten(_ cause: Int32) -> String {
        "vox: the output cannot be written: \(String(cString: strerror(cause)))"
    }

    /// Where standard error takes nothing there is nobody to tell.
    static func complain(_ message: String) { _ = send(message + "\n", to: STDERR_FILENO) }

    /// Replaces the line of progress; shown on a terminal only.
    static func progress(_ text: String) {
        if hasError { _ = send("\r\u{1B}[K\(text)", to: STDERR_FILENO) }
    }

    private static func send(_ text: String, to descriptor: Int32) -> Bool {
        Array(text.utf8).withUnsafeBytes { send($0, to: descriptor) }
    }

    /// False, with errno, where a write fails.
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

    /// Text in a colour, where colours are.
    static func styled(_ text: String, _ style: Style) -> String {
        hasColours ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Text as a JSON string, with every control character escaped, also those JSON lets stand.
    static func quoted(_ text: String) -> String {
        let quoted = (try? JSONValue.string(text).text()) ?? "\"\""
        return quoted.unicodeScalars.map { scalar in
            guard scalar.properties.generalCategory == .control else { return String(scalar) }
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }

    /// Text of a document, without characters that would steer the terminal.
    static func safe(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map {
                    $0.properties.generalCategory == .control ? "\u{FFFD}" : $0
                }))
    }
}
#endif
