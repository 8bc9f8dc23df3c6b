// SPDX-License-Identifier: MIT

import Foundation
import Testing
import VoxREST

/// A server of Python's `http.server` on a free port of this machine, which tells in JSON what it got: the
/// parts of a `multipart/form-data`, the pairs of a form, and of anything else the number of bytes.
final class PythonServer: Sendable {
    let url: HTTPURL
    private let running: Python.Running

    init() async throws {
        let running = try Python.start(Self.script)
        self.running = running
        let port = await running.line().filter(\.isNumber)
        url = try HTTPURL("http://127.0.0.1:\(port)/")
    }

    deinit { try? running.input.close() }

    private static let script = """
        import hashlib, http.server, json, os, sys, threading, time, urllib.parse
        # Ends when nobody is there any more who could ask: the test has ended, or all of them have.
        def wait_for_end():
            sys.stdin.read()
            os._exit(0)
        def wait_for_parent(parent):
            while os.getppid() == parent: time.sleep(0.5)
            os._exit(0)
        threading.Thread(target=wait_for_end, daemon=True).start()
        threading.Thread(target=wait_for_parent, args=(os.getppid(),), daemon=True).start()
        \(multipartDecoder)
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = 'HTTP/1.1'
            def log_message(self, *arguments): pass
            def chunks(self):
                if 'Content-Length' in self.headers:
                    left = int(self.headers['Content-Length'])
                    while left:
                        chunk = self.rfile.read(min(left, 1 << 20))
                        if not chunk: return
                        left -= len(chunk)
                        yield chunk
                    return
                assert self.headers['Transfer-Encoding'] == 'chunked'
                while True:
                    size = int(self.rfile.readline(), 16)
                    chunk = self.rfile.read(size)
                    assert self.rfile.readline() == b'\\r\\n'
                    if not size: return
                    yield chunk
            def do_POST(self):
                media_type = self.headers['Content-Type'] or ''
                answer = {'length': self.headers['Content-Length'], 'type': media_type}
                if self.path == '/hash':
                    digest, count = hashlib.sha256(), 0
                    for chunk in self.chunks():
                        digest.update(chunk)
                        count += len(chunk)
                    answer |= {'count': count, 'hash': digest.hexdigest()}
                else:
                    body = b''.join(self.chunks())
                    if media_type.startswith('multipart/form-data;'):
                        answer['parts'] = multipart(media_type, body)
                    else:
                        answer['pairs'] = urllib.parse.parse_qsl(
                            body.decode(), keep_blank_values=True, strict_parsing=True)
                text = json.dumps(answer).encode()
                self.send_response(200)
                self.send_header('Content-Type', 'application/json')
                self.send_header('Content-Length', str(len(text)))
                self.end_headers()
                self.wfile.write(text)
            do_PUT = do_POST
        server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        print(server.server_address[1], flush=True)
        server.serve_forever()
        """
}
