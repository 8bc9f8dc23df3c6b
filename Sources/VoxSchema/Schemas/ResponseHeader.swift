// SPDX-License-Identifier: MIT

/// A property that returns a header field, such as `ETag`, of the response that contained the
/// object. The header field is a property of the object, like the members of the body.
///
/// ```swift
/// struct Post: ObjectSchema {
///     let title = Attribute<String>("title")
///     let version = ResponseHeader<String>("ETag")
///     let total = ResponseHeader<Int>("X-Total-Count")
/// }
/// ```
///
/// Each object of a response has this property, whether the response is one object or a list. A
/// header field is not part of the document, so the property has no setter. The property is nil if
/// the document does not come from a response, or if the response does not have the header field.
/// If the text of the header field cannot be converted, the property is nil, and the document
/// records a failed read.
public struct ResponseHeader<Value>: Sendable {
    /// The name of the header field, in upper or lower case.
    public let name: StaticString

    let decode: @Sendable (String) throws -> Value

    init(_ name: StaticString, decode: @escaping @Sendable (String) throws -> Value) {
        self.name = name
        self.decode = decode
    }

    /// Creates a header field. The value of the header field is a string, a number, or another type
    /// that can be created from text.
    public init(_ name: StaticString) where Value: LosslessStringConvertible & SendableMetatype {
        self.init(name) { text in
            guard let value = Value(text) else { throw unreadable("\(Value.self)") }
            return value
        }
    }

    /// Returns a copy of this header field whose value the transform converts to another type.
    public func transformed<Result>(by transform: ValueTransform<Value, Result>)
        -> ResponseHeader<Result>
    {
        ResponseHeader<Result>(name) { text in try transform.decode(decode(text)) }
    }
}

/// A source of the header fields of the response that a document was read from.
package protocol ResponseHeaderSource {
    /// Returns the value of a header field, or nil. Several lines with the same name are combined.
    ///
    /// The name may be in upper or lower case. A value of the document may come from another
    /// response than the rest of the document.
    func responseHeader(_ name: String, of node: OpaquePointer) -> String?
}

extension TypedObject {
    /// A header field of the response that contained the object.
    public subscript<Value>(dynamicMember path: KeyPath<Schema, ResponseHeader<Value>>) -> Value? {
        do {
            return try vox.headerValue(Schema()[keyPath: path])
        } catch {
            json.noteRead(error)
            return nil
        }
    }
}

extension TypedObject.Namespace {
    /// Returns a header field of the response that contained the object.
    /// - Throws: `JSONError` with code `missing`, or with code `notConvertible` and the name of the
    ///   header field.
    public func value<Value>(_ path: KeyPath<Schema, ResponseHeader<Value>>) throws(JSONError)
        -> Value
    {
        let header = Schema()[keyPath: path]
        guard let value = try headerValue(header) else {
            throw JSONError(
                code: .missing, message: "the response has no header field \(header.name)")
        }
        return value
    }

    func headerValue<Value>(_ header: ResponseHeader<Value>) throws(JSONError) -> Value? {
        guard let node = json.nearestNode,
            let source = node.tree.storage.note as? any ResponseHeaderSource,
            let text = source.responseHeader(String(describing: header.name), of: node.raw)
        else { return nil }
        do {
            return try header.decode(text)
        } catch {
            throw JSONError(
                code: .notConvertible,
                message: "the header field \(header.name) cannot be converted: "
                    + ((error as? JSONError)?.fullMessage ?? "\(error)"))
        }
    }
}
