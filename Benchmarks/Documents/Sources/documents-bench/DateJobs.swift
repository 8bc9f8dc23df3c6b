// SPDX-License-Identifier: MIT

import Foundation
import Vox

/// Dates in the form of RFC 3339, as most APIs have them, over Foundation's own style for them. The
/// side of Vox finds the member and has the text in a tree; that of Foundation has it as a `String`.
extension Program {
    mutating func measureDates() throws {
        let dates = (0..<1000).map {
            Date(timeIntervalSince1970: Double(1_600_000_000 + $0 * 86_413))
        }
        let texts = dates.map { $0.formatted(.iso8601) }
        let list = "[" + texts.map { #"{"at":"\#($0)"}"# }.joined(separator: ",") + "]"
        let json = try JSON(parsing: list)
        let elements = texts.indices.map { json[$0] }
        let none = Text(name: "–", [])
        var round = 0
        compare(
            "Swift: dates read", none, chart: .swift, aim: 4, isSameWork: false,
            isFreshMeasured: false,
            vox: Side(name: "Vox") {
                elements.reduce(into: 0) { sum, element in
                    let date: Date? = element.at
                    sum &+= Int64(date?.timeIntervalSince1970 ?? 0)
                }
            },
            peer: Side(name: "Date.ISO8601FormatStyle") {
                try texts.reduce(into: 0) { sum, text in
                    sum &+= Int64(try Date(text, strategy: .iso8601).timeIntervalSince1970)
                }
            })
        compare(
            "Swift: dates written", none, chart: .swift, aim: 4, isSameWork: false,
            isFreshMeasured: false,
            vox: Side(name: "Vox") {
                round += 1  // another one each time: what is there already is not written
                for (index, element) in elements.enumerated() {
                    element.at = dates[(index + round) % dates.count]
                }
                return Int64(elements.count)
            },
            peer: Side(name: "Date.ISO8601FormatStyle") {
                dates.reduce(into: 0) { sum, date in
                    sum &+= date.formatted(.iso8601).isEmpty ? 0 : 1
                }
            })
    }
}
