// SPDX-License-Identifier: MIT

/// Prepares command lines for the parser.
enum Arguments {
    private static let optionsWithValue: Swift.Set<String> = [
        "--style", "--max-depth", "--max-size", "--as", "--fields", "--include", "--extension",
        "--filter", "--sort", "--page", "--limit", "--header", "--reader",
        "--from", "--to", "--type", "--on-error", "--max-record", "--absent",
        "--profile", "--accept", "--query", "--base", "--relative-to", "--next", "--rate",
        "--collections", "--write", "--operations", "--only", "--skip", "--time", "--subjects",
        "--probes", "--junit", "--html", "--baseline", "--write-baseline", "--share",
    ]

    /// Moves options in front of `--`, so that values such as `-5` are not parsed as options.
    static func separated(_ arguments: [String]) -> [String] {
        guard let command = arguments.first, !command.hasPrefix("-"), command != "help" else {
            return arguments
        }
        var options: [String] = []
        var values: [String] = []
        var rest = arguments.dropFirst()
        while let argument = rest.popFirst() {
            if argument == "--" {
                values += rest
                break
            }
            guard argument.hasPrefix("--") || argument == "-h" else {
                values.append(argument)
                continue
            }
            options.append(argument)
            if optionsWithValue.contains(argument), let value = rest.popFirst() {
                options.append(value)
            }
        }
        return [command] + options + (values.isEmpty ? [] : ["--"] + values)
    }
}
