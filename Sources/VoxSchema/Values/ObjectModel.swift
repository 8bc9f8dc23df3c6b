// SPDX-License-Identifier: MIT

/// A type of a program that is made from a JSON object, and written to one: any struct or final class,
/// by conformance alone. What `ResourceModel` is to resources.
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
    /// Describes the objects.
    associatedtype Schema: ObjectSchema & SendableMetatype

    /// Takes what it needs from an object.
    init(_ object: TypedObject<Schema>) throws

    /// Writes itself to an object.
    func write(to object: TypedObject<Schema>) throws
}

extension TypedObject {
    /// Makes an object from a model, in a document of its own.
    /// - Throws: what the model throws; `JSONError` for a plain write of it that failed.
    public init(_ model: some ObjectModel<Schema>) throws {
        self.init()
        try model.write(to: self)
        if let failure = vox.failures.firstWrite { throw failure }
    }
}

extension ValueTransform {
    /// A model of one's own for an object. A list of them: `list` of objects and
    /// `transformedElements(by: .model(Position.self))`.
    public static func model(_ type: Output.Type) -> ValueTransform
    where Output: ObjectModel, Input == TypedObject<Output.Schema> {
        ValueTransform(to: { try Output($0) }, from: { try TypedObject($0) })
    }
}
