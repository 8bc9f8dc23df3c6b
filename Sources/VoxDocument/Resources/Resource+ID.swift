// SPDX-License-Identifier: MIT

extension Resource.Namespace {
    /// Gives the resource a unique id. Use this method if the server accepts ids from clients.
    ///
    /// The id is a random UUID in its canonical form, as JSON:API requires (1.1, "Client-Generated
    /// IDs"). A resource that already has an id keeps this id. If the id cannot be written, the
    /// document records the failure.
    /// - Returns: The id of the resource.
    @discardableResult
    public func assignID() -> String {
        if let id = resource.id { return id }
        let id = Self.randomID()
        resource.id = id
        return id
    }

    /// Returns a UUID of version 4 (RFC 9562, section 5.4) from the system's random numbers.
    private static func randomID() -> String {
        var system = SystemRandomNumberGenerator()
        let halves = [
            system.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000,
            system.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000,
        ]
        let digits = halves.flatMap { half in
            stride(from: 60, through: 0, by: -4).map {
                Array("0123456789abcdef".utf8)[Int(half >> $0 & 15)]
            }
        }
        let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
        return parts.map { String(decoding: digits[$0], as: UTF8.self) }.joined(separator: "-")
    }
}
