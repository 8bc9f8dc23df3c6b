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

    /// How many characters a line of the terminal has; nil where output is no terminal.
    static var width: Int? {
        var size = winsize()
        guard hasOutput, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    static func write(_ text: String) { write(Array(text.utf8)) }

    static func write(_ bytes: some DataProtocol) {
        do {
            try FileHandle.standardOutput.write(contentsOf: bytes)
        } catch {
            exit(.usage)  // nobody reads any more
        }
    }

    static func complain(_ message: String) {
        FileHandle.standardError.write(Data((message + "\n").utf8))
    }

    /// Replaces the line of progress; shown on a terminal only.
    static func progress(_ text: String) {
        if hasError { FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8)) }
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
