// SPDX-License-Identifier: MIT

import Synchronization

/// What is found out about schemas by reflection, kept by type: a schema has no state, so what was found
/// once holds for good.
package final class SchemaCache<Value: Sendable>: Sendable {
    private let known = Mutex<[ObjectIdentifier: Value]>([:])

    /// Makes an empty one.
    package init() {}

    /// The value of a schema, found by the function when it is asked for the first time. What is thrown
    /// is not kept.
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
