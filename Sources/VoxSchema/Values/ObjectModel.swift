// SPDX-License-Identifier: MIT

/// A type of a program that can be created from a JSON object and written to a JSON object. Any
/// struct or final class may conform to this protocol. For models of JSON:API resources, use
/// `ResourceModel`.
///
/// ```swift
/// struct Point: ObjectSchema {
///     let latitude = Attribute<Double>("lat")
///     let longitude = Attribute<Double>("lng")
/// }
/// struct Position {
///     var latitude: Double
///     var longitude: Double
/// }
/// extension Position: ObjectModel {
///     init(_ point: TypedObject<Point>) throws {
///         latitude = try point.vox.value(\.latitude)
///         longitude = try point.vox.value(\.longitude)
///     }
///     func write(to point: TypedObject<Point>) {
///         point.latitude = latitude
///         point.longitude = longitude
///     }
/// }
/// struct Place: ObjectSchema {
///     let position = Attribute<TypedObject<Point>>("point").transformed(by: .model(Position.self))
/// }
/// ```
public protocol ObjectModel<Schema>: SendableMetatype {
    /// The schema of the objects.
    associatedtype Schema: ObjectSchema & SendableMetatype

    /// Creates a value from an object.
    init(_ object: TypedObject<Schema>) throws

    /// Writes the value to an object.
    func write(to object: TypedObject<Schema>) throws
}

extension TypedObject {
    /// Creates an object from a model, in a document of its own.
    /// - Throws: The error that the model throws, or `JSONError` if a write by the model has
    ///   failed.
    public init(_ model: some ObjectModel<Schema>) throws {
        self.init()
        try model.write(to: self)
        if let failure = vox.failures.firstWrite { throw failure }
    }
}

extension ValueTransform {
    /// Returns a transform that converts an object to a model of the program.
    ///
    /// For a list of models, declare a list of objects and use `transformedElements(by:
    /// .model(Position.self))`.
    public static func model(_ type: Output.Type) -> ValueTransform
    where Output: ObjectModel, Input == TypedObject<Output.Schema> {
        ValueTransform(to: { try Output($0) }, from: { try TypedObject($0) })
    }
}
