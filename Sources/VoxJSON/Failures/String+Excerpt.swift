// SPDX-License-Identifier: MIT

extension StringProtocol {
    /// Returns the text as a part of one line, truncated after `limit` Unicode scalars with "…".
    ///
    /// The function counts Unicode scalars, because a character has no maximum length: any number
    /// of combining marks may follow a letter. Spaces replace scalars that would begin a new line,
    /// control a terminal, or change the direction of the text.
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
