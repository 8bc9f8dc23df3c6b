// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension JSONValue: Codable {
    /// Decodes any value from any decoder. A number is decoded as the first of Int64, UInt64 and
    /// Double that can hold it.
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? NodeDecoder {
            self = try decoder.decode(JSONValue.self)
        } else if let container = try? decoder.container(keyedBy: AnyKey.self) {
            var object = JSONObject()
            for key in container.allKeys {
                object[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
            }
            self = .object(object)
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !container.isAtEnd {
                elements.append(try container.decode(JSONValue.self))
            }
            self = .array(elements)
        } else {
            self = try Self.scalar(decoder.singleValueContainer())
        }
    }

    private static func scalar(_ container: any SingleValueDecodingContainer) throws -> JSONValue {
        if container.decodeNil() { return .null }
        if let value = try? container.decode(Bool.self) { return .bool(value) }
        if let value = try? container.decode(Int64.self) { return .number(JSONNumber(value)) }
        if let value = try? container.decode(UInt64.self) { return .number(JSONNumber(value)) }
        if let value = try? container.decode(Double.self), let number = JSONNumber(value) {
            return .number(number)
        }
        return .string(try container.decode(String.self))
    }

    /// Encodes any value to any encoder. A number is encoded as the first of Int64, UInt64, Decimal
    /// and Double that can hold it.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let members):
            var container = encoder.container(keyedBy: AnyKey.self)
            for (name, value) in members {
                try container.encode(value, forKey: AnyKey(stringValue: name))
            }
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements {
                try container.encode(element)
            }
        default:
            var container = encoder.singleValueContainer()
            try encodeScalar(to: &container)
        }
    }

    private func encodeScalar(to container: inout any SingleValueEncodingContainer) throws {
        switch self {
        case .bool(let value): try container.encode(value)
        case .string(let text): try container.encode(text)
        case .number(let number):
            if let value = number.exactly(Int64.self) {
                try container.encode(value)
            } else if let value = number.exactly(UInt64.self) {
                try container.encode(value)
            } else if let value = Decimal(string: number.text),
                JSONNumber(text: "\(value)") == number
            {
                try container.encode(value)
            } else if let value = number.double {
                try container.encode(value)
            } else {
                let context = EncodingError.Context(
                    codingPath: container.codingPath,
                    debugDescription: "the number does not fit any Swift number type")
                throw EncodingError.invalidValue(number.text, context)
            }
        case .null, .array, .object: try container.encodeNil()
        }
    }
}
