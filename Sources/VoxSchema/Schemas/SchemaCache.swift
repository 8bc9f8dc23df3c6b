// SPDX-License-Identifier: MIT

import Synchronization

/// A cache of the results of reflection on schemas, by type. A schema has no state, so the result
/// for a schema never changes.
package final class SchemaCache<Value: Sendable>: Sendable {
    private let known = Mutex<[ObjectIdentifier: Value]>([:])

    /// Creates an empty cache.
    package init() {}

    /// Returns the cached value of a schema. When a schema is used for the first time, the function
    /// computes the value. Errors of the function are not cached.
    package func value<Schema: ObjectSchema, Failure: Error>(
        of schema: Schema.Type, _ find: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let key = ObjectIdentifier(schema)
        if let value = known.withLock({ $0[key] }) { return value }
        let value = try find()
        known.withLock { $0[key] = value }
        return value
    }
}
