// SPDX-License-Identifier: MIT
#if Macros

import Synchronization

/// Bounds what models of related resources can cost: a document says who is related to whom, and resources
/// may lead to one another in circles, or on so many ways that values of all of them have no end.
final class ModelNesting: Sendable {
    /// Models inside of models. No reasonable document comes near; a thread has room for more.
    static let deepest = 100

    /// Related models that one outermost model may have, those of its related models included.
    static let most = 200_000

    @TaskLocal private static var current: ModelNesting?

    private let state = Mutex((depth: 0, count: 0))

    /// Makes the model of a related resource.
    /// - Throws: what `make` throws; `JSONError` with code `cycle` beyond the bounds.
    static func make<Model>(
        of resource: Resource<some ResourceSchema>, _ make: () throws -> Model
    ) throws -> Model {
        guard let current else {
            return try $current.withValue(ModelNesting()) { try self.make(of: resource, make) }
        }
        let isWithin = current.state.withLock { state in
            state.depth += 1
            state.count += 1
            return state.depth <= deepest && state.count <= most
        }
        defer { current.state.withLock { $0.depth -= 1 } }
        guard isWithin else {
            throw JSONError(
                code: .cycle,
                message: "the resources lead to one another without an end: "
                    + "have the model hold an id, @ToOne(to:) or @ToMany(to:), or the resource",
                pointer: resource.vox.json.vox.pointer)
        }
        return try make()
    }
}
#endif
