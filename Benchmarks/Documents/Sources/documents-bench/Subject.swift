// SPDX-License-Identifier: MIT

import CBench

/// What is read of a document, and out of which.
struct Subject {
    let text: Text
    let shape: bench_shape
    var isArticles = false

    func job(mode: bench_mode, step: Int = 1) -> bench_job {
        var job = text.job
        job.shape = shape
        job.mode = mode
        job.step = step
        job.type = c("articles")
        job.id = c("5000")
        return job
    }

    static func articles(_ text: Text) -> Subject {
        Subject(
            text: text,
            shape: bench_shape(
                list: c("data"), holder: c("attributes"),
                names: (c("title"), c("views"), c("published"), nil, nil), author: c("lastName"),
                is_jsonapi: true),
            isArticles: true)
    }
}

extension Text {
    /// A job on the text, eager, without any more to it.
    var job: bench_job {
        var job = bench_job()
        job.bytes = bytes.baseAddress
        job.length = count
        job.shape.is_jsonapi = true
        job.step = 1
        return job
    }
}
