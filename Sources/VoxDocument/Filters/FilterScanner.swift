// SPDX-License-Identifier: MIT

/// Reads the text of a filter from its beginning to its end.
struct FilterScanner {
    private let bytes: [UInt8]
    private var index = 0
    private var depth = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    /// The next byte; nil at the end.
    var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Returns an error for the current position. The position is counted in bytes from 1.
    func fault(_ message: String) -> FilterExpression.Failure {
        FilterExpression.Failure("\(message), at byte \(index + 1) of the filter")
    }

    mutating func skipSpaces() { while next == UInt8(ascii: " ") { index += 1 } }

    /// Reads a text if it is next.
    mutating func take(_ text: StaticString) -> Bool {
        let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        guard bytes[index...].starts(with: wanted) else { return false }
        index += wanted.count
        return true
    }

    /// Reads spaces and then a text.
    mutating func expect(_ text: StaticString) throws(FilterExpression.Failure) {
        skipSpaces()
        guard take(text) else { throw fault("expected \"\(text)\"") }
    }

    /// Reads the bytes up to one of the given ASCII characters, or to the end.
    mutating func text(until ends: String) -> String {
        let start = index
        while let byte = next, !ends.utf8.contains(byte) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// Checks that the whole text was read.
    mutating func end() throws(FilterExpression.Failure) {
        skipSpaces()
        if next != nil { throw fault("expected the end of the filter") }
    }

    /// Reads a condition one level deeper.
    mutating func nested<Value>(
        _ read: (inout FilterScanner) throws(FilterExpression.Failure) -> Value
    ) throws(FilterExpression.Failure) -> Value {
        depth += 1
        defer { depth -= 1 }
        if depth > FilterExpression.maximumDepth {
            throw fault("the filter is more than \(FilterExpression.maximumDepth) levels deep")
        }
        return try read(&self)
    }

    /// Reads the rest of a string after its opening quote. Two quotes in a row are one quote.
    mutating func rest(ofDoubled quote: UInt8) throws(FilterExpression.Failure) -> String {
        var result: [UInt8] = []
        while let byte = next {
            index += 1
            if byte != quote {
                result.append(byte)
            } else if next == quote {
                index += 1
                result.append(quote)
            } else {
                return String(decoding: result, as: UTF8.self)
            }
        }
        throw fault("the string has no closing quote")
    }

    /// Reads the rest of a string after its opening quote. A backslash makes the next character a
    /// character of the string. Returns the offsets of the asterisks without a backslash, in UTF-8.
    mutating func rest(
        ofEscaped quote: UInt8
    ) throws(FilterExpression.Failure) -> (text: String, wildcards: [Int]) {
        var result: [UInt8] = []
        var wildcards: [Int] = []
        while let byte = next {
            index += 1
            switch byte {
            case quote: return (String(decoding: result, as: UTF8.self), wildcards)
            case UInt8(ascii: "\\"):
                guard let escaped = next else { break }
                index += 1
                result.append(escaped)
            default:
                if byte == UInt8(ascii: "*") { wildcards.append(result.count) }
                result.append(byte)
            }
        }
        throw fault("the string has no closing quote")
    }
}

/// The parameter of a spelling that writes a filter as one text.
enum FilterText {
    /// Returns the text of the parameter `filter`.
    static func text(of parameter: (name: String, values: [String])) throws(FilterExpression
        .Failure) -> String
    {
        guard parameter.name == "filter" else {
            throw FilterExpression.Failure(
                "filters are written as a text, filter=…", parameter: parameter.name)
        }
        return parameter.values.joined(separator: ",")
    }

    /// Reads all parameters. A resource must meet all of these parameters.
    static func filter(
        from parameters: [(name: String, values: [String])],
        _ read: (inout FilterScanner) throws(FilterExpression.Failure) -> FilterExpression
    ) throws(FilterExpression.Failure) -> FilterExpression? {
        if parameters.isEmpty { return nil }
        var conditions: [FilterExpression] = []
        for parameter in parameters {
            var scanner = FilterScanner(try text(of: parameter))
            do throws(FilterExpression.Failure) {
                conditions.append(try read(&scanner))
                try scanner.end()
            } catch { throw FilterExpression.Failure(error.message, parameter: parameter.name) }
        }
        return FilterExpression.and(conditions).normalized
    }

    /// Returns a path with dots. A text contains the path without quotes.
    static func name(_ path: [String], spaces: Bool = true) throws(FilterExpression.Failure)
        -> String
    {
        let name = path.joined(separator: ".")
        let isName = [String](dotted: name).allSatisfy { ParameterName.isMemberName($0[...]) }
        guard isName, spaces || !name.utf8.contains(UInt8(ascii: " ")) else {
            throw FilterExpression.Failure("the name \"\(name)\" cannot be written in a filter")
        }
        return name
    }

    /// Reads a path with dots.
    static func path(
        _ scanner: inout FilterScanner, until ends: String
    ) throws(FilterExpression.Failure) -> [String] {
        scanner.skipSpaces()
        var name = scanner.text(until: ends)
        while name.utf8.last == UInt8(ascii: " ") { name.removeLast() }
        let path = [String](dotted: name)
        guard path.allSatisfy({ ParameterName.isMemberName($0[...]) }) else {
            throw scanner.fault("expected the name of a field")
        }
        return path
    }
}
