// SPDX-License-Identifier: MIT

// A protocol for each thing that can be asked of a service. Calls of ``ModelSource`` are there for
// schemas that adopt them, and for no others: the compiler refuses a verb that was not adopted.

/// Models that can be created.
public protocol Creatable: RESTSchema {
    /// The path for creating models. Default: the path of the list.
    static var createPath: String { get }

    /// Returns the path for creating this model. Default: ``createPath``.
    static func createPath(for model: Model<Self>) -> String
}

/// Models that can be read one by one.
public protocol Readable: RESTSchema {
    /// The path for reading one model. Default: ``RESTSchema/path``.
    static var readPath: String { get }

    /// Returns the path for refreshing this model. Default: ``readPath``.
    static func readPath(for model: Model<Self>) -> String
}

/// Models that can be updated.
public protocol Updatable: RESTSchema {
    /// The path for updating one model. Default: ``RESTSchema/path``.
    static var updatePath: String { get }

    /// Returns the path for updating this model. Default: ``updatePath``.
    static func updatePath(for model: Model<Self>) -> String
}

/// Models that can be deleted.
public protocol Deletable: RESTSchema {
    /// The path for deleting one model. Default: ``RESTSchema/path``.
    static var deletePath: String { get }

    /// Returns the path for deleting this model. Default: ``deletePath``.
    static func deletePath(for model: Model<Self>) -> String
}

/// Models that can be listed.
public protocol Enumerable: RESTSchema {
    /// The path of the list. Default: ``RESTSchema/path`` without its last placeholder.
    static var listPath: String { get }
}

/// Models with all five kinds of requests.
public typealias CRUD = Creatable & Readable & Updatable & Deletable & Enumerable

extension Creatable {
    /// The path of the list.
    public static var createPath: String { PathTemplate(places: path).withoutLastPlace }

    /// ``createPath``
    public static func createPath(for model: Model<Self>) -> String { createPath }
}

extension Creatable where Self: Enumerable {
    /// The path of the list.
    public static var createPath: String { listPath }
}

extension Readable {
    /// ``RESTSchema/path``
    public static var readPath: String { path }

    /// ``readPath``
    public static func readPath(for model: Model<Self>) -> String { readPath }
}

extension Updatable {
    /// ``RESTSchema/path``
    public static var updatePath: String { path }

    /// ``updatePath``
    public static func updatePath(for model: Model<Self>) -> String { updatePath }
}

extension Updatable where Self: Readable {
    /// The path for reading one model.
    public static var updatePath: String { readPath }
}

extension Deletable {
    /// ``RESTSchema/path``
    public static var deletePath: String { path }

    /// ``deletePath``
    public static func deletePath(for model: Model<Self>) -> String { deletePath }
}

extension Deletable where Self: Readable {
    /// The path for reading one model.
    public static var deletePath: String { readPath }
}

extension Enumerable {
    /// The path without its last placeholder.
    public static var listPath: String { PathTemplate(places: path).withoutLastPlace }
}
