// SPDX-License-Identifier: MIT

/// A type of a program that is made from a resource, and written to one: any struct or final class,
/// by conformance alone.
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
/// A list of resources becomes a list of models by `try document.data.map(Song.init)`.
public protocol ResourceModel<Schema> {
    /// Describes the resources.
    associatedtype Schema: ResourceSchema

    /// Takes what it needs from a resource.
    init(_ resource: Resource<Schema>) throws

    /// Writes itself to a resource.
    func write(to resource: Resource<Schema>) throws
}

extension Resource {
    /// Makes a resource from a model, in a document of its own.
    /// - Throws: what the model throws; `JSONError` for a plain write of it that failed, and with
    ///   code `outOfMemory`.
    public init(_ model: some ResourceModel<Schema>) throws {
        try self.init(making: Schema.self)
        try model.write(to: self)
        if let failure = vox.failures.firstWrite { throw failure }
    }
}
