#!/usr/bin/env python3
"""A worker in one file, with the package "requests": claims every task of the queue of its team, one after another, and
completes each with what `work` returns. Replace `work` before you run it on a board that is in use. One process for each
token: it begins with what its agent held before. Ctrl-C finishes the task at hand, then ends it.

CREWBOARD_URL=http://127.0.0.1:4000 CREWBOARD_TOKEN=cb_agent_… python3 examples/python/worker.py [--once]
"""

import os
import signal
import sys
import threading
import time
import uuid

import requests

URL = os.environ["CREWBOARD_URL"].rstrip("/")
LEASE_SECONDS = 60
# With --once the worker ends as soon as there is no task for it.
ONCE = "--once" in sys.argv
WAIT_SECONDS = 0 if ONCE else 20

session = requests.Session()
session.headers["Authorization"] = f"Bearer {os.environ['CREWBOARD_TOKEN']}"
stopping = threading.Event()


class Rejected(Exception):
    """A 404 or 409: the claim is over, or another agent has the task."""


def call(method, path, body=None):
    """Sends a request until there is a final response, and returns its JSON; None for a 204."""
    # Every attempt has the same key, so that the request takes effect once, even if responses are lost.
    headers = {"Idempotency-Key": str(uuid.uuid4())} if method == "POST" else {}
    while True:
        try:
            response = session.request(
                method, URL + path, json=body, headers=headers, timeout=WAIT_SECONDS + 15
            )
            if response.status_code == 204:
                return None
            # The response of a proxy may not be JSON: that is a RequestException too.
            reply = response.json()
        except requests.RequestException as error:
            if stopping.is_set():
                sys.exit(f"stopped without a response: {error}")
            print(f"trying again: {error}", file=sys.stderr)
            stopping.wait(2)
            continue
        if response.ok:
            return reply
        is_running = reply.get("code") == "IDEMPOTENCY_IN_PROGRESS"
        if response.status_code == 429 or response.status_code >= 500 or is_running:
            time.sleep(float(response.headers.get("Retry-After", 2)))
            continue
        if response.status_code in (404, 409):
            raise Rejected(reply["detail"])
        sys.exit(f"{method} {path}: {response.status_code} {reply['detail']}")


def keep_lease(task, is_done):
    """Sends heartbeats, so that another agent gets the task only if this process dies."""
    while not is_done.wait(LEASE_SECONDS / 3):
        try:
            call("POST", f"/api/tasks/{task['id']}/heartbeat", {"attempt": task["attempt"]})
        except Rejected as error:
            print(error, file=sys.stderr)
            return


def work(task):
    """Replace this with the real work."""
    words = f"{task['title']} {task['description'] or ''}".split()
    return f"This task has {len(words)} words."


def work_under_lease(task):
    is_done = threading.Event()
    heartbeat = threading.Thread(target=keep_lease, args=(task, is_done), daemon=True)
    heartbeat.start()
    try:
        return work(task)
    finally:
        is_done.set()


def complete(task_id, completion):
    """Completes a task. Once it is no longer held, nothing is stored, and the worker goes on."""
    try:
        call("POST", f"/api/tasks/{task_id}/complete", completion)
    except Rejected as error:
        print(f"dropped {task_id}: {error}", file=sys.stderr)


def main():
    signal.signal(signal.SIGINT, lambda *_: stopping.set())
    signal.signal(signal.SIGTERM, lambda *_: stopping.set())
    me = call("GET", "/api/me")
    tasks = f"/api/teams/{me['teamId']}/tasks"
    # First finish the tasks that the agent held before a restart.
    for held in call("GET", f"{tasks}?status=in_progress&agentId={me['agent']['id']}"):
        complete(held["id"], {"attempt": held["attempt"], "result": work_under_lease(held)})

    completion = None
    while not stopping.is_set():
        request = {"leaseSeconds": LEASE_SECONDS, "wait": WAIT_SECONDS}
        if completion:
            request["complete"] = completion
        completion = None
        try:
            task = call("POST", f"{tasks}/claim-next", request)
        except Rejected as error:
            # The claim of the finished task was over, or agents are paused. Nothing was claimed.
            print(error, file=sys.stderr)
            stopping.wait(1)
            continue
        if not task:
            if ONCE:
                return
            continue
        result = work_under_lease(task)
        print(f"{task['title']} → {result}", flush=True)
        completion = {"taskId": task["id"], "attempt": task["attempt"], "result": result}
    if completion:
        complete(completion.pop("taskId"), completion)


if __name__ == "__main__":
    main()
