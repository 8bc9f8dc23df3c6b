// SPDX-License-Identifier: MIT

extension FilterExpression.RSQL {
    /// Reads the parameters with the name `filter`, and combines their conditions with `and`.
    public func filter(
        from parameters: [(name: String, values: [String])]
    ) throws(FilterExpression.Failure) -> FilterExpression? {
        try FilterText.filter(from: parameters) { scanner throws(FilterExpression.Failure) in
            try Self.or(&scanner)
        }
    }

    /// An argument of a comparison, with the offsets of its wildcards in UTF-8.
    private typealias Argument = (text: String, wildcards: [Int])

    private static let reserved = "\"'();,=!~<> "

    private static func or(_ scanner: inout FilterScanner) throws(FilterExpression.Failure)
        -> FilterExpression
    {
        try scanner.nested { scanner throws(FilterExpression.Failure) in
            var conditions: [FilterExpression] = []
            repeat {
                conditions.append(try and(&scanner))
                scanner.skipSpaces()
            } while scanner.take(",") || scanner.take("or ")
            return .or(conditions)
        }
    }

    private static func and(_ scanner: inout FilterScanner) throws(FilterExpression.Failure)
        -> FilterExpression
    {
        var conditions: [FilterExpression] = []
        repeat {
            scanner.skipSpaces()
            if scanner.take("(") {
                conditions.append(try or(&scanner))
                try scanner.expect(")")
            } else {
                conditions.append(try comparison(&scanner))
            }
            scanner.skipSpaces()
        } while scanner.take(";") || scanner.take("and ")
        return .and(conditions)
    }

    private static func comparison(
        _ scanner: inout FilterScanner
    ) throws(FilterExpression.Failure) -> FilterExpression {
        let path = try FilterText.path(&scanner, until: reserved)
        scanner.skipSpaces()
        if scanner.take("==") { return .condition(path, try pattern(&scanner)) }
        if scanner.take("!=") { return .not(.condition(path, try pattern(&scanner))) }
        if scanner.take("=in=") { return .anyOf(path, try list(&scanner)) }
        if scanner.take("=out=") { return .not(.anyOf(path, try list(&scanner))) }
        if scanner.take("=isnull=") {
            switch try argument(&scanner).text {
            case "true": return .isNull(path)
            case "false": return .not(.isNull(path))
            default: throw scanner.fault("the value of =isnull= must be true or false")
            }
        }
        guard let comparison = order(&scanner) else {
            throw scanner.fault("expected an operator such as ==, !=, <, <=, >, >= or =in=")
        }
        return .comparison(path, comparison, .string(try argument(&scanner).text))
    }

    private static func order(_ scanner: inout FilterScanner) -> FilterExpression.Operator? {
        if scanner.take("<=") || scanner.take("=le=") { return .lessOrEqual }
        if scanner.take(">=") || scanner.take("=ge=") { return .greaterOrEqual }
        if scanner.take("<") || scanner.take("=lt=") { return .less }
        if scanner.take(">") || scanner.take("=gt=") { return .greater }
        return nil
    }

    private static func list(_ scanner: inout FilterScanner) throws(FilterExpression.Failure)
        -> [JSONValue]
    {
        try scanner.expect("(")
        var values: [JSONValue] = []
        repeat {
            values.append(.string(try argument(&scanner).text))
            scanner.skipSpaces()
        } while scanner.take(",")
        try scanner.expect(")")
        return values
    }

    private static func argument(_ scanner: inout FilterScanner) throws(FilterExpression.Failure)
        -> Argument
    {
        scanner.skipSpaces()
        if scanner.take("\"") { return try scanner.rest(ofEscaped: UInt8(ascii: "\"")) }
        if scanner.take("'") { return try scanner.rest(ofEscaped: UInt8(ascii: "'")) }
        let text = scanner.text(until: reserved)
        if text.isEmpty { throw scanner.fault("expected a value") }
        return (text, text.utf8.enumerated().filter { $1 == UInt8(ascii: "*") }.map(\.offset))
    }

    /// Reads the value of `==` or `!=`. A wildcard at an end of the value makes the comparison a
    /// search in a string.
    private static func pattern(
        _ scanner: inout FilterScanner
    ) throws(FilterExpression.Failure) -> (FilterExpression.Operator, String) {
        let (text, wildcards) = try argument(&scanner)
        let count = text.utf8.count
        if wildcards.isEmpty { return (.equal, text) }
        let bytes = Array(text.utf8)
        switch wildcards {
        case [0, count - 1] where count > 1:
            return (.contains, String(decoding: bytes[1..<(count - 1)], as: UTF8.self))
        case [count - 1]:
            return (.startsWith, String(decoding: bytes.dropLast(), as: UTF8.self))
        case [0]: return (.endsWith, String(decoding: bytes.dropFirst(), as: UTF8.self))
        default:
            throw scanner.fault(
                "an asterisk is a wildcard only at the beginning and the end of a value; write \\* for an asterisk"
            )
        }
    }
}

extension FilterExpression {
    fileprivate static func condition(
        _ path: [String], _ pattern: (Operator, String)
    ) -> FilterExpression { .comparison(path, pattern.0, .string(pattern.1)) }
}
