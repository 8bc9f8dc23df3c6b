// SPDX-License-Identifier: MIT
#if Macros

import Synchronization

/// Limits the cost of models of related resources. The document determines the relationships:
/// resources may form cycles, or may be reachable by so many paths that the models would need
/// unlimited memory.
final class ModelNesting: Sendable {
    /// The maximum depth of nested models. Reasonable documents stay far below this depth, and the
    /// stack of a thread allows more.
    static let deepest = 100

    /// The maximum number of related models of an outermost model. The related models of its
    /// related models are also counted.
    static let most = 200_000

    @TaskLocal private static var current: ModelNesting?

    private let state = Mutex((depth: 0, count: 0))

    /// Creates the model of a related resource.
    /// - Throws: the errors of `make`; `JSONError` with code `cycle` beyond the limits.
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
                message: "the related resources form a cycle or are nested too deeply: "
                    + "use an id with @ToOne(to:) or @ToMany(to:), or a Resource, as the property",
                pointer: resource.vox.json.vox.pointer)
        }
        return try make()
    }
}
#endif
