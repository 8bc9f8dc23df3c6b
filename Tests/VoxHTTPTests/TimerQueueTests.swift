// SPDX-License-Identifier: MIT

import Testing
import VoxHTTP

/// What is due when, without a clock.
@Suite("Queue of timers")
struct TimerQueueTests {
    private var queue = TimerQueue<String>()

    private static func seconds(_ count: Int) -> Duration { .seconds(count) }

    @Test("Only a timer earlier than all before it asks to be woken up")
    mutating func waking() {
        #expect(queue.add(at: .seconds(10), "a").wake == .seconds(10))
        #expect(queue.add(at: .seconds(10), "b").wake == nil)
        #expect(queue.add(at: .seconds(20), "c").wake == nil)
        #expect(queue.add(at: .seconds(5), "d").wake == .seconds(5))
        #expect(queue.add(at: nil, "e").wake == nil)
    }

    @Test(
        "Those that are due are taken once, and the next time to wake up is that of the first left")
    mutating func due() {
        _ = queue.add(at: .seconds(10), "a")
        _ = queue.add(at: .seconds(10), "b")
        _ = queue.add(at: .seconds(20), "c")
        #expect(queue.takeDue(at: .seconds(9)).isEmpty)
        #expect(queue.nextWake(after: .seconds(9)) == nil, "a sleep goes on")
        #expect(queue.takeDue(at: .seconds(10)).map(\.action).sorted() == ["a", "b"])
        #expect(queue.takeDue(at: .seconds(10)).isEmpty)
        #expect(queue.nextWake(after: .seconds(10)) == .seconds(20))
        #expect(queue.takeDue(at: .seconds(20)).map(\.action) == ["c"])
        #expect(queue.nextWake(after: .seconds(20)) == nil)
        #expect(queue.add(at: .seconds(30), "d").wake == .seconds(30), "nobody sleeps any more")
    }

    @Test("A timer that was removed is not taken, and not set again by its action")
    mutating func removing() throws {
        let first = queue.add(at: .seconds(10), "a").number
        queue.remove(first)
        #expect(queue.takeDue(at: .seconds(10)).isEmpty)
        let second = queue.add(at: .seconds(12), "b").number
        _ = queue.takeDue(at: .seconds(12))
        queue.remove(second)
        #expect(queue.rearm(second, at: .seconds(13)) == nil)
        #expect(queue.takeDue(at: .seconds(20)).isEmpty)
        #expect(queue.bringForward(second, to: .seconds(1)) == nil)
    }

    @Test(
        "A timer is brought forward, never put off; while its action runs the earlier time counts")
    mutating func bringingForward() {
        let number = queue.add(at: nil, "a").number
        #expect(queue.bringForward(number, to: .seconds(10)) == .seconds(10))
        #expect(queue.bringForward(number, to: .seconds(15)) == nil)
        #expect(queue.takeDue(at: .seconds(10)).count == 1)
        #expect(queue.bringForward(number, to: .seconds(14)) == nil, "ten was to be woken up at")
        #expect(queue.rearm(number, at: .seconds(30)) == nil)
        #expect(queue.nextWake(after: .seconds(10)) == .seconds(14))
        #expect(queue.takeDue(at: .seconds(14)).count == 1)
    }

    @Test("A sleep that was overtaken sets up nothing")
    mutating func overtaken() {
        _ = queue.add(at: .seconds(10), "a")
        _ = queue.add(at: .seconds(5), "b")
        #expect(queue.takeDue(at: .seconds(5)).map(\.action) == ["b"])
        #expect(queue.nextWake(after: .seconds(5)) == .seconds(10))
        _ = queue.add(at: .seconds(7), "c")
        #expect(queue.nextWake(after: .seconds(6)) == nil)
    }

    @Test("A timer that is set again behind the end of another sleep asks to be woken up")
    mutating func rearmedLate() {
        let late = queue.add(at: .seconds(10), "a").number
        #expect(queue.add(at: .seconds(5), "b").wake == .seconds(5))
        // Two sleeps end together. The first takes both timers; the second finds no time to sleep until.
        #expect(queue.takeDue(at: .seconds(10)).count == 2)
        #expect(queue.nextWake(after: .seconds(10)) == nil)
        #expect(queue.rearm(late, at: .seconds(20)) == .seconds(20))
        #expect(queue.takeDue(at: .seconds(20)).map(\.action) == ["a"])
    }
}
