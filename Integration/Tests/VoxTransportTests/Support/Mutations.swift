// SPDX-License-Identifier: MIT

import VoxTestSupport

/// Every byte of a response changed in some ways, by seed: case after case.
struct Mutations: Sendable {
    /// How often each byte is changed.
    static let perByte = 5
    /// What servers that break the rules send.
    private static let bytes: [UInt8] = Array("\0\t\n\r 019:;-,\u{7F}".utf8) + [0x80, 0xFF]

    private let responses: [[UInt8]]
    private let seed: UInt64

    init(_ responses: [[UInt8]], seed: UInt64) {
        self.responses = responses
        self.seed = seed
    }

    /// How many cases there are.
    var count: Int { responses.reduce(0) { $0 + $1.count * Self.perByte } }

    /// The bytes of a case; those of the first again after the last.
    subscript(number: Int) -> [UInt8] {
        var number = number % count
        var seeded = Seeded(seed &+ UInt64(number))
        for response in responses {
            if number < response.count * Self.perByte {
                return Self.changed(response, at: number / Self.perByte, &seeded)
            }
            number -= response.count * Self.perByte
        }
        return []
    }

    /// The bytes of a case that is drawn by seed, so that a few of them are of all kinds.
    func drawn(_ number: Int) -> [UInt8] {
        var seeded = Seeded(seed &+ UInt64(number) &* 0x9E37)
        return self[seeded.below(count)]
    }

    private static func changed(
        _ response: [UInt8], at index: Int, _ seeded: inout Seeded
    ) -> [UInt8] {
        var response = response
        switch seeded.below(8) {
        case 0: response.remove(at: index)
        case 1: response.insert(response[index], at: index)
        case 2: response.insert(seeded.pick(bytes), at: index)
        case 3: response.removeSubrange(index...)
        case 4, 5: response[index] ^= 1 << UInt8(seeded.below(8))
        default: response[index] = seeded.pick(bytes)
        }
        return response
    }
}
