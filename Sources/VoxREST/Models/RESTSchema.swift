// SPDX-License-Identifier: MIT

/// Describes the models of one kind that a plain REST service has, and where they are.
///
/// ```swift
/// import Foundation
/// import VoxREST
///
/// struct Post: RESTSchema, CRUD {
///     static let path = "posts/<id>"
///     let title = Attribute<String>("title")
///     let createdAt = Attribute<Date>("created_at").readOnly()
/// }
/// ```
///
/// A model is a view on its JSON object, ``Model``. Which requests there are for it, ``Creatable``,
/// ``Readable``, ``Updatable``, ``Deletable`` and ``Enumerable`` say.
public protocol RESTSchema: ObjectSchema, SendableMetatype {
    /// Where one model is, below the base of the client or absolute: `posts/<id>`, or `posts/:id` as
    /// Rails has it. Places are filled from the model, dotted names from objects in it
    /// (`users/<author.id>/posts/<id>`).
    ///
    /// The list is where the last segment is left out, if that is a place; what follows the place in it
    /// stays (`posts.json` for `posts/<id>.json`, `posts/` for `posts/<id>/`). A path whose last segment
    /// is no place serves for everything.
    static var path: String { get }

    /// The name in JSON of the id; `id` unless a schema says otherwise.
    static var idName: StaticString { get }

    /// What is around models in requests and in answers; nothing unless a schema says otherwise.
    static var envelope: Envelope { get }

    /// How updates are sent; ``UpdateMethod/patch`` unless a schema says otherwise.
    static var updateMethod: UpdateMethod { get }

    /// The options for requests about these models, made of those of the client; the same unless a
    /// schema says otherwise. Those of the client stay as they are.
    static func options(_ options: RESTOptions) -> RESTOptions
}

extension RESTSchema {
    /// `id`
    public static var idName: StaticString { "id" }

    /// ``Envelope/none``
    public static var envelope: Envelope { .none }

    /// ``UpdateMethod/patch``
    public static var updateMethod: UpdateMethod { .patch }

    /// Those of the client.
    public static func options(_ options: RESTOptions) -> RESTOptions { options }
}

/// A model of a plain REST service: a typed view on its JSON object.
public typealias Model<Schema: RESTSchema> = TypedObject<Schema>

/// How updates are sent.
public enum UpdateMethod: Hashable, Sendable {
    /// PATCH of what was changed (RFC 5789).
    case patch
    /// PUT of the whole model (RFC 9110, section 9.3.4).
    case put
}
