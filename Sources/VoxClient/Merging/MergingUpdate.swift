// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// An update that never overwrites a change of another client.
///
/// ```swift
/// import Vox
///
/// struct Album: ResourceSchema {
///     static let type = "albums"
///     let title = Attribute<String>("title")
///     let plays = Attribute<Int>("plays")
/// }
///
/// func rename(_ album: Resource<Album>, to title: String, in albums: DataSource<Album>)
///     async throws
/// {
///     album.title = title
///     switch try await albums.update(album).merging().result() {
///     case .written: print("stored")
///     case .conflicts(let conflicts):
///         for conflict in conflicts where conflict.isAt(\Album.title) {
///             print("somebody else has written \(conflict.theirs ?? .null)")
///         }
///     }
/// }
/// ```
///
/// The update is sent with the version of the resource that was read (`If-Match`, RFC 9110, section
/// 13.1.1). If the server now has another version (412), the client reads and merges the current
/// state. If only one client has changed a value, the change is kept. The members of to-many
/// relationships are merged one by one. After the merge, the client sends the update again, with
/// the new version. If two clients have changed a value in different ways, the update returns the
/// conflict, and the resource keeps its values and its changes. If an update fails after a merge,
/// the resource has the merged values, and its changes are still unsent.
///
/// If the version is unknown, the client reads the current state first. The version is unknown if
/// the resource was read in a list, or if the last response had no `ETag`. The client may send an
/// update again after a lost response. If the server carried out the first update, the server
/// refuses the second update. After this refusal, the client merges the resource, finds no change
/// to send, and ends the update.
public struct MergingUpdate<Schema: ResourceSchema> {
    /// The result of a merging update.
    public enum Outcome {
        /// The server has stored the changes. The associated value is the response to the last
        /// update. The outcome of this response is ``APIResponse/Outcome/unchanged`` if no change
        /// was left to send.
        case written(APIResponse<Schema>)
        /// The program and another client have changed the same values in different ways. Nothing
        /// was written, and the resource is unchanged.
        case conflicts([MergeConflict])
    }

    private let update: WriteRequest<Schema>
    private let isStructured: Bool
    private let attempts: Int
    private let statuses: Set<Int>
    private let decide: ((MergeConflict) -> MergeConflict.Decision)?

    init(
        _ update: WriteRequest<Schema>, isStructured: Bool, attempts: Int, statuses: Set<Int>,
        decide: ((MergeConflict) -> MergeConflict.Decision)?
    ) {
        var update = update
        // A repetition with the same If-Match writes nothing twice.
        if update.settings.repeatability == .byMethod { update.settings.repeatability = .always }
        self.update = update
        self.isStructured = isStructured
        self.attempts = max(attempts, 1)
        self.statuses = statuses
        self.decide = decide
    }

    /// Sends the update, and merges it with changes of other clients as often as necessary.
    /// - Returns: the outcome.
    /// - Throws: `RequestError`. The code is `unsendable` for a creation, `preconditionFailed` if
    ///   another client changed the resource before the last allowed attempt, `unexpectedResponse`
    ///   if the server sends no strong `ETag`, or a code of ``WriteRequest/result()``. Also
    ///   `CancellationError`.
    nonisolated(nonsending) public func result() async throws -> Outcome {
        guard case .update = update.verb else {
            throw RequestError(
                code: .unsendable, message: "only an update can be merged with other changes")
        }
        let node = update.resource.node
        var last: RequestError?
        for _ in 0..<attempts {
            if node.etag == nil || last != nil {
                if let conflicts = try await mergeTheirs() { return .conflicts(conflicts) }
            }
            guard let etag = node.etag else { throw Self.withoutTag }
            do {
                return .written(try await update.ifMatch(etag).response())
            } catch let error as RequestError
                where error.status.map({ statuses.contains($0.code) }) ?? false
            {
                last = error
            }
        }
        guard var failure = last else { throw Self.withoutTag }
        failure.message += "; the resource was changed by others in each of \(attempts) attempts"
        throw failure
    }

    private static var withoutTag: RequestError {
        RequestError(
            code: .unexpectedResponse,
            message:
                "the server sends no strong ETag for the resource, so an update cannot be guarded")
    }

    /// Reads the current state and merges it into the resource. Returns the conflicts that the
    /// program has not decided; nil if there are none.
    nonisolated(nonsending) private func mergeTheirs() async throws -> [MergeConflict]? {
        let client = update.client
        let exchange = try await client.exchange(
            .get, update.url(), settings: update.settings.following)
        try client.check(exchange)
        let document: Document<Schema> = try Task.cancellable {
            try client.document(exchange, settings: update.settings)
        }
        guard let theirs = document.data, theirs.node.identity == update.resource.node.identity
        else {
            throw exchange.error(
                .unexpectedResponse, "the response has another resource than the one to update")
        }
        do throws(JSONError) {
            let merge = try ThreeWayMerge(
                update.resource, theirs.node, isStructured: isStructured)
            guard let decide else {
                if !merge.conflicts.isEmpty { return merge.conflicts }
                try merge.apply(to: update.resource, [])
                update.resource.node.etag = exchange.strongTag
                return nil
            }
            try merge.apply(to: update.resource, merge.conflicts.map(decide))
        } catch {
            throw exchange.error(
                .document, "the present state could not be merged: \(error)", cause: error)
        }
        update.resource.node.etag = exchange.strongTag
        return nil
    }
}

extension WriteRequest {
    /// Returns an update that merges with the changes of other clients instead of overwriting them.
    ///
    /// - Parameters:
    ///   - structured: true to compare objects in attributes member by member, so that changes of
    ///     different members do not conflict. Arrays are compared as a whole.
    ///   - attempts: the maximum number of times that the update is sent.
    ///   - statuses: the response statuses which mean that the resource on the server has changed.
    ///     Some servers use 409.
    ///   - decide: returns the decision on each conflict; nil to return the conflicts.
    /// - Returns: the update, which is not sent yet. The request must be an update.
    public func merging(
        structured: Bool = false, attempts: Int = 5, statuses: Set<Int> = [412],
        deciding decide: ((MergeConflict) -> MergeConflict.Decision)? = nil
    ) -> MergingUpdate<Schema> {
        MergingUpdate(
            self, isStructured: structured, attempts: attempts, statuses: statuses, decide: decide)
    }
}

extension Exchange {
    /// The `ETag` of the response if it is strong. `If-Match` can compare only a strong `ETag` (RFC
    /// 9110, section 13.1.1).
    var strongTag: String? {
        headers.value(of: .eTag).flatMap { $0.isStrongTag ? $0 : nil }
    }
}

extension String {
    /// True for one strong entity tag: text between two quotes (RFC 9110, section 8.8.3).
    fileprivate var isStrongTag: Bool {
        utf8.count >= 2 && utf8.first == UInt8(ascii: "\"") && utf8.last == UInt8(ascii: "\"")
            && !utf8.dropFirst().dropLast().contains(UInt8(ascii: "\""))
    }
}

extension Node {
    /// The version of this resource object on the server, as far as it is known.
    var etag: String? {
        get {
            if let versionTag { return versionTag.isEmpty ? nil : versionTag }
            guard let source = tree.source, self == tree.root.member("data"),
                let tag = source.head.etag, tag.isStrongTag
            else { return nil }
            return tag
        }
        nonmutating set { versionTag = newValue ?? "" }
    }
}
