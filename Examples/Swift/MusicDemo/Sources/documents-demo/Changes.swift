// SPDX-License-Identifier: MIT

/// Where two texts differ: what they share in front and behind, and what lies between.
struct Difference {
    let offset: Int
    let before: String
    let after: String

    init(_ old: [UInt8], _ new: [UInt8]) {
        var front = 0
        while front < min(old.count, new.count), old[front] == new[front] { front += 1 }
        var back = 0
        while back < min(old.count, new.count) - front,
            old[old.count - 1 - back] == new[new.count - 1 - back]
        {
            back += 1
        }
        offset = front
        before = String(decoding: old[front..<(old.count - back)], as: UTF8.self)
        after = String(decoding: new[front..<(new.count - back)], as: UTF8.self)
    }
}
