// SPDX-License-Identifier: MIT

import Synchronization

/// A store that keeps the resources of a service in the tables of a SQL database.
///
/// From the descriptions of the types (``SQLType``), the store creates the SQL for lists, filters,
/// pages, linkage and writes. Names in a statement come from the descriptions and are quoted.
/// Values are parameters.
///
/// ```swift
/// let albums = SQLType(
///     "albums", table: "album", attributes: ["title": .text("title").required()],
///     version: "version")
/// func store(on database: any SQLDatabase) async throws -> SQLStore {
///     let store = try SQLStore(database, [albums])
///     try await store.checkTables()
///     return store
/// }
/// ```
///
/// For a list, the store runs one statement for the page, and one for the total if the service
/// needs the total. For a page by cursor, the store may run several statements: at most one for
/// each column of the sort order. The store runs no further statement when the page is full. All
/// statements read the same state of the database, and read only the needed columns. The linkage of
/// a to-many relationship may be large, so the store reads the linkage only if the service needs
/// it.
///
/// The store converts the errors of the database:
///
/// | error | response |
/// |---|---|
/// | the key exists | 409 at `/data/id` (`StoreError.exists`) |
/// | another value must be unique | 409 with the pointer of the attribute of that column |
/// | a column is null or has an impossible value | 422 with the pointer, if the database names the column; 500 if the column is not described or not served |
/// | a CHECK constraint is broken | 422 with the pointer of the only column in it, or with the name of the constraint; 500 if the column is not described or not served |
/// | a target does not exist | 404 (`StoreError.missingTarget`) |
/// | the foreign key of an attribute refers to no row | 422 with the pointer, if the database names the column |
/// | other rows refer to a deleted row | 409 |
/// | a trigger refuses the write (`RAISE`) | 422 with the message of the trigger |
/// | the table of the type is a view that cannot be written | 405; 403 in an atomic request |
/// | only the database sets a column (`GENERATED ALWAYS`) | 403 with the pointer, if the database names the column |
/// | a policy or a privilege of the database does not allow the statement | 403 |
/// | a lock is not available in time | 503 with `Retry-After` (`StoreError.busy`) |
/// | another transaction changed what was read | the service tries again (`StoreError.stale`); the store repeats a read a few times, then 503 |
/// | the database is unreachable, full or damaged | 503 with `Retry-After`; `onFailure` of the service gets the `SQLError` |
/// | a statement takes too long | 504; `onFailure` gets the `SQLError` |
/// | a row has a value that no resource, or no cursor of the list, can contain | 503; `onFailure` gets a ``SQLStore/SchemaError`` with the table, the column and the row |
/// | a statement fails, and a column is missing, or its type does not fit its description | 503; `onFailure` gets a ``SQLStore/SchemaError`` with the columns, and what to do |
///
/// If the database does not respond to COMMIT, it may have kept the write. In this case, a service
/// does not discard the files of the write.
///
/// A list without sort fields is in the order of the keys. Integer keys are sorted by value, not by
/// the bytes of their text. Text is sorted by its bytes if the column has the default collation of
/// SQLite.
public struct SQLStore: ResourceStore {
    let database: any SQLDatabase
    private let described: Described

    /// The model, which `checkTables()` or the first transaction completes.
    private final class Described: Sendable {
        struct State {
            var model: SQLModel
            /// True if the model has the types of the columns.
            var isComplete: Bool
            /// Why columns do not fit their descriptions.
            var problems: [String] = []
            /// The views that cannot be written.
            var readOnly: Set<ExactText> = []
        }

        let state: Mutex<State>

        init(_ model: SQLModel, isComplete: Bool) {
            state = Mutex(State(model: model, isComplete: isComplete))
        }
    }

    var model: SQLModel { described.state.withLock { $0.model } }

    /// Always true: the store supports pages by cursor.
    public var supportsKeysets: Bool { true }

    /// Creates a store for the given types in a database. This initializer does not access the
    /// database.
    /// - Throws: ``SQLStore/SchemaError`` with all mistakes in the descriptions.
    public init(_ database: any SQLDatabase, _ types: [SQLType]) throws(SchemaError) {
        self.database = database
        // Without static types, no statement depends on them.
        described = Described(
            try SQLModel(types), isComplete: !database.dialect.grammar.hasStaticTypes)
    }

    /// Tells the store which types the columns of the tables have; nil for tables that the store
    /// has created.
    func complete(_ check: TableCheck?, isComplete: Bool = true) {
        described.state.withLock {
            $0.model = SQLModel($0.model, check?.types ?? [:])
            $0.isComplete = isComplete
            $0.problems = check.map { $0.misfits + $0.incomparable } ?? []
        }
    }

    func set(readOnly views: Set<ExactText>) { described.state.withLock { $0.readOnly = views } }

    /// Returns the model with the types of the columns.
    private func model(_ connection: any SQLConnection) async throws -> SQLModel {
        let state = described.state.withLock { $0 }
        if state.isComplete { return state.model }
        var check = TableCheck(connection, database.dialect)
        var isComplete = true
        let layout = TableLayout(state.model)
        for table in layout.tables where try await !check.find(table) { isComplete = false }
        check.checkReferences(in: layout)
        complete(check, isComplete: isComplete)
        return model
    }

    /// Returns an error with the columns that do not fit their descriptions, or are missing, if they can
    /// be the reason reason of an error of the database.
    private func explained(_ error: any Error) async -> any Error {
        guard let error = error as? SQLError, error.reason == .other else { return error }
        let problems = described.state.withLock { $0.problems }
        if let known = SQLStore.SchemaError(problems) { return known }
        return SQLStore.SchemaError((try? await missing()) ?? []) ?? error
    }

    /// Returns the described tables and columns that do not exist.
    private func missing() async throws -> [String] {
        try await database.read { connection in
            var check = TableCheck(connection, database.dialect)
            for table in TableLayout(model).tables { _ = try await check.find(table) }
            return check.missing.map(\.problem)
        }
    }

    /// Returns true for the id, for each described attribute that is not JSON, and for such an
    /// attribute of the target of a to-one relationship.
    public func canSort(by name: String, _ type: String) -> Bool {
        if name == "id" { return true }
        guard let table = model[type] else { return false }
        let row = TableRow(table, "t", database.dialect)
        let own = table.columns[ExactText(name)].map { $0.kind != .json }
        return own ?? (TargetColumn(name, of: row, model) != nil)
    }

    /// Returns false if the table of a type is a view that cannot be written. The store knows the
    /// views after ``checkTables(for:)``.
    public func canWrite(_ type: String) -> Bool {
        described.state.withLock { state in
            state.model[type].map { !state.readOnly.contains(ExactText($0.type.table)) } ?? true
        }
    }

    /// Finds resources of one type.
    public func list(_ selection: ResourceSelection) async throws -> ResourceSelection.Slice {
        try await reading { try await $0.list(selection) }
    }

    /// Returns the resources with the given types and ids. The result leaves out resources that do
    /// not exist. The store executes one statement for each type, and one for each to-many
    /// relationship whose linkage is needed.
    public func resources(
        _ identifiers: [StoredResource.Identifier], fields: ResourceSelection.Fields
    ) async throws -> [StoredResource] {
        try await reading { try await $0.resources(identifiers, fields: fields) }
    }

    /// Finds the targets of a relationship. If the selection has only a limit, one statement finds
    /// the targets of all owners. If the selection has a filter, a sort order, a position or a
    /// total, the store runs at least one statement for each owner.
    public func related(
        _ name: String, of owners: [StoredResource.Identifier], _ selection: ResourceSelection
    ) async throws -> [StoredResource.Identifier: ResourceSelection.Slice] {
        try await reading { try await $0.related(name, of: owners, selection) }
    }

    /// Returns the relationship of the targets that is described by the same columns: the foreign
    /// key of a to-one relationship, or the other direction of a join table.
    public func inverse(of name: String, from type: String, to target: String) -> String? {
        model.inverse(of: name, from: type, to: target)
    }

    /// Creates a resource. If `id` is nil, the database chooses an integer key, or the store
    /// chooses a random UUID for a text key.
    public func insert(
        type: String, id: String?, with content: ResourceChange
    ) async throws -> StoredResource {
        try await writing(.init(type, content, id: id, database.dialect)) {
            try await $0.insert(type: type, id: id, with: content)
        }
    }

    /// Updates a resource.
    public func update(
        _ identifier: StoredResource.Identifier, with change: ResourceChange, ifVersion: Int?
    ) async throws -> StoredResource {
        try await writing(.init(identifier.type, change, database.dialect)) {
            try await $0.update(identifier, with: change, ifVersion: ifVersion)
        }
    }

    /// Deletes a resource, and removes it from all described relationships.
    public func delete(_ identifier: StoredResource.Identifier, ifVersion: Int?) async throws {
        try await writing(.init(type: identifier.type, isDeletion: true)) {
            try await $0.delete(identifier, ifVersion: ifVersion)
        }
    }

    /// Calls a function in a transaction: either all writes of the function are kept, or all are
    /// undone.
    public func transaction<Result: Sendable>(
        _ body: @Sendable (any ResourceStore) async throws -> Result
    ) async throws -> Result {
        try await writing(.init(), hasOpenWrites: true) { try await body($0) }
    }

    /// Executes a statement that reads no table. A health check calls this function.
    /// - Throws: ``SQLError`` if the database cannot be used, and `StoreError.busy` if no
    ///   connection is free in time.
    public func checkConnection() async throws {
        try await reading(isTyped: false) { _ = try await $0.execute("SELECT 1") }
    }

    /// The number of times that a read is attempted if other transactions disturb it, as on a
    /// standby of PostgreSQL.
    private static let maximumReads = 5

    private func reading<Result: Sendable>(
        isTyped: Bool = true, _ body: @Sendable (SQLSession) async throws -> Result
    ) async throws -> Result {
        try await model.translatingErrors {
            var attempts = 0
            while true {
                do {
                    return try await database.read { connection in
                        let model = isTyped ? try await model(connection) : model
                        return try await body(SQLSession(model, connection, database.dialect))
                    }
                } catch let error as SQLError where error.reason == .conflict {
                    attempts += 1
                    if attempts == Self.maximumReads { throw SQLError(.busy, error.message) }
                    try Task.checkCancellation()
                } catch {
                    throw await explained(error)
                }
            }
        }
    }

    /// Calls a function in a transaction. An error of the database after the function has returned
    /// is an error of COMMIT.
    private func writing<Result: Sendable>(
        _ write: SQLModel.Write, hasOpenWrites: Bool = false,
        _ body: @Sendable (SQLSession) async throws -> Result
    ) async throws -> Result {
        let isCommitting = Mutex(false)
        return try await model.translatingErrors(of: write) {
            do {
                return try await database.write { connection -> Result in
                    // A driver may call the function again in another transaction.
                    isCommitting.withLock { $0 = false }
                    let model = try await model(connection)
                    let result = try await body(
                        SQLSession(
                            model, connection, database.dialect, hasOpenWrites: hasOpenWrites))
                    isCommitting.withLock { $0 = true }
                    return result
                }
            } catch let error as SQLError where isCommitting.withLock({ $0 }) {
                throw error.ofCommit()
            } catch let error as SQLError where write.canBeLocated(error, model, database.dialect) {
                let located = try? await database.read { connection in
                    await SQLSession(model, connection, database.dialect)
                        .located(error, in: write)
                }
                throw located ?? error
            } catch {
                throw await explained(error)
            }
        }
    }
}
