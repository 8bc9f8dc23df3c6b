// SPDX-License-Identifier: MIT

import Foundation
import Vox

/// What each row came to when its goal was last set on this processor: `settled` in the file of
/// results of the processor. On another processor there are no goals, since ratios differ from one to
/// the next.
struct Settled {
    private struct Key: Hashable {
        let job: String
        let file: String
        let peer: String
    }

    private var figures: [Key: Double] = [:]

    /// Those in the file of this processor; none where there is no such file.
    init(folder: String?, processor: Processor) throws {
        guard let folder,
            let data = FileManager.default.contents(
                atPath: Report.path(folder, processor))
        else { return }
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
            let row = try JSON(parsing: String(line))
            guard let figure = row["settled"] as Double? else { continue }
            let key = Key(
                job: try row["job"].vox.value(as: String.self),
                file: try row["file"].vox.value(as: String.self),
                peer: try row["peer"].vox.value(as: String.self))
            figures[key] = figure
        }
    }

    var isEmpty: Bool { figures.isEmpty }

    subscript(row: Row) -> Double? {
        get { figures[Key(job: row.job, file: row.file, peer: row.peer)] }
        set { figures[Key(job: row.job, file: row.file, peer: row.peer)] = newValue }
    }
}
