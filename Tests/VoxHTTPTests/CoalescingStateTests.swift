// SPDX-License-Identifier: MIT

import Testing
import VoxHTTP

/// Who waits for which transfer, without a transfer.
@Suite("State of request coalescing")
struct CoalescingStateTests {
    private var state = CoalescingState<String, String, String>()

    @Test("The first of a key begins a transfer, the others join it, and all are told")
    mutating func joining() {
        let first = state.join("a", "key")
        #expect(first.begins)
        #expect(!state.join("b", "key").begins)
        #expect(state.join("c", "other").begins)
        #expect(state.begun(first.ticket, by: "work") == true)
        #expect(state.finish(first.ticket, most: 1) == nil, "it goes on for several")
        #expect(state.finish(first.ticket)?.sorted() == ["a", "b"])
        #expect(state.finish(first.ticket) == [], "it is over")
        #expect(state.join("d", "key").begins, "nobody joins what is over")
    }

    @Test("One alone gets the transfer as it comes")
    mutating func alone() {
        let ticket = state.join("a", "key").ticket
        #expect(state.finish(ticket, most: 1) == ["a"])
    }

    @Test("The work is given up when the last one leaves, whoever that is")
    mutating func leaving() {
        let first = state.join("a", "key").ticket
        let second = state.join("b", "key").ticket
        #expect(state.begun(first, by: "work") == true)
        #expect(state.leave(first) == nil)
        #expect(state.leave(first) == nil, "nobody leaves twice")
        #expect(state.leave(second) == "work")
        #expect(state.finish(first) == [])
        #expect(state.join("c", "key").begins)
    }

    @Test("Work that was abandoned before it was known is told to stop")
    mutating func abandoned() {
        let ticket = state.join("a", "key").ticket
        #expect(state.leave(ticket) == nil)
        #expect(state.begun(ticket, by: "work") == false)
    }

    @Test("A closed transfer goes on for those who wait, and nobody joins it")
    mutating func closing() {
        let first = state.join("a", "key").ticket
        _ = state.join("other", "other")
        state.close { $0 == "key" }
        let second = state.join("b", "key")
        #expect(second.begins)
        #expect(!state.join("c", "other").begins)
        #expect(state.finish(first) == ["a"])
        #expect(!state.join("d", "key").begins, "the newer one is still open")
        #expect(state.finish(second.ticket)?.sorted() == ["b", "d"])
    }

    @Test("A failure is told to all")
    mutating func failing() {
        let first = state.join("a", "key").ticket
        _ = state.join("b", "key")
        let (told, second) = state.fail(first, isLate: false)
        #expect(told.sorted() == ["a", "b"] && second == nil)
        #expect(state.fail(first, isLate: false).told.isEmpty)
    }

    @Test("A late transfer is told to who began it; the others get one more, and then are told")
    mutating func late() throws {
        let first = state.join("a", "key").ticket
        let joined = state.join("b", "key").ticket
        _ = state.join("c", "key")
        let (told, second) = state.fail(first, isLate: true)
        #expect(told == ["a"] && second == joined)
        let number = try #require(second)
        let new = state.join("d", "key")
        #expect(!new.begins)
        // The second time all who waited before are told; who came since gets another.
        let (again, third) = state.fail(number, isLate: true)
        #expect(again.sorted() == ["b", "c"] && third == new.ticket)
        #expect(state.finish(new.ticket) == ["d"])
    }

    @Test("Who waits for the second transfer can leave it, and then it is given up")
    mutating func leavingTheSecond() throws {
        let first = state.join("a", "key").ticket
        let joined = state.join("b", "key").ticket
        let (_, second) = state.fail(first, isLate: true)
        let number = try #require(second)
        #expect(state.begun(number, by: "second work") == true)
        #expect(state.leave(joined) == "second work")
    }

    @Test("Those of a late transfer join a newer one that is open")
    mutating func rejoining() {
        let first = state.join("a", "key").ticket
        let joined = state.join("b", "key").ticket
        state.close { _ in true }
        let newer = state.join("c", "key").ticket
        let (told, second) = state.fail(first, isLate: true)
        #expect(told == ["a"] && second == nil)
        #expect(state.leave(joined) == nil)
        #expect(state.finish(newer) == ["c"])
    }
}
