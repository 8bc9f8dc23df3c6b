// SPDX-License-Identifier: MIT
#if PostgreSQL

internal import CPostgreSQL
import VoxSQL

extension SQLError {
    init(_ result: OpaquePointer, on connection: OpaquePointer) {
        guard let state = Self.text(cpostgresql_sqlstate(result)) else {
            // libpq itself reports the end of a connection, without a code.
            let isOpen = PQstatus(connection) == CONNECTION_OK
            self.init(isOpen ? .other : .unavailable, SessionSettings.message(of: connection))
            return
        }
        var reason = Self.reason(state)
        var table = Self.text(cpostgresql_table(result))
        let constraint = Self.text(cpostgresql_constraint(result))
        let message = Self.text(cpostgresql_message(result)) ?? ""
        var columns: [String] = []
        // A view, or a column of a view, that cannot be changed. Other messages with the same codes
        // name nothing.
        if state == Self.cachedPlan, message.count(where: { $0 == "\"" }) == 2 {
            // A rule of the relation replaces the statement, and returns no row.
            reason = .forbidden
        } else if ["55000", Self.cachedPlan].contains(state),
            !Self.quotedName(in: message).isEmpty
        {
            reason = .generated
            if state == "55000" { table = Self.quotedName(in: message).first }
        }
        if let column = Self.text(cpostgresql_column(result)) {
            columns = [column]
        } else if reason == .unique || reason == .foreignKey,
            let detail = Self.text(cpostgresql_detail(result))
        {
            columns = Self.keyColumns(detail)
        } else if reason == .check, let constraint {
            columns = [Self.column(ofCheck: constraint, table ?? "")]
        } else if reason == .generated, state != "55000" {
            columns = Self.quotedName(in: message)
        }
        let text = reason == .refused ? message : "\(state) \(message)"
        self.init(reason, text, table: table, columns: columns)
        if reason == .check { self.constraint = constraint }
    }

    private static func text(_ field: UnsafePointer<CChar>?) -> String? {
        field.map { String(cString: $0) }
    }

    /// The code of "cached plan must not change result type".
    private static let cachedPlan = "0A000"

    /// True if the session must prepare its statements again.
    var isAboutPreparedStatement: Bool { message.hasPrefix(Self.cachedPlan) }

    /// Returns the reason for an error code (Appendix A of the PostgreSQL manual, "PostgreSQL Error
    /// Codes").
    private static func reason(_ state: String) -> Reason {
        switch state {
        case "23505", "23P01": .unique
        case "23503", "23001": .foreignKey
        case "23502": .notNull
        case "23514": .check
        case "40001", "40P01": .conflict
        case "428C9": .generated
        case "P0001": .refused
        case "42501": .forbidden
        case "55P03": .busy
        case "57014": .timeout
        // A sequence that has no more numbers, a server that only reads, and a table whose columns
        // have changed since the statement was prepared.
        case "2200H", "25006", "28000", "28P01", "3D000", cachedPlan: .unavailable
        default:
            switch state.prefix(2) {
            case "22": .invalidValue
            case "08", "53", "57", "58", "XX", "F0": .unavailable
            default: .other
            }
        }
    }

    /// Returns the name in a message such as `cannot insert a non-DEFAULT value into column "id"`.
    /// The result is empty if the message has no quotation marks, which may be translated.
    private static func quotedName(in message: String) -> [String] {
        let parts = message.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count == 3 ? [String(parts[1])] : []
    }

    /// Returns the columns that a detail such as `Key (title, "Year")=(One, 1999) already exists.`
    /// names. The result is empty if a name has a parenthesis. The words of the detail may be
    /// translated.
    private static func keyColumns(_ detail: String) -> [String] {
        guard let start = detail.firstIndex(of: "("), let end = detail.firstIndex(of: ")"),
            detail[end...].hasPrefix(")=(")
        else { return [] }
        return detail[start..<end].dropFirst().split(separator: ", ").map { name in
            guard name.hasPrefix("\""), name.hasSuffix("\""), name.count > 1 else {
                return String(name)
            }
            return String(name.dropFirst().dropLast()).replacing("\"\"", with: "\"")
        }
    }

    /// Returns the column in the name that PostgreSQL gives to a CHECK constraint, such as `year`
    /// in `album_year_check`. For a name of another form, returns the name of the constraint.
    private static func column(ofCheck constraint: String, _ table: String) -> String {
        guard constraint.hasPrefix(table + "_"), constraint.hasSuffix("_check") else {
            return constraint
        }
        let column = constraint.dropFirst(table.count + 1).dropLast("_check".count)
        return column.isEmpty ? constraint : String(column)
    }
}

#endif
