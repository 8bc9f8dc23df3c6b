// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension TypedObject: Identifiable where Schema: RESTSchema {
    /// The id of the model; nil if the model has no id yet, or if the id is empty. If the id is a
    /// number, its text is returned.
    public var id: String? {
        get { Self.idText(of: vox.json.node) }
        nonmutating set {
            vox.json[String(describing: Schema.idName)] = newValue
        }
    }

    /// Returns the id of an object as a string; nil if the id is missing or empty.
    static func idText(of node: Node?) -> String? {
        guard let id = node?.member(Schema.idName), let text = id.string ?? id.numberText,
            !text.isEmpty
        else { return nil }
        return text
    }

    /// The id of the model on the server; nil for a new model.
    var serverID: String? { id.flatMap { isLocalID($0) ? nil : $0 } }
}

/// The prefix of local ids.
private let localPrefix = "local-"

/// Returns true for ids that `TypedObject.Namespace.assignLocalID()` creates. The function also
/// checks the UUID, because a server may use ids with this prefix.
func isLocalID(_ id: String) -> Bool {
    id.hasPrefix(localPrefix) && UUID(uuidString: String(id.dropFirst(localPrefix.count))) != nil
}

extension TypedObject.Namespace where Schema: RESTSchema {
    /// True for a model without an id from the server. Saving a new model creates the model on the
    /// server.
    public var isNew: Bool { TypedObject<Schema>(json).serverID == nil }

    /// The local id of a new model: `local-` and a UUID. A local id is never sent, and the id in
    /// the response of the server replaces the local id.
    public var localID: String? {
        TypedObject<Schema>(json).id.flatMap { isLocalID($0) ? $0 : nil }
    }

    /// Gives a new model a local id: `local-` and a random UUID.
    /// - Returns: the new local id, or the existing local id; nil for a model with an id from the
    ///   server.
    @discardableResult
    public func assignLocalID() -> String? {
        if let localID { return localID }
        guard isNew else { return nil }
        let made = localPrefix + UUID().uuidString.lowercased()
        TypedObject<Schema>(json).id = made
        return made
    }
}

extension TypedObject.Namespace: SentObject where Schema: RESTSchema {
    /// True for a model with an id from the server.
    package var wasSent: Bool { !isNew }
}
