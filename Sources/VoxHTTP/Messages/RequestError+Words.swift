// SPDX-License-Identifier: MIT

internal import HTTPTypes

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The errors that a response reports. Other modules read the errors, because this module does not
/// read the formats of responses.
package protocol ErrorReport: Sendable {
    /// The first errors in one line, each with the part of the request that it is about. Empty if
    /// there are no errors.
    var summary: String { get }

    /// The errors as sentences for the user who filled in the form, one sentence for each error.
    var sentences: [String] { get }

    /// The name of the property of ``RequestError`` that has these errors.
    var property: String { get }
}

extension RequestError: CustomStringConvertible {
    /// One line with the code, the message, the method and address, the first errors of the
    /// response, and the names of the properties with more details. The line has at most 4,096
    /// characters, and contains no header field and no query.
    ///
    ///     invalid: the server responded with 422 (POST https://example.com/albums): Empty: a title is
    ///     needed (at "/data/attributes/title"); Too long (at "/data/attributes/label") [see errors]
    public var description: String {
        var text = "\(code): \(message.prefix(2000))"
        if let method, let url { text += " (\(method) \(url))" }
        if let status, !message.contains("\(status.code)") { text += ", status \(status.code)" }
        if let report, !report.summary.isEmpty {
            text += ": \(report.summary) [see \(report.property)]"
        } else if !body.isEmpty {
            let type = headers[.contentType].map { " of " + $0.prefix { $0 != ";" } } ?? ""
            text += " [see body: \(body.count) bytes\(type.prefix(100))]"
        }
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(4096) {
            line.append(scalar.isShownInLines ? scalar : " ")
        }
        return String(line)
    }
}

extension Unicode.Scalar {
    /// False for characters that would begin another line of a log, control a terminal, or change
    /// the direction of the text that follows.
    fileprivate var isShownInLines: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: !properties.isBidiControl
        }
    }
}

extension RequestError: LocalizedError {
    /// The text for users has one line for each of the first 10 errors of the response. If the
    /// response reports no errors, the text is the message of this error.
    public var errorDescription: String? {
        let sentences = report?.sentences ?? []
        return sentences.isEmpty
            ? String(message.prefix(2000)) : sentences.prefix(10).joined(separator: "\n")
    }
}
