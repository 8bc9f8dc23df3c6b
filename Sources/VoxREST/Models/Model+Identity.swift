// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension TypedObject: Identifiable where Schema: RESTSchema {
    /// The id; nil for a model that has none yet. Numbers are given as their text: ids are names, and
    /// nobody calculates with them.
    public var id: String? {
        get { Self.idText(of: vox.json.node) }
        nonmutating set {
            vox.json[String(describing: Schema.idName)] = newValue
        }
    }

    /// The text of the id of an object.
    static func idText(of node: Node?) -> String? {
        guard let id = node?.member(Schema.idName) else { return nil }
        return id.string ?? id.numberText
    }

    /// The id by which the server knows the model; nil for a model that it does not know.
    var serverID: String? { id.flatMap { isLocalID($0) ? nil : $0 } }
}

/// What local ids begin with.
private let localPrefix = "local-"

/// True for ids that `ObjectNamespace.assignLocalID()` makes: a server may have one of its own that
/// begins like them.
func isLocalID(_ id: String) -> Bool {
    id.hasPrefix(localPrefix) && UUID(uuidString: String(id.dropFirst(localPrefix.count))) != nil
}

extension ObjectNamespace where Schema: RESTSchema {
    /// True for a model that the server has not given an id: saving creates it.
    public var isNew: Bool { TypedObject<Schema>(json).serverID == nil }

    /// The id by which the program knows a model before the server does: `local-` and a UUID. It is
    /// never sent, and gives way to the id that the server answers.
    public var localID: String? {
        TypedObject<Schema>(json).id.flatMap { isLocalID($0) ? $0 : nil }
    }

    /// Gives a model that is new a local id: `local-` and a random UUID.
    /// - Returns: the local id, the same if there was one; nil for a model that the server knows.
    @discardableResult
    public func assignLocalID() -> String? {
        if let localID { return localID }
        guard isNew else { return nil }
        let made = localPrefix + UUID().uuidString.lowercased()
        TypedObject<Schema>(json).id = made
        return made
    }
}

extension ObjectNamespace: SentObject where Schema: RESTSchema {
    /// True for a model that the server knows.
    package var wasSent: Bool { !isNew }
}
