// SPDX-License-Identifier: MIT

internal import CVox

extension Tree {
    /// What primary data is expected to be.
    enum Primary {
        case any, one, many
    }

    /// How much is forgiven when a JSON:API document is read.
    enum Reading {
        case strict, standard, lenient
    }

    /// Why a document is not shaped as it must be.
    struct ShapeFault: Error {
        let error: JSONError
        /// Of two resource objects for one resource the pointer of the first.
        let otherPointer: String?
    }

    /// Checks the shape of a JSON:API document, and says how many primary resources are of another
    /// type than asked for (0 unless the reading is lenient). O(resources).
    func checkDocument(
        primary: Primary, type: String?, reading: Reading
    ) throws(ShapeFault) -> Int {
        var error = vox_error()
        var report = vox_document_report()
        let expected =
            switch primary {
            case .any: VOX_PRIMARY_ANY
            case .one: VOX_PRIMARY_ONE
            case .many: VOX_PRIMARY_MANY
            }
        let forgiven =
            switch reading {
            case .strict: VOX_READING_STRICT
            case .standard: VOX_READING_STANDARD
            case .lenient: VOX_READING_LENIENT
            }
        let status = withCore(type ?? "") {
            vox_document_check(raw, expected, $0, forgiven, &report, &error)
        }
        if status != VOX_OK {
            throw ShapeFault(
                error: JSONError(error),
                otherPointer: report.first.map { Node(tree: self, raw: $0).pointer })
        }
        isLenient = reading == .lenient
        return report.foreign
    }
}
