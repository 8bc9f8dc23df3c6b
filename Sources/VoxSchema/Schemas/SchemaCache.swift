// SPDX-License-Identifier: MIT

import Synchronization

/// A cache of the results of reflection on schemas, by type. A schema has no state, so a result
/// never changes.
package final class SchemaCache<Value: Sendable>: Sendable {
    private let known = Mutex<[ObjectIdentifier: Value]>([:])

    /// Creates an empty cache.
    package init() {}

    /// Returns the cached value of a schema. At the first use, the function computes the value.
    /// Errors are not cached.
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
