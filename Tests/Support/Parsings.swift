// SPDX-License-Identifier: MIT

package import VoxJSON

extension JSON.Options.Parsing {
    /// All the ways there are.
    package static let all: [Self] = [.eager, .lazy]
}

/// What must not be told from outside: which way a document was parsed.
package enum ParsingComparison {
    /// Reads a text in one way, as far as it goes: the document, with all of it parsed in the end, or
    /// the error that came first.
    package static func read(
        _ bytes: [UInt8], _ options: JSON.Options
    ) -> Result<JSON, JSONError> {
        do {
            let json = try JSON(parsing: bytes, options: options)
            try json.vox.materialize()
            return .success(json)
        } catch {
            return .failure(error)
        }
    }

    /// What differs between the eager reading of a text and another one; nil when nothing does.
    package static func difference(
        _ bytes: [UInt8], _ parsing: JSON.Options.Parsing, listDepth: Int?,
        mode: JSON.Options.Mode = .standard
    ) throws -> String? {
        var options = JSON.Options()
        options.mode = mode
        let eager = read(bytes, options)
        options.parsing = parsing
        options.listDepth = listDepth
        switch (eager, read(bytes, options)) {
        case (.failure(let expected), .failure(let error)):
            return expected == error ? nil : "\(error) and not \(expected)"
        case (.failure(let expected), .success): return "no error and not \(expected)"
        case (.success, .failure(let error)): return "\(error) and no success"
        case (.success(let expected), .success(let json)):
            for style in [JSON.Style.preserve, .compact] {
                if try json.vox.bytes(style: style) != expected.vox.bytes(style: style) {
                    return "\(style) differs"
                }
            }
            return json.vox.failure.map { "\($0) was noted" }
        }
    }
}
