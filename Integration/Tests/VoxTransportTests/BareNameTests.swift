// SPDX-License-Identifier: MIT

// Imports what a service imports, and uses each public name without its module: an ambiguous name
// does not compile. Scripts/check-modules compares the list with the public types.

import AsyncHTTPClient
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import Metrics
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import ServiceLifecycle
import Testing
import Tracing
import Vox
import VoxAsyncHTTPClient
import VoxCompatibility
import VoxConformance
import VoxHummingbird
import VoxPostgreSQL
import VoxREST
import VoxSQL
import VoxSQLite
import VoxServer
import VoxTelemetry
import VoxTesting
import VoxURLSession

extension APIClient {}
extension APIError {}
extension APIOptions {}
extension APIRequest {}
extension APIResponse {}
extension ActionRequest {}
extension AnyPrimaryData {}
extension AnyResource {}
extension AsyncHTTPClientTransport {}
extension AtomicDocument {}
extension Attribute {}
extension AttributeDescriptor {}
extension Authentication {}
private typealias Bare = CRUD
extension CallbackTransport {}
extension ClientLogging {}
extension ClientMetrics {}
extension ClientOptions {}
extension ClientRequest {}
extension ClientResponse {}
extension ClientTracing {}
extension Conformance {}
extension ConnectionLimits {}
extension Creatable {}
extension DataSource {}
extension DatePattern {}
extension DelayedCreation {}
extension Deletable {}
extension DeleteRequest {}
extension Deserializer {}
extension Document {}
extension DocumentError {}
extension DocumentLinks {}
extension DocumentOptions {}
extension Endpoint {}
extension Enumerable {}
extension Envelope {}
extension ErrorResponse {}
extension FaultInjection {}
extension FieldDescriptor {}
extension FieldMark {}
extension Filter {}
extension FilterExpression {}
extension FilterOperand {}
extension FormBody {}
extension FormEncoding {}
extension FrozenDocument {}
extension HTTPMediaType {}
extension HTTPMiddleware {}
extension HTTPTransport {}
extension HTTPURL {}
extension IdempotencyKeys {}
extension Inclusion {}
extension JSON {}
extension JSONAPIMiddleware {}
extension JSONAPIObject {}
extension JSONCodable {}
extension JSONConvertible {}
extension JSONError {}
extension JSONNumber {}
extension JSONObject {}
extension JSONValue {}
extension KeyStrategy {}
extension LinkageRequest {}
extension MemoryStore {}
extension MergeConflict {}
extension MergingUpdate {}
extension ModelChanges {}
extension ModelList {}
extension ModelRequest {}
extension ModelSource {}
extension MultipartBody {}
extension Nullable {}
extension ObjectModel {}
extension ObjectSchema {}
extension OpenEnum {}
extension PageMeta {}
extension Pagination {}
extension Paging {}
extension PostgreSQLDatabase {}
extension PrimaryData {}
extension QueriedRequest {}
extension QueryItem {}
extension RESTClient {}
extension RESTOptions {}
extension RESTRequest {}
extension RESTResponse {}
extension RESTSchema {}
extension ReadRequest {}
extension Readable {}
extension Readiness {}
extension RecordedTransport {}
extension Redacted {}
extension RelatedResources {}
extension RelatedSlice {}
extension Relationship {}
extension RelationshipDescriptor {}
extension RelationshipPath {}
extension RelationshipTarget {}
extension ReliabilityOptions {}
extension RequestContent {}
extension RequestError {}
extension RequestLog {}
extension RequestQuery {}
extension Resource {}
extension ResourceChange {}
extension ResourceChanges {}
extension ResourceList {}
extension ResourceModel {}
extension ResourceRouter {}
extension ResourceSchema {}
extension ResourceSelection {}
extension ResourceService {}
extension ResourceStore {}
extension ResourceStream {}
extension ResourceUnion {}
extension ResponseHeader {}
extension Routing {}
extension SQLConnection {}
extension SQLDatabase {}
extension SQLDialect {}
extension SQLError {}
extension SQLStatement {}
extension SQLStore {}
extension SQLType {}
extension SQLValue {}
extension SQLiteDatabase {}
extension ServedType {}
extension ServiceClient {}
extension StoreError {}
extension StoredResource {}
extension ToMany {}
extension ToOne {}
extension TransportFunction {}
extension TransportResponder {}
extension TypedObject {}
extension URLSessionTransport {}
extension UnionList {}
extension UnitOfWork {}
extension UntypedView {}
extension Updatable {}
extension UpdateMethod {}
extension ValidationErrors {}
extension Validator {}
extension ValueTransform {}
extension WritableAttribute {}
extension WriteRequest {}
