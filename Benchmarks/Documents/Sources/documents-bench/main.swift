// SPDX-License-Identifier: MIT

// What Vox costs on documents in memory, against other libraries. Prints a table of ratios; with
// --output also writes the file of this processor in that folder, as `make bench` does. --only TEXT
// measures what has that text, or one of the texts between "|", in "JOB, over PEER", --seconds N gives
// each row N; --seed N makes other documents of those that are made; --clock wall counts the time that
// goes by, instead of that on a processor. A row below its goal is an error. Goals are taken from the
// results in the folder of --goals. With --output a row without a goal gets one; --settle is --output
// where all rows get theirs from this run. --own measures Vox alone, without peers, and writes what
// each job took as JSON. --engine and --text print the speed of one engine on one text: the program
// calls itself with them, so that engines do not share a heap.

import Foundation

guard let settings = try? Settings(arguments: Array(CommandLine.arguments.dropFirst())) else {
    print("usage: documents-bench [--corpora DIR] [--goals DIR] [--output DIR | --settle DIR]")
    print("                       [--only TEXT] [--seconds N] [--clock cpu|wall]")
    print("                       [--own FILE] [--seed N] [--commit TEXT] [--swift VERSION]")
    print("       documents-bench --engine NAME --text NAME [--corpora DIR] [--seconds N]")
    exit(2)
}
if let engine = settings.engine {
    guard let speed = EngineRun(settings: settings).speed(of: engine) else { exit(1) }
    print(speed)
    exit(0)
}
var program = try Program(settings: settings)
program.measureCore()
program.measureSmall()
program.measureRequests()
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

let report = Report(program: program)
print(report.table)
let machine = program.machine
print("\(machine.description), load \(machine.load)\n\(machine.versions)")
print("Instructions: \(machine.counting)")
if let folder = settings.output { try report.write(to: folder) }
for trouble in program.troubles { print("not measured: \(trouble)") }
for row in program.unsettled {
    print("no goal yet, see --output: \(row.job), \(row.file), over \(row.peer)")
}
for row in program.losses {
    print("below its goal: \(row.job), \(row.file), over \(row.peer)")
}
print(program.standing)
exit(program.troubles.isEmpty && program.losses.isEmpty ? 0 : 1)
