// SPDX-License-Identifier: MIT
#if Hummingbird

import Glibc

/// A process that inherits the sockets of this one, and holds them until it is ended.
struct Holder {
    private var process: pid_t = 0

    init() {
        // It waits for a signal.
        let words = ["/bin/sh", "-c", "kill -STOP $$"]
        let arguments = words.map { strdup($0) } + [nil]
        posix_spawn(&process, words[0], nil, nil, arguments, nil)
        for argument in arguments { free(argument) }
        var status: Int32 = 0
        waitpid(process, &status, WUNTRACED)
    }

    /// Ends the process, and waits for its end.
    func end() {
        kill(process, SIGKILL)
        var status: Int32 = 0
        waitpid(process, &status, 0)
    }
}

#endif
