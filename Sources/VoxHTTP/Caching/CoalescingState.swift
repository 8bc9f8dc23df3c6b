// SPDX-License-Identifier: MIT

/// The state machine of ``RequestCoalescing``: it decides which requests wait for which transfer.
/// The state machine has no lock and no task, and sends nothing.
///
/// Each request has a ticket. The number of a transfer is the ticket of the request that began it:
///
///     open:       key ──▶ transfer         equal requests join it
///     transfers:  ticket ──▶ waiters       by ticket
///     joined:     ticket ──▶ transfer      of requests that joined one
package struct CoalescingState<Key: Hashable, Waiter, Work> {
    private struct Transfer {
        let key: Key
        /// The task that runs the transfer; nil until it is set.
        var work: Work?
        var waiters: [Int: Waiter]
        /// The highest ticket whose request waits for the second time, because its first transfer
        /// timed out.
        var again = 0
    }

    private var transfers: [Int: Transfer] = [:]
    /// The transfers that requests can join, by key.
    private var open: [Key: Int] = [:]
    /// The transfers that requests have joined, by the tickets of these requests.
    private var joined: [Int: Int] = [:]
    private var last = 0

    package init() {}

    /// Adds a waiter to the transfer of a key, or to a new transfer.
    /// - Returns: a ticket for ``leave(_:)``, and true if the caller must begin a transfer. The
    ///   ticket is the number of this transfer.
    package mutating func join(_ waiter: Waiter, _ key: Key) -> (ticket: Int, begins: Bool) {
        last += 1
        if let number = open[key] {
            add([last: waiter], to: number)
            return (last, false)
        }
        begin(last, Transfer(key: key, waiters: [last: waiter]))
        return (last, true)
    }

    /// Stores the task that runs a transfer.
    /// - Returns: false if the transfer has ended, or if all its requests have left it.
    package mutating func begun(_ number: Int, by work: Work) -> Bool {
        transfers[number]?.work = work
        return transfers[number] != nil
    }

    /// Removes a waiter from its transfer.
    /// - Returns: the work to cancel if no waiter is left; otherwise nil.
    package mutating func leave(_ ticket: Int) -> Work? {
        let number = joined.removeValue(forKey: ticket) ?? ticket
        guard transfers[number]?.waiters.removeValue(forKey: ticket) != nil,
            transfers[number]?.waiters.isEmpty == true
        else { return nil }
        return remove(number)?.work
    }

    /// Closes the transfers of some keys, so that no further request joins them.
    package mutating func close(where isClosed: (Key) -> Bool) {
        open = open.filter { !isClosed($0.key) }
    }

    /// Ends a transfer that succeeded, and returns its waiters. If the number of waiters is greater
    /// than `most`, the transfer does not end, and the function returns nil.
    package mutating func finish(_ number: Int, most: Int = .max) -> [Waiter]? {
        guard let transfer = transfers[number] else { return [] }
        guard transfer.waiters.count <= most else { return nil }
        return remove(number).map { Array($0.waiters.values) }
    }

    /// Ends a transfer that failed.
    ///
    /// When a transfer times out, only the request that began it has waited for its whole time
    /// limit. The other requests of the transfer then wait for a second transfer. If the second
    /// transfer times out too, all waiting requests fail, because the server does not respond.
    /// - Returns: the waiters that receive the error, and the number of the second transfer if the
    ///   caller must begin one.
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

    /// Moves the waiters of a timed-out transfer to another transfer of the key, or to a new
    /// transfer.
    /// - Returns: the number of the transfer that the caller must begin; otherwise nil.
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
