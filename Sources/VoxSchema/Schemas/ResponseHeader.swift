// SPDX-License-Identifier: MIT

/// A header field of the answer that an object came with, as a property: an `ETag` beside the members of
/// the body.
///
/// ```swift
/// struct Post: ObjectSchema {
///     let title = Attribute<String>("title")
///     let version = ResponseHeader<String>("ETag")
///     let total = ResponseHeader<Int>("X-Total-Count")
/// }
/// ```
///
/// Every object of an answer has it, be the answer one object or a list. It is part of no document: its
/// property has no setter, and nothing of it is ever written. Nil where the document came from no answer,
/// or the answer had no such field. Text that does not convert gives nil, and is noted as a failed read.
public struct ResponseHeader<Value>: Sendable {
    /// The name of the field; case does not matter.
    public let name: StaticString

    let decode: @Sendable (String) throws -> Value

    init(_ name: StaticString, decode: @escaping @Sendable (String) throws -> Value) {
        self.name = name
        self.decode = decode
    }

    /// Names a field whose value is text, a number, or whatever else has a text of its own.
    public init(_ name: StaticString) where Value: LosslessStringConvertible & SendableMetatype {
        self.init(name) { text in
            guard let value = Value(text) else { throw unreadable("\(Value.self)") }
            return value
        }
    }

    /// The same field with values of another type, which a transform makes of the text.
    public func transformed<Result>(by transform: ValueTransform<Value, Result>)
        -> ResponseHeader<Result>
    {
        ResponseHeader<Result>(name) { text in try transform.decode(decode(text)) }
    }
}

/// What a document knows of the answer it came with.
package protocol ResponseHeaderSource {
    /// The value of a header field, lines of the same name put together; nil when there is none. Case does
    /// not matter. One value of the document may have come with another answer.
    func responseHeader(_ name: String, of node: OpaquePointer) -> String?
}

extension TypedObject {
    /// A header field of the answer that the object came with.
    public subscript<Value>(dynamicMember path: KeyPath<Schema, ResponseHeader<Value>>) -> Value? {
        do {
            return try vox.headerValue(Schema()[keyPath: path])
        } catch {
            json.noteRead(error)
            return nil
        }
    }
}

extension ObjectOperations {
    /// A header field of the answer that the object came with, or the reason why there is none.
    /// - Throws: `JSONError` with code `missing`, or `notConvertible` and the name of the field.
    public func value<Value>(_ path: KeyPath<Schema, ResponseHeader<Value>>) throws(JSONError)
        -> Value
    {
        let header = Schema()[keyPath: path]
        guard let value = try headerValue(header) else {
            throw JSONError(
                code: .missing, message: "the answer has no header field \(header.name)")
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
                message: "the header field \(header.name) does not convert: "
                    + ((error as? JSONError)?.fullMessage ?? "\(error)"))
        }
    }
}
