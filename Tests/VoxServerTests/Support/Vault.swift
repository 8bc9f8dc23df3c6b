// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Vox
import VoxServer

/// A store of files in memory, which tells what it did.
final class Vault: Sendable {
    struct Full: Error {}
    struct Stuck: Error {}

    private struct State {
        var files: [String: [UInt8]] = [:]
        var count = 0
    }

    private let state = Mutex(State())
    let isStuck: Bool

    init(isStuck: Bool = false) { self.isStuck = isStuck }

    /// The files that were received and not discarded, by key.
    var files: [String: [UInt8]] { state.withLock { $0.files } }
    /// How many files were received in all.
    var count: Int { state.withLock { $0.count } }

    /// A file attribute that keeps its files here. Its value is the key.
    func file(upTo limit: Int = 1000) -> ServedType.File {
        ServedType.File(maximumSize: limit) { part in
            if part.contentType == "application/x-full" { throw Full() }
            if part.contentType == "text/html" {
                throw ErrorResponse(.unsupportedMediaType, "no pages")
            }
            let bytes = try await part.body.bytes()
            return .string(
                self.state.withLock { state in
                    state.count += 1
                    let key = "\(part.name)-\(state.count)"
                    state.files[key] = bytes
                    return key
                })
        } discard: { value in
            if self.isStuck { throw Stuck() }
            if case .string(let key) = value {
                self.state.withLock { $0.files[key] = nil }
            }
        }
    }
}
