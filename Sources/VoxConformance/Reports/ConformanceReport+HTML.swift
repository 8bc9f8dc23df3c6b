// SPDX-License-Identifier: MIT

extension Conformance.Report {
    /// The report as one page of HTML, which needs no other file: a table of the groups, then each
    /// failure and warning, then what passed and what was skipped. The page follows the light or
    /// dark appearance of the browser.
    public var html: String {
        var parts = [
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">",
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
            "<meta name=\"color-scheme\" content=\"light dark\">",
            "<title>JSON:API conformance of \(Markup.escaped(server))</title>",
            "<style>\n\(Self.style)</style>\n</head>\n<body>\n<main>",
            "<h1>JSON:API conformance</h1>",
            "<p class=\"server\">\(Markup.escaped(server))</p>",
        ]
        if let words = ending.words {
            parts.append("<p class=\"end\">\(Markup.escaped(words))</p>")
        }
        parts.append(countsHTML)
        parts.append(tableHTML)
        parts.append(section("Failed", of: .failed))
        parts.append(section("Warned", of: .warned))
        parts.append(section("Known from the baseline", of: .known))
        parts.append(remainingHTML)
        parts.append(list("Skipped", of: .skipped))
        parts.append(list("Passed", of: .passed))
        parts.append(notesHTML)
        parts.append(
            "<footer><p>\(requests) requests in \(Markup.escaped(duration.words)).</p></footer>")
        parts.append("</main>\n</body>\n</html>\n")
        return parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    // MARK: The summary

    private var countsHTML: String {
        let items = Outcome.allCases.filter { $0 != .known || count($0) > 0 }.map { outcome in
            "<li class=\"\(outcome.rawValue)\"><b>\(count(outcome))</b> \(outcome.rawValue)</li>"
        }
        return "<ul class=\"counts\">\n\(items.joined(separator: "\n"))\n</ul>"
    }

    private var tableHTML: String {
        let shown = Outcome.allCases.filter { $0 != .known || count($0) > 0 }
        let heads = shown.map { "<th scope=\"col\">\($0.rawValue)</th>" }.joined()
        let rows = groups.map { group in
            let cells = shown.map { outcome in
                let count = group.count(outcome)
                return count == 0
                    ? "<td class=\"none\">·</td>"
                    : "<td class=\"\(outcome.rawValue)\">\(count)</td>"
            }.joined()
            let title = Self.link(group.section, group.title)
            return "<tr><th scope=\"row\">\(title)</th>\(cells)</tr>"
        }
        return """
            <div class="wide"><table>
            <thead><tr><th scope="col">Group</th>\(heads)</tr></thead>
            <tbody>
            \(rows.joined(separator: "\n"))
            </tbody>
            </table></div>
            """
    }

    /// Returns a link. Only addresses of http become links, so that no text runs as a script.
    private static func link(_ address: String, _ text: String) -> String {
        guard address.hasPrefix("https://") || address.hasPrefix("http://") else {
            return Markup.escaped(text)
        }
        return "<a href=\"\(Markup.escaped(address))\">\(Markup.escaped(text))</a>"
    }

    // MARK: Probes

    private func probes(_ outcome: Outcome) -> [(group: Group, probe: Probe)] {
        groups.flatMap { group in
            group.probes.filter { $0.outcome == outcome }.map { (group, $0) }
        }
    }

    private static func heading(_ section: String) -> String {
        SectionHeading.heading(of: section) ?? "section of the standard"
    }

    private func section(_ title: String, of outcome: Outcome) -> String {
        let found = probes(outcome)
        guard !found.isEmpty else { return "" }
        let articles = found.map { Self.article($0.probe, in: $0.group) }
        return "<h2>\(title)</h2>\n" + articles.joined(separator: "\n")
    }

    private static func article(_ probe: Probe, in group: Group) -> String {
        let failures = probe.failures.map(failure).joined(separator: "\n")
        return """
            <article class="\(probe.outcome.rawValue)">
            <h3>\(Markup.escaped(probe.title))</h3>
            <p class="name">\(Markup.escaped(group.name))/\(Markup.escaped(probe.name))</p>
            \(failures)
            <p class="meaning">\(Markup.escaped(probe.meaning))</p>
            </article>
            """
    }

    private static func failure(_ failure: Failure) -> String {
        let rules = failure.rules.map { "<code>\(Markup.escaped($0))</code>" }.joined(
            separator: " ")
        let level = failure.isKnown ? "known" : failure.isWarning ? "should" : "must"
        var rows = [
            ("rule", "\(rules) \(level), \(link(failure.section, heading(failure.section)))")
        ]
        if !failure.subject.isEmpty { rows.append(("at", Markup.escaped(failure.place))) }
        rows.append(("expected", Markup.escaped(failure.expected)))
        rows.append(("got", Markup.escaped(failure.got)))
        let list = rows.map { "<dt>\($0.0)</dt><dd>\($0.1)</dd>" }.joined(separator: "\n")
        let commands = failure.commands.joined(separator: "\n")
        let curl = commands.isEmpty ? "" : "\n<pre><code>\(Markup.escaped(commands))</code></pre>"
        return "<div class=\"failure\">\n<dl>\n\(list)\n</dl>\(curl)\n</div>"
    }

    private func list(_ title: String, of outcome: Outcome) -> String {
        let found = probes(outcome)
        guard !found.isEmpty else { return "" }
        let items = found.map { group, probe in
            let reason = probe.reason.map { " <i>\(Markup.escaped($0))</i>" } ?? ""
            let name = "\(group.name)/\(probe.name)"
            return "<li>\(Markup.escaped(probe.title)) "
                + "<span class=\"name\">\(Markup.escaped(name))</span>\(reason)</li>"
        }
        return """
            <details><summary>\(title): \(found.count)</summary>
            <ul>
            \(items.joined(separator: "\n"))
            </ul></details>
            """
    }

    // MARK: Other parts

    private var remainingHTML: String {
        guard !remaining.isEmpty else { return "" }
        let lists = remainingByHeading.map { heading, resources in
            let items = resources.map {
                "<li>\(Markup.escaped($0.reason))\n"
                    + "<pre><code>\(Markup.escaped($0.command))</code></pre></li>"
            }
            return "<p>\(heading):</p>\n<ul>\n" + items.joined(separator: "\n") + "\n</ul>"
        }
        return "<h2>Resources that may remain on the server</h2>\n"
            + lists.joined(separator: "\n")
    }

    private var notesHTML: String {
        var items = notes
        if !collections.isEmpty {
            items.insert("Collections: \(collections.joined(separator: ", "))", at: 0)
        }
        guard !items.isEmpty else { return "" }
        let list = items.map { "<li>\(Markup.escaped($0))</li>" }.joined(separator: "\n")
        return "<h2>Notes</h2>\n<ul>\n\(list)\n</ul>"
    }

    private static let style = """
        :root { color-scheme: light dark; --back: #fff; --text: #1c1e21; --soft: #5b6168;
          --line: #d9dde2; --card: #f6f7f9; --bad: #b3261e; --warn: #8a5a00; --good: #1a6b33;
          --link: #0b57b0; }
        @media (prefers-color-scheme: dark) { :root { --back: #15171a; --text: #e6e8eb;
          --soft: #a0a7af; --line: #353a41; --card: #1e2126; --bad: #ff8a80; --warn: #f2c063;
          --good: #7fd896; --link: #8ab8ff; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--back); color: var(--text);
          font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
        main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
        h1 { font-size: 1.6rem; margin: 0; } h2 { font-size: 1.25rem; margin: 2.5rem 0 .75rem; }
        h3 { font-size: 1rem; margin: 0; }
        a { color: var(--link); }
        .server, .name, .meaning, footer { color: var(--soft); }
        .server, .name, dd, li { overflow-wrap: anywhere; }
        .server { margin: .25rem 0 1rem; }
        .name { font: .85rem/1.4 ui-monospace, monospace; margin: .1rem 0 .5rem; }
        .end { padding: .5rem .75rem; border-left: 4px solid var(--warn); background: var(--card); }
        .counts { display: flex; flex-wrap: wrap; gap: .5rem; padding: 0; list-style: none; }
        .counts li { border: 1px solid var(--line); border-radius: .5rem; padding: .25rem .75rem; }
        .wide { overflow-x: auto; }
        table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
        th, td { padding: .35rem .6rem; border-bottom: 1px solid var(--line); text-align: right;
          font-weight: normal; }
        th:first-child { text-align: left; } thead th { color: var(--soft); }
        .none { color: var(--soft); }
        td.failed, .counts .failed b { color: var(--bad); font-weight: 600; }
        td.warned, .counts .warned b { color: var(--warn); font-weight: 600; }
        td.passed, .counts .passed b { color: var(--good); }
        article { background: var(--card); border: 1px solid var(--line); border-radius: .5rem;
          border-left: 4px solid var(--soft); padding: .75rem 1rem; margin: 0 0 1rem; }
        article.failed { border-left-color: var(--bad); }
        article.warned { border-left-color: var(--warn); }
        .failure + .failure { border-top: 1px solid var(--line); padding-top: .75rem; }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem .75rem;
          margin: .5rem 0; }
        dt { color: var(--soft); } dd { margin: 0; }
        pre { overflow-x: auto; background: var(--back); border: 1px solid var(--line);
          border-radius: .35rem; padding: .5rem .75rem; font-size: .85rem; margin: .5rem 0; }
        details { margin: 2rem 0 0; } summary { cursor: pointer; font-size: 1.1rem; }
        ul { padding-left: 1.25rem; } details li { margin: .35rem 0; }
        @media (max-width: 30rem) { dl { grid-template-columns: 1fr; gap: 0; }
          dd { margin-bottom: .35rem; } th, td { padding: .35rem .4rem; font-size: .9rem; } }

        """
}
