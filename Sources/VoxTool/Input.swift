// SPDX-License-Identifier: MIT

#if Tool
import Foundation
import Vox

/// An ending other than success.
struct Failure: Error {
    enum Code: Int32 {
        case wrong = 1
        case usage = 2
    }

    let code: Code
    let message: String

    init(_ code: Code, _ message: String = "") {
        self.code = code
        self.message = message
    }
}

/// A file to read, or standard input for "-".
struct Input {
    let name: String

    func bytes() throws(Failure) -> Data {
        do {
            if name == "-" { return try FileHandle.standardInput.readToEnd() ?? Data() }
            return try Data(contentsOf: URL(fileURLWithPath: name))
        } catch {
            throw Failure(.usage, "vox: \(name): \(error.localizedDescription)")
        }
    }

    /// The document; limits on its size are for services, a user's own file may have any.
    func document(options: JSONOptions = Input.options) throws(Failure) -> JSON {
        let bytes = try bytes()
        do {
            return try JSON(parsing: bytes, options: options)
        } catch {
            throw Failure(.wrong, line(for: error))
        }
    }

    static var options: JSONOptions {
        var options = JSONOptions()
        options.maximumSize = Int(UInt32.max)
        options.maximumValues = .max
        return options
    }

    /// `FILE:LINE:COLUMN: error: MESSAGE (offset N, at POINTER)`.
    func line(for error: JSONError) -> String {
        let position = error.position ?? JSONError.Position(offset: 0, line: 1, column: 1)
        let pointer = (try? JSONValue.string(error.pointer).text()) ?? "\"\""
        return "\(name):\(position.line):\(position.column): error: \(error.message) "
            + "(offset \(position.offset), at \(pointer))"
    }
}
#endif
