// SPDX-License-Identifier: MIT

// What Vox costs on documents in memory, against other libraries. Prints a table of ratios; with
// --output writes it to that folder too, with --charts the data that draw-charts draws. `make bench`
// does both. --only TEXT measures what has that text in "JOB, over PEER", --seconds N gives each
// row N; --clock wall counts the time that goes by, instead of that on a processor. A row below its
// goal in the file of --goals is an error; --settle writes that file anew. --own measures Vox alone,
// without peers, and writes what each job took as JSON.

import Foundation

guard let settings = try? Settings(arguments: Array(CommandLine.arguments.dropFirst())) else {
    print("usage: documents-bench [--corpora DIR] [--output DIR] [--charts DIR] [--only TEXT]")
    print("                       [--goals FILE | --settle FILE] [--seconds N] [--clock cpu|wall]")
    print("                       [--own FILE] [--commit TEXT] [--swift VERSION]")
    exit(2)
}
var program = try Program(settings: settings)
let machine = Machine(swift: settings.swift)
program.measureCore()
program.measureSmall()
program.measureNumbers()
program.measureEverything()
program.measureWriting()
try program.measureSwift()
if let path = settings.own {
    progress("")
    try program.own.write(to: path)
    for trouble in program.troubles { print("not measured: \(trouble)") }
    exit(program.troubles.isEmpty ? 0 : 1)
}
program.measureEngines()
program.measureGrowth()
progress("")

let report = Report(program: program, machine: machine)
print(report.table)
print("\(machine.description), load \(machine.load)\n\(machine.versions)")
if let path = settings.settles {
    try program.settle(in: path, origin: "\(machine.description); \(machine.versions)")
}
if let folder = settings.output { try report.write(to: folder) }
if let folder = settings.charts { try ChartData(program: program).write(to: folder) }
for trouble in program.troubles { print("not measured: \(trouble)") }
for row in program.misses {
    let what = row.goal == nil ? "no goal yet, see --settle" : "below its goal"
    print("\(what): \(row.job), \(row.file), over \(row.peer)")
}
exit(program.troubles.isEmpty && program.misses.isEmpty ? 0 : 1)
