// SPDX-License-Identifier: MIT

/// A model type of a program, with conversions from a resource and to a resource. Any struct or
/// final class may conform to this protocol.
///
/// ```swift
/// struct Track: ResourceSchema {
///     static let type = "tracks"
///     let title = Attribute<String>("title")
/// }
/// struct Song {
///     var title: String
/// }
/// extension Song: ResourceModel {
///     init(_ track: Resource<Track>) throws { title = try track.vox.value(\.title) }
///     func write(to track: Resource<Track>) { track.title = title }
/// }
/// let track = try Resource(Song(title: "Teardrop"))
/// print(track.title ?? "", try Song(track).title)  // prints: Teardrop Teardrop
/// ```
///
/// `try document.data.map(Song.init)` converts a list of resources to a list of models.
public protocol ResourceModel<Schema> {
    /// The schema of the resources.
    associatedtype Schema: ResourceSchema

    /// Creates a value from a resource.
    init(_ resource: Resource<Schema>) throws

    /// Writes the value to a resource.
    func write(to resource: Resource<Schema>) throws
}

extension Resource {
    /// Creates a resource from a model, in a document of its own.
    /// - Throws: The error that the model throws, or `JSONError` if a write by the model has failed
    ///   or memory runs out (code `outOfMemory`).
    public init(_ model: some ResourceModel<Schema>) throws {
        try self.init(making: Schema.self)
        try model.write(to: self)
        if let failure = vox.failures.firstWrite { throw failure }
    }
}
