// SPDX-License-Identifier: MIT

import Foundation
import Vox
import VoxAsyncHTTPClient
import VoxREST

// interop django-jsonapi URL   the client against the example of djangorestframework-jsonapi
// interop safrs URL            the client against a SAFRS application
// interop django-atomic URL    units of work against drf-json-api-atomic-operations
// interop fastapi-atomic URL   units of work against FastAPI-JSONAPI
// interop rest URL             the client of plain services against a Django REST framework application
// interop serve                a service for the clients of others, until it is ended
//
// A line is printed for each check; the status is 1 when one failed.

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments == ["serve"] {
    try await Service.run()
    exit(0)
}
guard arguments.count == 2 else {
    print(
        "usage: interop django-jsonapi|safrs|django-atomic|fastapi-atomic|rest URL, interop serve")
    exit(2)
}
let checks = Checks(arguments[0])
let url = arguments[1]
let transport = AsyncHTTPClientTransport()
switch arguments[0] {
case "django-jsonapi":
    await DjangoExample(try APIClient(url, transport: transport), checks).run()
case "safrs":
    await SAFRSLibrary(try APIClient(url, transport: transport), checks).run()
case "django-atomic":
    await DjangoAtomic(try APIClient(url, transport: transport), checks).run()
case "fastapi-atomic":
    await FastAPIAtomic(try APIClient(url, transport: transport), checks).run()
case "rest":
    await RESTShop(try RESTClient(url, transport: transport), checks).run()
default:
    print("there is nothing to check by the name of \(arguments[0])")
    exit(2)
}
exit(checks.failures == 0 ? 0 : 1)
