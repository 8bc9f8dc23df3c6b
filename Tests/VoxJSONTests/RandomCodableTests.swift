// SPDX-License-Identifier: MIT

import Foundation
import Testing
import VoxJSON
import VoxTestSupport

@Suite("Codable of random values, next to Foundation's", .serialized)
struct RandomCodableTests {
    /// Foundation's coders, with dates in the form that attributes have.
    private let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(date.encoded())
        }
        return encoder
    }()
    private let decoder: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            try JSON(JSONValue(from: decoder)).vox.value(as: Date.self)
        }
        return decoder
    }()

    @Test("what is encoded is what Foundation encodes, and each reads what the other wrote")
    func agreement() throws {
        let seed = Seeded.drawnSeed()
        var random = RandomValues(seed: seed)
        for round in 0..<2000 {
            let value = PlannedValue.random(&random, depth: 5)
            let theirs = try encoder.encode([value])
            let ours = try JSON(JSONValue(encoding: [value]))
            let parsed = try JSON(parsing: theirs)
            #expect(ours.vox.isEqual(to: parsed), "seed \(seed), round \(round): \(ours) \(parsed)")
            PlannedValue.expected = value.plan
            let foundations = try decoder.decode([PlannedValue].self, from: theirs)
            for tree in [ours, parsed] {
                PlannedValue.expected = value.plan
                #expect(
                    try tree.vox.decode([PlannedValue].self) == foundations,
                    "seed \(seed), round \(round)")
            }
        }
    }

    @Test("what is not as a type wants is refused by both, or read as the same by both")
    func mismatches() throws {
        let seed = Seeded.drawnSeed()
        var random = RandomValues(seed: seed)
        for round in 0..<4000 {
            let value = PlannedValue.random(&random, depth: 4)
            let json = try JSON(JSONValue(encoding: [value]))
            let other = random.scalar()
            try disturb(json, other, &random)
            let text = try json.vox.bytes(style: .compact)
            // Of numbers that no double holds, Foundation makes the nearest one.
            let written = String(decoding: text, as: UTF8.self)
            if ["1e-400", "1e400", "12345678901234567890"].contains(where: written.contains) {
                continue
            }
            PlannedValue.expected = value.plan
            let theirs = Result { try decoder.decode([PlannedValue].self, from: Data(text)) }
            PlannedValue.expected = value.plan
            let ours = Result { try json.vox.decode([PlannedValue].self) }
            switch (ours, theirs) {
            case (.success(let ours), .success(let theirs)):
                #expect(ours == theirs, "seed \(seed), round \(round)")
            case (.failure, .failure): break
            default:
                Issue.record(
                    "seed \(seed), round \(round), \(other): \(ours) \(theirs) \(String(decoding: text, as: UTF8.self))"
                )
            }
        }
    }

    /// Puts something else in the place of a value, or takes an element out. Of members, Foundation's
    /// super decoders take one that is missing for null.
    private func disturb(_ json: JSON, _ other: JSONValue, _ random: inout RandomValues) throws {
        var place = json
        while place.vox.count > 0, random.random.chance(80) {
            place = random.random.pick(place.vox.elements)
        }
        if random.random.chance(20), place.vox.parent?.vox.kind == .array {
            place.vox.remove()
        } else {
            try place.vox.set(other)
        }
    }
}
