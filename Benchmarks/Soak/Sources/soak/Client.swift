// SPDX-License-Identifier: MIT

/// A client with a connection of its own. It sends requests one after the other, and compares the
/// responses with what the service acknowledged.
final class Client {
    let port: Int
    let shared: SharedResources
    let recorder: Recorder
    var ledger: Ledger
    var random: SeededGenerator
    var walk: Walk?
    private var connection: HTTPConnection?

    init(
        port: Int, _ ledger: Ledger, _ shared: SharedResources, _ recorder: Recorder, seed: UInt64
    ) {
        self.port = port
        self.ledger = ledger
        self.shared = shared
        self.recorder = recorder
        random = SeededGenerator(seed: seed &* 1000 &+ UInt64(bitPattern: Int64(ledger.writer)))
    }

    // MARK: Requests

    /// Sends a request. Returns nil, and reports a fault, if the status of the response is another
    /// one.
    func exchange(_ message: Message, _ statuses: Int...) -> Reply? {
        do {
            let connection = try self.connection ?? HTTPConnection(port: port)
            self.connection = connection
            let start = ContinuousClock.now
            try connection.send(message.bytes)
            let reply = try connection.receive()
            recorder.add(latency: ContinuousClock.now - start)
            if reply.closes { self.connection = nil }
            if statuses.contains(reply.status) { return reply }
            fault(
                message, "status \(reply.status), not \(statuses): \(reply.text.prefix(300))")
        } catch {
            connection = nil
            fault(message, "\(error)")
        }
        return nil
    }

    func fault(_ message: Message, _ text: String) {
        recorder.add(fault: "\(message.method) \(message.target): \(text)")
    }

    // MARK: Chance

    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    func any<Element>(_ list: [Element]) -> Element? { list.randomElement(using: &random) }

    /// A task of this client whose state is known.
    func anyTask() -> (id: String, task: ExpectedTask)? {
        for _ in 0..<10 {
            guard let id = any(ledger.ids), let task = ledger.tasks[id] else { return nil }
            if !ledger.unknown.contains(id) { return (id, task) }
        }
        return nil
    }

    // MARK: The mixture

    /// Sends one or a few requests of a random kind.
    func step() {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<6: readPage()
        case 6..<16: readNextOfWalk()
        case 16..<26: readFiltered()
        case 26..<34: readSorted()
        case 34..<40: readIncluded()
        case 40..<54: readOne()
        case 54..<64: readRelated()
        case 64..<72: createOrDelete()
        case 72..<77: comment()
        case 77..<84: change()
        case 84..<87: label()
        case 87..<89: count()
        case 89..<94: operate()
        case 94..<98: sendMalformed()
        default: leave()
        }
    }
}

/// The generator SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
