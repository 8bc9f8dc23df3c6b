// SPDX-License-Identifier: MIT

import Testing
import VoxSQL

/// Which prepared statements a session keeps, to the byte.
@Suite("Prepared statements of a session")
struct PreparedTextTests {
    private func text(_ number: Int, size: Int) -> String {
        let start = "\(number) "
        return start + String(repeating: "x", count: size - start.count)
    }

    @Test("A text of 4,096 bytes is kept, and no longer one")
    func lengths() {
        #expect(PreparedTexts<Int>.keeps(String(repeating: "x", count: 4096)))
        #expect(!PreparedTexts<Int>.keeps(String(repeating: "x", count: 4097)))
        #expect(!PreparedTexts<Int>.keeps(String(repeating: "é", count: 2049)))
    }

    @Test("The statement that was used longest ago is forgotten, by number or by bytes")
    func limits() {
        // 256 statements, or 128 KiB: 32 of 4,096 bytes.
        for (size, most) in [(10, 256), (512, 256), (513, 255), (4096, 32)] {
            var texts = PreparedTexts<Int>()
            for number in 0..<most {
                #expect(texts.add(number, for: text(number, size: size)) == [], "\(size)")
            }
            #expect(texts.statement(text(0, size: size)) == 0)
            #expect(texts.add(most, for: text(most, size: size)) == [1], "\(size)")
            #expect(texts.statement(text(1, size: size)) == nil)
            // What is removed leaves its room, once.
            texts.remove(text(0, size: size))
            texts.remove(text(0, size: size))
            #expect(texts.add(-1, for: text(-1, size: size)) == [], "\(size)")
            #expect(texts.add(-2, for: text(-2, size: size)) == [2], "\(size)")
            #expect(texts.statement(text(-1, size: size)) == -1)
        }
    }
}
