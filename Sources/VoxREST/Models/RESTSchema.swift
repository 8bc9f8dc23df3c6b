// SPDX-License-Identifier: MIT

/// Describes the models of one kind on a REST service, and the paths of these models.
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
/// A model (`TypedObject`) is a view of its JSON object. The protocols ``Creatable``, ``Readable``,
/// ``Updatable``, ``Deletable`` and ``Enumerable`` declare which requests the models support.
public protocol RESTSchema: ObjectSchema, SendableMetatype {
    /// The path of one model, below the base of the client or absolute: `posts/<id>`, or
    /// `posts/:id` as in Rails. Placeholders are filled from the model. A dotted name is filled
    /// from an object in the model (`users/<author.id>/posts/<id>`).
    ///
    /// If the last segment is a placeholder, the path of the list is this path without the last
    /// segment. Text after the placeholder is kept (`posts.json` for `posts/<id>.json`, `posts/`
    /// for `posts/<id>/`). If the last segment is not a placeholder, all requests use this path.
    static var path: String { get }

    /// The JSON name of the id. Default: `id`.
    static var idName: StaticString { get }

    /// The objects around models in requests and responses. Default: none.
    static var envelope: Envelope { get }

    /// The HTTP method for updates. Default: ``UpdateMethod/patch``.
    static var updateMethod: UpdateMethod { get }

    /// Returns the options for requests about these models, based on the options of the client. The
    /// options of the client itself are not changed. Default: the options of the client.
    static func options(_ options: RESTOptions) -> RESTOptions
}

extension RESTSchema {
    /// Default: `id`.
    public static var idName: StaticString { "id" }

    /// Default: ``Envelope/none``.
    public static var envelope: Envelope { .none }

    /// Default: ``UpdateMethod/patch``.
    public static var updateMethod: UpdateMethod { .patch }

    /// Default: the options of the client.
    public static func options(_ options: RESTOptions) -> RESTOptions { options }
}

/// The HTTP methods for updates.
public enum UpdateMethod: Hashable, Sendable {
    /// Updates are PATCH requests with the changes (RFC 5789).
    case patch
    /// Updates are PUT requests with the whole model (RFC 9110, section 9.3.4).
    case put
}
