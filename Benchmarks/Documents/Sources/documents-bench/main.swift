// SPDX-License-Identifier: MIT

// What Vox costs on documents in memory, against other libraries. Prints a table of ratios; with
// --output writes it to that folder too, with --charts the data that draw-charts draws. `make bench`
// does both. --only TEXT measures what has that text in "JOB, over PEER", --seconds N gives each
// row N; --clock cpu counts the time on a processor, for a busy machine.

import Foundation

guard let settings = try? Settings(arguments: Array(CommandLine.arguments.dropFirst())) else {
    print("usage: documents-bench [--corpora DIR] [--output DIR] [--charts DIR] [--only TEXT]")
    print(
        "                       [--seconds N] [--clock wall|cpu] [--commit TEXT] [--swift VERSION]")
    exit(2)
}
var program = Program(settings: settings)
let machine = Machine(swift: settings.swift, threads: try? program.ratioOfTwoThreads())
program.measureCore()
try program.measureSwift()
program.measureEngines()
program.measureGrowth()
progress("")

let report = Report(program: program, machine: machine)
print(report.table)
print("\(machine.description), load \(machine.load)\n\(machine.versions)")
for trouble in program.troubles { print("not measured: \(trouble)") }
if let folder = settings.output { try report.write(to: folder) }
if let folder = settings.charts { try ChartData(program: program).write(to: folder) }
exit(program.troubles.isEmpty ? 0 : 1)
