// SPDX-License-Identifier: MIT

import HTTPTypes
public import VoxServer

extension SQLModel {
    /// A write whose errors are translated.
    struct Write {
        /// The type of the resource; nil if the transaction has several writes.
        var type: String?
        var isDeletion = false
        /// True if a foreign key can fail because a target of the change has just been deleted.
        var canMissTargets = false
        /// The id and the content of an insertion or an update.
        var content: (id: String?, change: ResourceChange)?

        static let viewDetail =
            "the relationship comes from a view, which cannot be written"
    }

    /// Calls a function, and translates the database errors that the function throws.
    /// - Parameters:
    ///   - write: the write of the function; nil if the function only reads.
    ///   - body: the function.
    /// - Returns: the result of the function.
    /// - Throws: the translated error, or any other error of the function.
    func translatingErrors<Result>(
        of write: Write? = nil, _ body: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await body()
        } catch let error as SQLError {
            throw translation(of: error, write)
        }
    }

    private func translation(of error: SQLError, _ write: Write?) -> any Error {
        switch error.reason {
        case .busy: return StoreError.busy
        case .conflict: return StoreError.stale
        case .forbidden:
            return ErrorResponse(.forbidden, "the database does not allow the operation")
        case .unavailable, .timeout: return error
        case .unique, .foreignKey, .notNull, .check, .invalidValue, .generated, .refused, .other:
            break
        }
        if let write, let table = write.type.flatMap({ self[$0] }) {
            return translation(of: error, write, to: table.type)
        }
        if error.reason == .invalidValue {
            return ErrorResponse(.badRequest, "a value does not fit the type of its field")
        }
        guard write != nil else { return error }
        // COMMIT has checked a constraint that is deferred.
        return switch error.reason {
        case .unique, .foreignKey:
            ErrorResponse(.conflict, "other data of the database does not allow the changes")
        case .notNull, .check:
            ErrorResponse(.unprocessableContent, "the database does not allow the values")
        case .refused: ErrorResponse(.unprocessableContent, error.message)
        default: error
        }
    }

    /// Returns true if rows of deleted resources can refer to resources of a type.
    private func hasDeletedRows(referringTo type: SQLType) -> Bool {
        tables.contains { table in
            table.type.deletedAt != nil
                && table.type.relationships.contains { $0.relationship.canLink(to: type.name) }
        }
    }

    /// Returns true if an error names a column of the table, or a column of a join table.
    private func isOfUnsetColumn(_ error: SQLError, _ type: SQLType) -> Bool {
        if error.columns.isEmpty { return false }
        guard let name = error.table.map(ExactText.init) else { return true }
        return name == ExactText(SQLName(table: type.table).text)
            || tables.contains { table in
                table.type.relationships.contains { _, relationship in
                    guard case .joinTable(let join, _, _) = relationship.form else { return false }
                    return ExactText(SQLName(table: join).text) == name
                }
            }
    }

    private func translation(
        of error: SQLError, _ write: Write, to type: SQLType
    ) -> any Error {
        let pointer = type.pointer(of: error)
        func refusal(_ status: HTTPResponse.Status, _ detail: String) -> ErrorResponse {
            ErrorResponse(status, detail, at: pointer)
        }
        switch error.reason {
        case .unique:
            if pointer == "/data/id" { return StoreError.exists }
            let names = type.fields(of: error).map(\.name)
            return refusal(
                .conflict,
                names.count > 1
                    ? "another resource has these values of \(names.joined(separator: ", ")) already"
                    : "another resource has this value already")
        case .foreignKey where write.isDeletion, .notNull where write.isDeletion:
            let detail =
                hasDeletedRows(referringTo: type)
                ? "other data, or the row of a deleted resource, still refers to the resource"
                : "other data still refers to the resource"
            return ErrorResponse(.conflict, detail)
        case .foreignKey:
            let isOfTarget =
                error.columns.isEmpty || !type.isNamed(by: error)
                || pointer.hasPrefix("/data/relationships")
            return write.canMissTargets && isOfTarget
                ? StoreError.missingTarget
                : refusal(.unprocessableContent, "the value refers to data that does not exist")
        // No client can set the column, and its default is missing.
        case .notNull where pointer == "/data" && isOfUnsetColumn(error, type): return error
        case .notNull:
            return refusal(.unprocessableContent, "the value must not be missing or null")
        case .check where pointer == "/data" && error.constraint != nil:
            return refusal(
                .unprocessableContent,
                "the constraint \"\(error.constraint ?? "")\" of the database does not allow the values"
            )
        case .check, .invalidValue:
            return refusal(.unprocessableContent, "the database does not allow the value")
        case .generated where error.columns.isEmpty:
            return type.isNamed(by: error)
                ? ReadOnlyType(type.name) : ErrorResponse(.forbidden, Write.viewDetail)
        case .generated: return refusal(.forbidden, "only the database sets the value")
        case .refused where write.isDeletion:
            return ErrorResponse(.unprocessableContent, error.message)
        case .refused: return refusal(.unprocessableContent, error.message)
        case .forbidden, .busy, .conflict, .unavailable, .timeout, .other: return error
        }
    }
}

extension SQLModel.Write {
    /// Creates the description of an insertion or an update. The store has found the targets.
    init(_ type: String, _ change: ResourceChange, id: String? = nil, _ dialect: SQLDialect) {
        self.init(
            type: type,
            canMissTargets: dialect.grammar.hasConcurrentWrites && !change.targets.isEmpty,
            content: (id, change))
    }
}

extension SQLType {
    /// Returns the pointer of the field whose column the error names. If the error names no such
    /// column, or the columns of several fields, returns `/data`.
    fileprivate func pointer(of error: SQLError) -> String {
        let pointers = fields(of: error).map(\.pointer)
        if let pointer = pointers.first { return pointers.count == 1 ? pointer : "/data" }
        // A key may be unique only together with the tenant.
        let tenantColumn = hasTenants ? nil : tenant?.column.name.map(ExactText.init)
        let others = Set(error.columns.map(ExactText.init)).filter { $0 != tenantColumn }
        return isNamed(by: error) && others == [ExactText(key.name ?? "")] ? "/data/id" : "/data"
    }

    /// Returns the names and the pointers of the fields whose columns the error names.
    fileprivate func fields(of error: SQLError) -> [(name: String, pointer: String)] {
        guard isNamed(by: error) else { return [] }
        let columns = Set(error.columns.map(ExactText.init))
        let named = attributes.filter { _, column in
            column.name.map { columns.contains(ExactText($0)) } ?? false
        }
        let links = relationships.filter { _, relationship in
            relationship.columns.contains { columns.contains(ExactText($0.name)) }
        }
        return named.map { ($0.name, JSON.pointer(ofAttribute: $0.name)) }
            + links.map { ($0.name, JSON.pointer(ofRelationship: $0.name)) }
    }

    /// Returns true if the error names the table of the type, or no table.
    func isNamed(by error: SQLError) -> Bool {
        error.table.map { ExactText($0) == ExactText(SQLName(table: table).text) } ?? true
    }
}

extension SQLError: UncertainWrite {}

extension SQLError: ErrorResponse.Convertible {
    /// The response to the client: 503 with `Retry-After` if the database is unreachable, full or
    /// damaged; 504 if a statement took too long; otherwise 500.
    public var errorResponse: ErrorResponse {
        switch reason {
        case .unavailable:
            ErrorResponse(
                .serviceUnavailable, "the database is not available; try again later",
                headers: [.retryAfter: "1"])
        case .timeout: ErrorResponse(.gatewayTimeout, "the database did not respond in time")
        default: ErrorResponse(.internalServerError)
        }
    }
}
