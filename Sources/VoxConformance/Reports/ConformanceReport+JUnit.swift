// SPDX-License-Identifier: MIT

extension Conformance.Report {
    /// The report as JUnit XML, which most CI systems read: a test suite for each group, and a test
    /// case for each probe. Warnings and known failures are output of a case that passed. A run that
    /// did not end is an error.
    public var junit: String {
        let failed = count(.failed)
        let skipped = count(.skipped)
        let words = ending.words
        let tests = groups.reduce(0) { $0 + $1.probes.count } + (words == nil ? 0 : 1)
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        text += "<testsuites name=\"vox conform\" tests=\"\(tests)\" failures=\"\(failed)\" "
        text += "errors=\"\(words == nil ? 0 : 1)\" skipped=\"\(skipped)\" time=\"\(seconds)\">\n"
        for group in groups { text += Self.suite(group) }
        if let words {
            text +=
                "  <testsuite name=\"run\" tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\">\n"
            text += "    <testcase classname=\"run\" name=\"complete\">\n"
            text += Self.element("error", message: words, words)
            text += "    </testcase>\n  </testsuite>\n"
        }
        return text + "</testsuites>\n"
    }

    /// The duration in seconds, with three digits after the point.
    private var seconds: String {
        let digits = String(milliseconds % 1000 + 1000).dropFirst()
        return "\(milliseconds / 1000).\(digits)"
    }

    private static func suite(_ group: Group) -> String {
        var text = "  <testsuite name=\"\(Markup.escaped(group.name))\" "
        text += "tests=\"\(group.probes.count)\" failures=\"\(group.count(.failed))\" "
        text += "errors=\"0\" skipped=\"\(group.count(.skipped))\">\n"
        for probe in group.probes { text += testCase(probe, in: group) }
        return text + "  </testsuite>\n"
    }

    private static func testCase(_ probe: Probe, in group: Group) -> String {
        let name =
            "classname=\"\(Markup.escaped(group.name))\" name=\"\(Markup.escaped(probe.name))\""
        let body =
            switch probe.outcome {
            case .passed: ""
            case .failed: element("failure", message: probe.title, probe.words)
            case .warned, .known:
                "      <system-out>\(Markup.escaped(probe.words))</system-out>\n"
            case .skipped:
                "      <skipped message=\"\(Markup.escaped(probe.reason ?? ""))\"/>\n"
            }
        return body.isEmpty
            ? "    <testcase \(name)/>\n" : "    <testcase \(name)>\n\(body)    </testcase>\n"
    }

    private static func element(_ name: String, message: String, _ text: String) -> String {
        "      <\(name) message=\"\(Markup.escaped(message))\">\(Markup.escaped(text))</\(name)>\n"
    }
}

extension Conformance.Report.Probe {
    /// The failures as lines of text.
    var words: String {
        failures.map(\.words).joined(separator: "\n") + "\n\(meaning)\n"
    }
}

extension Conformance.Report.Failure {
    /// The failure as lines of text.
    var words: String {
        let level = isKnown ? "known" : isWarning ? "should" : "must"
        var lines = ["\(rules.joined(separator: ", ")) (\(level)) \(SectionHeading.named(section))"]
        if !subject.isEmpty { lines.append("  at        \(place)") }
        lines.append("  expected  \(expected)")
        lines.append("  got       \(got)")
        for command in commands { lines.append("  \(command)") }
        if commands.contains(where: { $0.contains(" -X POST ") }), commands.count > 1 {
            lines.append("  (the ids are those of this run)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The subject and the step.
    var place: String {
        let subject = subject.excerpt(200)
        return step > 1 ? "\(subject), step \(step)" : subject
    }
}

/// Text in XML and HTML.
enum Markup {
    /// Returns a text with character references in place of the characters of markup. Characters
    /// that XML 1.0 does not allow are replaced by U+FFFD.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
            }
        }
        return escaped
    }

    /// Returns true for the characters of XML 1.0, section 2.2, and false for controls of C1, which
    /// XML allows and HTML does not.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0xD, 0x20...0x7E, 0xA0...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}
