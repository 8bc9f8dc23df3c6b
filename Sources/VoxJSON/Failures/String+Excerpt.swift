// SPDX-License-Identifier: MIT

extension StringProtocol {
    /// The text as a part of one line, cut behind so many Unicode scalars with "…". Scalars are counted,
    /// for a character has no greatest length: marks without end may follow a letter. What would begin
    /// another line, tell a terminal what to do, or turn the direction of what follows, is a space.
    package func excerpt(_ limit: Int) -> String {
        var line = String.UnicodeScalarView()
        for (count, scalar) in unicodeScalars.enumerated() {
            if count == limit { return String(line) + "…" }
            line.append(scalar.isShownInLines ? scalar : " ")
        }
        return String(line)
    }
}

extension Unicode.Scalar {
    fileprivate var isShownInLines: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: !properties.isBidiControl
        }
    }
}
