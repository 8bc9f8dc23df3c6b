// SPDX-License-Identifier: MIT

import Foundation

/// What the process holds from `malloc`.
public enum Heap {
    private typealias Report = @convention(c) (Int32, UnsafeMutableRawPointer) -> Int32

    private static let report: Report? = dlsym(dlopen(nil, RTLD_NOW), "malloc_info").map {
        unsafeBitCast($0, to: Report.self)
    }

    /// True where `malloc` tells what is in use: that of glibc does, that of a sanitizer does not.
    public static let canBeMeasured = !hasSanitizer && bytesInUse() != nil

    /// True in a program built with a sanitizer that has an allocator of its own.
    private static let hasSanitizer = ["__asan_init", "__tsan_init", "__msan_init"]
        .contains { (name: String) in dlsym(dlopen(nil, RTLD_NOW), name) != nil }

    /// Bytes handed out and not given back, in all threads.
    public static func bytesInUse() -> Int? {
        #if canImport(Glibc)
        guard let report else { return nil }
        var text: UnsafeMutablePointer<CChar>?
        var length = 0
        guard let file = open_memstream(&text, &length) else { return nil }
        let status = report(0, file)
        fclose(file)
        defer { free(text) }
        guard status == 0, let text else { return nil }
        // The totals over all arenas come last: free, mapped, given by the system.
        let lines = String(cString: text).split(separator: "\n")
        func last(_ start: String) -> Int? {
            lines.last { $0.hasPrefix(start) }.flatMap { line in
                line.firstMatch(of: /size="(\d+)"/).flatMap { Int($0.output.1) }
            }
        }
        guard let fast = last("<total type=\"fast\""), let rest = last("<total type=\"rest\""),
            let mapped = last("<total type=\"mmap\""), let system = last("<system type=\"current\"")
        else { return nil }
        return system + mapped - fast - rest
        #else
        return nil
        #endif
    }
}
