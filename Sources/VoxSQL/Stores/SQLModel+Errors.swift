// SPDX-License-Identifier: MIT

import HTTPTypes
public import VoxServer

extension SQLModel {
    /// Calls a function, and translates the database errors that the function throws.
    func translatingErrors<Result>(
        ofWritesTo type: String? = nil, isDeletion: Bool = false,
        _ body: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await body()
        } catch let error as SQLError {
            throw translation(of: error, type.flatMap { self[$0] }, isDeletion: isDeletion)
        }
    }

    private func translation(
        of error: SQLError, _ table: Table?, isDeletion: Bool
    ) -> any Error {
        switch error.reason {
        case .busy: return StoreError.busy
        case .conflict: return StoreError.stale
        case .unavailable, .timeout: return error
        case .unique, .foreignKey, .notNull, .check, .invalidValue, .other: break
        }
        guard let table else {
            return error.reason == .invalidValue
                ? ErrorResponse(.badRequest, "a value does not fit the type of its field") : error
        }
        let pointer = table.type.pointer(of: error)
        switch error.reason {
        case .unique:
            if pointer == "/data/id" { return StoreError.exists }
            return ErrorResponse(
                .conflict, "another resource has this value already", source: .pointer(pointer))
        case .foreignKey:
            if !isDeletion { return StoreError.missingTarget }
            return ErrorResponse(.conflict, "other data still refers to the resource")
        case .notNull:
            if isDeletion {
                return ErrorResponse(.conflict, "other data still refers to the resource")
            }
            return ErrorResponse(
                .unprocessableContent, "the value must not be missing or null",
                source: .pointer(pointer))
        case .check, .invalidValue:
            return ErrorResponse(
                .unprocessableContent, "the database does not allow the value",
                source: .pointer(pointer))
        case .busy, .conflict, .unavailable, .timeout, .other: return error
        }
    }
}

extension SQLType {
    /// Returns the pointer of the field whose column the error names. If the error names no such
    /// column, returns `/data`.
    fileprivate func pointer(of error: SQLError) -> String {
        if let name = error.table, ExactText(name) != ExactText(table) { return "/data" }
        let columns = Set(error.columns.map(ExactText.init))
        for case (let name, let column?) in attributes.map({ ($0.name, $0.column.name) })
        where columns.contains(ExactText(column)) {
            return "/data/attributes" + JSON.pointerSegment(name)
        }
        for (name, relationship) in relationships {
            if relationship.columns.contains(where: { columns.contains(ExactText($0.name)) }) {
                return "/data/relationships" + JSON.pointerSegment(name)
            }
        }
        if columns == [ExactText(key.name ?? "")] { return "/data/id" }
        return "/data"
    }
}

extension SQLError: ErrorResponseConvertible {
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
