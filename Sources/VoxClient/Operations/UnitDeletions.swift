// SPDX-License-Identifier: MIT

/// The resources that the operations of a unit have deleted so far. No later operation deletes or
/// changes one of these resources, because the service would refuse the whole unit. A resource with
/// the same identity may be created after the deletion.
struct UnitDeletions {
    private var resources: [IdentityKey: Int] = [:]
    private var addresses: [ExactText: Int] = [:]

    /// Adds the next operation.
    /// - Throws: `RequestError` with code `unsendable` if an earlier operation has deleted the
    ///   resource of the operation.
    mutating func add(_ operation: UnitOperation, _ index: Int) throws(RequestError) {
        var isDeletion = false
        if case .none = operation.content { isDeletion = true }
        // Only a deletion has no subject.
        guard let subject = operation.subject else {
            guard let href = operation.href else { return }
            if let first = addresses.updateValue(index, forKey: ExactText(href)) {
                throw .unsendable(
                    operation: index,
                    "operation \(first) deletes the same resource, \(href.excerpt(120))")
            }
            return
        }
        let key = IdentityKey(subject)
        if operation.created != nil {
            resources[key] = nil
            // The new resource may have the address of a deleted one.
            addresses = [:]
        } else if let first = resources[key] {
            throw .unsendable(
                operation: index,
                "operation \(first) deletes the same resource\(operation.subjectText)"
            )
        }
        if isDeletion { resources[key] = index }
    }
}
