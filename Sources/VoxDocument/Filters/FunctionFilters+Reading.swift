// SPDX-License-Identifier: MIT

extension FilterExpression.Functions {
    /// Reads the parameters with the name `filter`, and combines their conditions with `and`.
    public func filter(
        from parameters: [(name: String, values: [String])]
    ) throws(FilterExpression.Failure) -> FilterExpression? {
        try FilterText.filter(from: parameters) { scanner throws(FilterExpression.Failure) in
            guard dialect == .klaviyo else { return try read(&scanner) }
            return .and(try list(&scanner))
        }
    }

    private func list(_ scanner: inout FilterScanner) throws(FilterExpression.Failure)
        -> [FilterExpression]
    {
        var conditions: [FilterExpression] = []
        repeat {
            conditions.append(try read(&scanner))
            scanner.skipSpaces()
        } while scanner.take(",")
        return conditions
    }

    private func read(_ scanner: inout FilterScanner) throws(FilterExpression.Failure)
        -> FilterExpression
    {
        try scanner.nested { scanner throws(FilterExpression.Failure) in
            scanner.skipSpaces()
            let function = scanner.text(until: "(),'\"[] ")
            guard let condition = condition(function) else {
                throw scanner.fault("expected the name of a function")
            }
            try scanner.expect("(")
            let expression = try condition(&scanner)
            try scanner.expect(")")
            return expression
        }
    }

    private typealias Reader = (inout FilterScanner) throws(FilterExpression.Failure) ->
        FilterExpression

    /// Returns a function that reads the arguments of the filter function with this name.
    private func condition(_ function: String) -> Reader? {
        switch function {
        case "and": return { scanner throws(FilterExpression.Failure) in .and(try list(&scanner)) }
        case "or": return { scanner throws(FilterExpression.Failure) in .or(try list(&scanner)) }
        case "not": return { scanner throws(FilterExpression.Failure) in .not(try read(&scanner)) }
        case "has":
            return { scanner throws(FilterExpression.Failure) in
                let path = try path(&scanner)
                return .has(path, scanner.take(",") ? try read(&scanner) : nil)
            }
        case "any":
            return { scanner throws(FilterExpression.Failure) in
                let path = try path(&scanner)
                return .anyOf(path, try values(&scanner))
            }
        default:
            guard let comparison = names.first(where: { $0.1 == function })?.0 else { return nil }
            return { scanner throws(FilterExpression.Failure) in
                let path = try path(&scanner)
                try scanner.expect(",")
                let value = try value(&scanner)
                if value == .null, comparison != .equal {
                    throw scanner.fault("null can only be the value of \"equals\"")
                }
                return .comparison(path, comparison, value)
            }
        }
    }

    private func path(_ scanner: inout FilterScanner) throws(FilterExpression.Failure) -> [String] {
        try FilterText.path(&scanner, until: ",()'\"[]")
    }

    private func values(_ scanner: inout FilterScanner) throws(FilterExpression.Failure)
        -> [JSONValue]
    {
        try scanner.expect(",")
        if dialect == .klaviyo { try scanner.expect("[") }
        var values: [JSONValue] = []
        repeat {
            let value = try value(&scanner)
            if value == .null { throw scanner.fault("null cannot be in a list of values") }
            values.append(value)
            scanner.skipSpaces()
        } while scanner.take(",")
        if dialect == .klaviyo { try scanner.expect("]") }
        return values
    }

    private func value(_ scanner: inout FilterScanner) throws(FilterExpression.Failure) -> JSONValue
    {
        scanner.skipSpaces()
        switch dialect {
        case .jsonAPIDotNetCore:
            if scanner.take("null") { return .null }
            try scanner.expect("'")
            return .string(try scanner.rest(ofDoubled: UInt8(ascii: "'")))
        case .klaviyo:
            if scanner.take("\"") {
                return .string(try scanner.rest(ofEscaped: UInt8(ascii: "\"")).text)
            }
            let text = scanner.text(until: ",()'\"[] ")
            switch text {
            case "null": return .null
            case "true": return true
            case "false": return false
            default:
                if let number = JSONNumber(text: text) { return .number(number) }
                guard text.isTimestamp else {
                    throw scanner.fault(
                        "expected a number, a boolean, null or a string in double quotes")
                }
                return .string(text)
            }
        }
    }
}
