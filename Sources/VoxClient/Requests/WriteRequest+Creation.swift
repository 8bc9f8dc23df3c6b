// SPDX-License-Identifier: MIT

internal import HTTPTypes

// Makes sure that a resource is created only once, even if the server does not send the id of the
// resource that it created.

extension WriteRequest {
    /// Throws if the resource was created before and its id is unknown.
    func checkNew() throws(RequestError) {
        guard case .create = verb, resource.id == nil, resource.node.wasCreated else { return }
        throw RequestError(
            code: .unsendable,
            message:
                "the resource was already created, but the server did not return its id: set the id, or use a new resource to create another one"
        )
    }

    /// Sets the id of the resource to the last segment of `Location` (JSON:API 1.1, "201 Created"),
    /// if `Location` is the address of one resource: the address from the routing, or an address
    /// one segment below the address of the request.
    func takeID(from exchange: Exchange, sent: SentResources) throws(RequestError) {
        guard case .create(let locate) = verb, sent.primary.copy.idText == nil,
            let location = exchange.headers[.location],
            let place = try? exchange.url.resolve(location), let segments = place.segments
        else { return }
        let routed = segments.first { (try? locate($0).get())?.segments == segments }
        guard let id = routed ?? exchange.url.segment(of: place), id.faultAsID == nil else {
            return
        }
        do throws(JSONError) {
            try sent.primary.copy.setMember("id", to: id)
        } catch {
            throw .unsendable(error)
        }
        resource.id = id
    }

    /// Records a creation whose response cannot be used.
    func noteCreation(_ exchange: Exchange, sent: SentResources, _ error: RequestError) {
        guard case .create = verb, exchange.status.kind == .successful,
            exchange.status != .accepted, error.code != .reported
        else { return }
        if error.code == .document { try? takeID(from: exchange, sent: sent) }
        resource.node.wasCreated = resource.id == nil
    }
}
