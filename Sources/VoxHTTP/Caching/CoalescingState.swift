// SPDX-License-Identifier: MIT

/// Which requests wait for which transfer: the state machine of ``RequestCoalescing``, which has neither
/// a lock nor a task and sends nothing.
///
/// Each request has a ticket. A transfer is known by the ticket of the request that began it:
///
///     open:       key ──▶ transfer         equal requests join it
///     transfers:  ticket ──▶ waiters       by ticket
///     joined:     ticket ──▶ transfer      of those who did not begin it
package struct CoalescingState<Key: Hashable, Waiter, Work> {
    private struct Transfer {
        let key: Key
        /// What carries it; nil until that is known.
        var work: Work?
        var waiters: [Int: Waiter]
        /// Up to this ticket they wait for the second time, because the first transfer ran out of time.
        var again = 0
    }

    private var transfers: [Int: Transfer] = [:]
    /// Those that can be joined.
    private var open: [Key: Int] = [:]
    /// The transfers of those who did not begin them.
    private var joined: [Int: Int] = [:]
    private var last = 0

    package init() {}

    /// Has somebody wait for the transfer of a key.
    /// - Returns: a ticket to leave with, and whether a transfer of that number is to begin.
    package mutating func join(_ waiter: Waiter, _ key: Key) -> (ticket: Int, begins: Bool) {
        last += 1
        if let number = open[key] {
            add([last: waiter], to: number)
            return (last, false)
        }
        begin(last, Transfer(key: key, waiters: [last: waiter]))
        return (last, true)
    }

    /// Notes what carries a transfer.
    /// - Returns: false when the transfer is over, or was abandoned while it began.
    package mutating func begun(_ number: Int, by work: Work) -> Bool {
        transfers[number]?.work = work
        return transfers[number] != nil
    }

    /// Takes one who waits off the transfer.
    /// - Returns: what carries the transfer, when nobody waits for it any more: to be cancelled.
    package mutating func leave(_ ticket: Int) -> Work? {
        let number = joined.removeValue(forKey: ticket) ?? ticket
        guard transfers[number]?.waiters.removeValue(forKey: ticket) != nil,
            transfers[number]?.waiters.isEmpty == true
        else { return nil }
        return remove(number)?.work
    }

    /// Lets nobody join the transfers of some keys any more.
    package mutating func close(where isClosed: (Key) -> Bool) {
        open = open.filter { !isClosed($0.key) }
    }

    /// Ends a transfer that succeeded, and gives those who wait; when these are more than `most`, it goes
    /// on, and the result is nil.
    package mutating func finish(_ number: Int, most: Int = .max) -> [Waiter]? {
        guard let transfer = transfers[number] else { return [] }
        guard transfer.waiters.count <= most else { return nil }
        return remove(number).map { Array($0.waiters.values) }
    }

    /// Ends a transfer that failed.
    ///
    /// When a transfer takes too long, only the time of the request that began it is up. The others go on
    /// to a second transfer; when that takes too long as well, it is the server.
    /// - Returns: those to tell, and the number of the second transfer when one is to begin.
    package mutating func fail(
        _ number: Int, isLate: Bool
    ) -> (told: [Waiter], second: Int?) {
        guard var transfer = remove(number) else { return ([], nil) }
        let told = transfer.waiters.filter {
            !isLate || $0.key == number || $0.key <= transfer.again
        }
        for ticket in told.keys { transfer.waiters[ticket] = nil }
        return (Array(told.values), rejoin(transfer.waiters, transfer.key))
    }

    private mutating func begin(_ number: Int, _ transfer: Transfer) {
        transfers[number] = transfer
        open[transfer.key] = number
    }

    private mutating func add(_ waiters: [Int: Waiter], to number: Int) {
        for (ticket, waiter) in waiters {
            transfers[number]?.waiters[ticket] = waiter
            if ticket != number { joined[ticket] = number }
        }
    }

    private mutating func remove(_ number: Int) -> Transfer? {
        guard let transfer = transfers.removeValue(forKey: number) else { return nil }
        if let index = open.index(forKey: transfer.key), open[index].value == number {
            open.remove(at: index)
        }
        if transfer.waiters.count > 1 || transfer.waiters[number] == nil {
            for ticket in transfer.waiters.keys { joined[ticket] = nil }
        }
        return transfer
    }

    /// Has those whose transfer ran out of time join another, or begin one.
    /// - Returns: the number of the one to begin.
    private mutating func rejoin(_ waiters: [Int: Waiter], _ key: Key) -> Int? {
        guard let first = waiters.keys.min() else { return nil }
        if let number = open[key] {
            add(waiters, to: number)
            return nil
        }
        begin(first, Transfer(key: key, waiters: [:], again: last))
        add(waiters, to: first)
        return first
    }
}
