// SPDX-License-Identifier: MIT

/// The error of a store that cannot use its types and tables. The descriptions have mistakes, or
/// the tables differ from the descriptions.
public struct SQLSchemaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problems, each with the name of the type or the table. There is at least one problem.
    public let problems: [String]

    init?(_ problems: [String]) {
        if problems.isEmpty { return nil }
        self.problems = problems
    }

    /// All problems, one per line.
    public var description: String { problems.joined(separator: "\n") }
}
