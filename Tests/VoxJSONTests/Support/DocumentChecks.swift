// SPDX-License-Identifier: MIT

import Foundation
import Testing
import VoxJSON
import VoxTestSupport

/// Expects that an untouched document comes out byte for byte, and that writing a random scalar
/// changes the bytes of that value and no others.
func checkOneEdit(_ bytes: [UInt8], _ random: inout Seeded) throws {
    let json = try JSON(parsing: bytes)
    #expect(try json.vox.bytes() == bytes)
    var chosen: JSON?
    var scalars = 0
    var pending = [json]
    while let view = pending.popLast() {
        if view.vox.kind == .array || view.vox.kind == .object {
            pending += view.vox.elements
        } else {
            scalars += 1
            if random.below(scalars) == 0 { chosen = view }
        }
    }
    guard let chosen else { return }
    let offset = try #require(chosen.vox.position).offset
    let length = try #require(chosen.vox.source).count
    let writes: [((JSON) throws -> Void, String)] = [
        ({ try $0.vox.set("edited ✓\n") }, "\"edited ✓\\n\""),
        ({ try $0.vox.set(-4_294_967_297) }, "-4294967297"),
        ({ try $0.vox.set(parsing: "7.250e1") }, "7.250e1"), ({ try $0.vox.set(true) }, "true"),
        ({ try $0.vox.setNull() }, "null"),
    ]
    for (write, text) in writes {
        try write(chosen)
        let edited = Array(bytes[..<offset]) + Array(text.utf8) + Array(bytes[(offset + length)...])
        let isAsExpected = try json.vox.bytes() == edited
        #expect(isAsExpected, "\(text) at offset \(offset)")
    }
}

/// Expects that every style reads back as an equal value; sorted, which writes numbers as doubles
/// are written, as one with the same doubles.
func checkStyles(_ bytes: [UInt8]) throws {
    let json = try JSON(parsing: bytes)
    for style in JSON.Style.allCases {
        let read = try JSON(parsing: json.vox.bytes(style: style))
        if style == .sorted {
            try checkWithFoundation(json.vox.bytes(style: style), json.snapshot())
        } else {
            let isEqual = read.vox.isEqual(to: json) && json.vox.isEqual(to: read)
            #expect(isEqual, "\(style)")
        }
        let again = try read.vox.bytes(style: style) == json.vox.bytes(style: style)
        #expect(again, "writing as \(style) twice gives the same bytes")
    }
}

/// Expects that Foundation reads the text as the value. It refuses numbers beyond the doubles;
/// documents with such numbers are passed over.
func checkWithFoundation(_ bytes: [UInt8], _ value: JSONValue) throws {
    guard isWithinDoubles(value) else { return }
    let object = try JSONSerialization.jsonObject(with: Data(bytes), options: [.fragmentsAllowed])
    #expect(difference(object, value, at: "") == nil)
}

private func isWithinDoubles(_ value: JSONValue) -> Bool {
    switch value {
    case .number(let number): number.double != nil
    case .array(let elements): elements.allSatisfy(isWithinDoubles)
    case .object(let members): members.allSatisfy { isWithinDoubles($0.value) }
    default: true
    }
}

/// The pointer of the first difference between what Foundation read and a value.
private func difference(_ object: Any, _ value: JSONValue, at pointer: String) -> String? {
    switch value {
    case .null: return object is NSNull ? nil : pointer
    case .bool(let bool):
        return (object as? NSNumber).map { isBoolean($0) && $0.boolValue == bool } == true
            ? nil : pointer
    case .number(let number):
        guard let read = object as? NSNumber, !isBoolean(read) else { return pointer }
        return isSame(read, number) ? nil : "\(pointer): \(read) for \(number)"
    case .string(let text):
        return (object as? String).map { isSame($0, text) } == true ? nil : pointer
    case .array(let elements):
        guard let read = object as? [Any], read.count == elements.count else { return pointer }
        for (index, pair) in zip(read, elements).enumerated() {
            if let found = difference(pair.0, pair.1, at: "\(pointer)/\(index)") { return found }
        }
        return nil
    case .object(let members):
        guard let read = object as? [String: Any], read.count == members.count else {
            return pointer
        }
        for (name, member) in members {
            guard let other = read[name] else { return "\(pointer)/\(name)" }
            if let found = difference(other, member, at: "\(pointer)/\(name)") { return found }
        }
        return nil
    }
}

private func isBoolean(_ number: NSNumber) -> Bool {
    number === (true as NSNumber) || number === (false as NSNumber)
        || "\(type(of: number))".contains("Boolean")
}

private func isSame(_ read: NSNumber, _ number: JSONNumber) -> Bool {
    if let integer = number.exactly(Int64.self) { return read.int64Value == integer }
    if let integer = number.exactly(UInt64.self) { return read.uint64Value == integer }
    guard let double = number.double else { return false }
    // Foundation holds long numbers as decimals, whose nearest double can be one off.
    return read.doubleValue == double || (read is NSDecimalNumber && Double("\(read)") == double)
}
