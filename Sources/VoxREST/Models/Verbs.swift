// SPDX-License-Identifier: MIT

// One protocol for each kind of request. ``ModelSource`` has the methods of a protocol only for
// schemas that conform to this protocol, so the compiler refuses calls of all other methods.

/// The schemas of models that a program can create.
public protocol Creatable: RESTSchema {
    /// The path for creating models. Default: the path of the list.
    static var createPath: String { get }

    /// Returns the path for creating this model. Default: ``createPath``.
    static func createPath(for model: TypedObject<Self>) -> String
}

/// The schemas of models that a program can read one by one.
public protocol Readable: RESTSchema {
    /// The path for reading one model. Default: ``RESTSchema/path``.
    static var readPath: String { get }

    /// Returns the path for refreshing this model. Default: ``readPath``.
    static func readPath(for model: TypedObject<Self>) -> String
}

/// The schemas of models that a program can update.
public protocol Updatable: RESTSchema {
    /// The path for updating one model. Default: ``RESTSchema/path``.
    static var updatePath: String { get }

    /// Returns the path for updating this model. Default: ``updatePath``.
    static func updatePath(for model: TypedObject<Self>) -> String
}

/// The schemas of models that a program can delete.
public protocol Deletable: RESTSchema {
    /// The path for deleting one model. Default: ``RESTSchema/path``.
    static var deletePath: String { get }

    /// Returns the path for deleting this model. Default: ``deletePath``.
    static func deletePath(for model: TypedObject<Self>) -> String
}

/// The schemas of models that a program can list.
public protocol Enumerable: RESTSchema {
    /// The path of the list. Default: ``RESTSchema/path`` without its last placeholder.
    static var listPath: String { get }
}

/// The schemas of models that support all five kinds of requests.
public typealias CRUD = Creatable & Readable & Updatable & Deletable & Enumerable

extension Creatable {
    /// Default: the path of the list.
    public static var createPath: String { PathTemplate(places: path).withoutLastPlace }

    /// Default: ``createPath``.
    public static func createPath(for model: TypedObject<Self>) -> String { createPath }
}

extension Creatable where Self: Enumerable {
    /// Default: the path of the list.
    public static var createPath: String { listPath }
}

extension Readable {
    /// Default: ``RESTSchema/path``.
    public static var readPath: String { path }

    /// Default: ``readPath``.
    public static func readPath(for model: TypedObject<Self>) -> String { readPath }
}

extension Updatable {
    /// Default: ``RESTSchema/path``.
    public static var updatePath: String { path }

    /// Default: ``updatePath``.
    public static func updatePath(for model: TypedObject<Self>) -> String { updatePath }
}

extension Updatable where Self: Readable {
    /// Default: the path for reading one model.
    public static var updatePath: String { readPath }
}

extension Deletable {
    /// Default: ``RESTSchema/path``.
    public static var deletePath: String { path }

    /// Default: ``deletePath``.
    public static func deletePath(for model: TypedObject<Self>) -> String { deletePath }
}

extension Deletable where Self: Readable {
    /// Default: the path for reading one model.
    public static var deletePath: String { readPath }
}

extension Enumerable {
    /// The default is ``RESTSchema/path`` without its last placeholder.
    public static var listPath: String { PathTemplate(places: path).withoutLastPlace }
}
