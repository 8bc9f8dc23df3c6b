// SPDX-License-Identifier: MIT

// A protocol for each thing that can be asked of a service. Calls of ``ModelSource`` are there for
// schemas that adopt them, and for no others: the compiler refuses a verb that was not adopted.

/// Models that can be created.
public protocol Creatable: RESTSchema {
    /// Where models are created; where the list is, unless a schema says otherwise.
    static var createPath: String { get }

    /// Where this very model is created; ``createPath`` unless a schema says otherwise.
    static func createPath(for model: Model<Self>) -> String
}

/// Models that can be read one by one.
public protocol Readable: RESTSchema {
    /// Where one model is read; ``RESTSchema/path`` unless a schema says otherwise.
    static var readPath: String { get }

    /// Where this very model is read again; ``readPath`` unless a schema says otherwise.
    static func readPath(for model: Model<Self>) -> String
}

/// Models that can be updated.
public protocol Updatable: RESTSchema {
    /// Where one model is updated; ``RESTSchema/path`` unless a schema says otherwise.
    static var updatePath: String { get }

    /// Where this very model is updated; ``updatePath`` unless a schema says otherwise.
    static func updatePath(for model: Model<Self>) -> String
}

/// Models that can be deleted.
public protocol Deletable: RESTSchema {
    /// Where one model is deleted; ``RESTSchema/path`` unless a schema says otherwise.
    static var deletePath: String { get }

    /// Where this very model is deleted; ``deletePath`` unless a schema says otherwise.
    static func deletePath(for model: Model<Self>) -> String
}

/// Models that can be listed.
public protocol Enumerable: RESTSchema {
    /// Where the list is; ``RESTSchema/path`` without its last place unless a schema says otherwise.
    static var listPath: String { get }
}

/// Models with which everything can be done.
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
    /// Where one model is read.
    public static var updatePath: String { readPath }
}

extension Deletable {
    /// ``RESTSchema/path``
    public static var deletePath: String { path }

    /// ``deletePath``
    public static func deletePath(for model: Model<Self>) -> String { deletePath }
}

extension Deletable where Self: Readable {
    /// Where one model is read.
    public static var deletePath: String { readPath }
}

extension Enumerable {
    /// The path without its last place.
    public static var listPath: String { PathTemplate(places: path).withoutLastPlace }
}
