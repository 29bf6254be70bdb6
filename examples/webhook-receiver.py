#!/usr/bin/env python3
"""Receives webhooks: verifies each delivery, skips ids that it has processed, and prints a line for each event.

    WEBHOOK_SECRET=whsec_… python3 examples/webhook-receiver.py

Python 3.8 or later, without packages. The pip package standardwebhooks verifies in the same way.
"""
import base64
import hashlib
import hmac
import json
import os
import re
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PORT = int(os.environ.get("PORT", "4800"))
SECRET = os.environ.get("WEBHOOK_SECRET", "")
MAX_BODY_BYTES = 8 * 1024 * 1024
TOLERANCE = 5 * 60  # seconds

if not SECRET:
    sys.exit(f"""Set WEBHOOK_SECRET. Only the response that creates the webhook has it:

  curl -X POST http://127.0.0.1:4000/api/teams/$TEAM_ID/webhooks \\
    -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
    -d '{{"url":"http://127.0.0.1:{PORT}/"}}'
""")
KEY = base64.b64decode(SECRET[len("whsec_"):] if SECRET.startswith("whsec_") else SECRET)

# The ids that were processed. A real receiver stores them in its database, in the transaction that handles the event.
processed = set()
lock = threading.Lock()


def is_genuine(headers, body):
    """Whether the body, as it arrived, was signed with our secret in the last five minutes."""
    delivery_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not re.fullmatch("[0-9]{1,12}", timestamp) or abs(time.time() - int(timestamp)) > TOLERANCE:
        return False
    digest = hmac.new(KEY, f"{delivery_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    # For a day after a rotation of the secret there are several signatures, separated by spaces. One must match.
    signatures = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(expected, signature) for signature in signatures)


def describe(event):
    """In one line: task.completed  Say hello → The result (agent Ada)."""
    data, actor = event["data"], event["data"]["actor"]
    subject = data.get("task") or data.get("agent") or data.get("project") or {}
    text = subject.get("title") or subject.get("name") or ""
    if event["type"] == "task.completed":
        text += f" → {subject.get('result') or ''}"
    text = f"{text} ({actor['kind']} {actor['name'] or ''}".strip()
    # Other people wrote these texts: remove new lines and terminal escapes.
    text = re.sub(r"[\s\x00-\x1f\x7f-\x9f]+", " ", text)
    return f"{event['type']}  {text})"


class Receiver(BaseHTTPRequestHandler):
    timeout = 15  # seconds for a request to arrive

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        if not re.fullmatch("[0-9]{1,9}", length) or int(length) > MAX_BODY_BYTES:
            return self.respond(413)
        body = self.rfile.read(int(length))
        if not is_genuine(self.headers, body):
            print("Rejected: the signature is wrong or too old", file=sys.stderr, flush=True)
            return self.respond(401)
        with lock:
            if self.headers["webhook-id"] not in processed:
                print(describe(json.loads(body)), flush=True)  # a real receiver stores it here
                processed.add(self.headers["webhook-id"])
        self.respond(204)  # only after it is stored, because it is not sent again; do slow work after the response

    def respond(self, status):
        self.send_response(status)
        self.end_headers()
        self.wfile.flush()

    def log_message(self, *args):
        pass


sys.stdout.reconfigure(encoding="utf-8")
server = ThreadingHTTPServer(("127.0.0.1", PORT), Receiver)
print(f"Waiting for webhooks on http://127.0.0.1:{PORT}/", flush=True)
try:
    server.serve_forever()
except KeyboardInterrupt:
    pass
