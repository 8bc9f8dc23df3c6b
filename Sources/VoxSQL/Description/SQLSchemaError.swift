// SPDX-License-Identifier: MIT

import HTTPTypes
public import VoxServer

extension SQLStore {
    /// The error of a store that cannot use its types and tables. The descriptions have mistakes,
    /// the tables differ from the descriptions, or a row has a value that its description does not
    /// allow.
    public struct SchemaError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The problems, each with the name of the type or the table. There is at least one
        /// problem.
        public let problems: [String]

        init?(_ problems: [String]) {
            if problems.isEmpty { return nil }
            self.problems = problems
        }

        init(_ problem: String) { problems = [problem] }

        /// Returns the name of a column in problems.
        static func place(_ column: String, _ table: String) -> String {
            "the column \"\(column)\" of the table \"\(table)\""
        }

        /// All problems, one per line.
        public var description: String { problems.joined(separator: "\n") }
    }
}

extension SQLStore.SchemaError: ErrorResponse.Convertible {
    /// The response to the client: 503. The problems are only for the program.
    public var errorResponse: ErrorResponse {
        ErrorResponse(.serviceUnavailable, "the database does not fit the service")
    }
}
