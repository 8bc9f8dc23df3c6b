// SPDX-License-Identifier: MIT

import Vox
public import VoxServer

/// A JSON:API service of albums, artists and tracks. It also executes atomic operations,
/// at `/operations`.
public enum MusicService {
    /// A service on a store that has the resources of these types.
    public static func create(on store: any ResourceStore) -> ResourceService {
        var service = ResourceService(types, store: store)
        service.operationsPath = "operations"
        return service
    }

    private static let types = [
        ServedType(
            Album.self,
            .validate { write in
                let album = write.new
                var errors: [APIError] = []
                if (album.title ?? "").isEmpty {
                    errors.append(
                        APIError(
                            status: 422, title: "No title", detail: "an album has a title",
                            source: .field(\Album.title)))
                }
                if let year = album.year, !(1877...2100).contains(year) {
                    errors.append(
                        APIError(
                            status: 422, title: "Impossible year",
                            detail: "nothing was recorded before 1877",
                            source: .field(\Album.year)))
                }
                return errors
            }),
        ServedType(Artist.self), ServedType(Track.self),
    ]
}
