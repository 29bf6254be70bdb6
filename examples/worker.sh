#!/usr/bin/env bash
# A worker in curl alone: claims the first task of the queue, works on it, and completes it with a result. Replace the work
# before you run it on a board that is in use.
#   CREWBOARD_URL=http://127.0.0.1:4000 CREWBOARD_TOKEN=cb_agent_… examples/worker.sh
set -euo pipefail
: "${CREWBOARD_URL:?the address of the API}" "${CREWBOARD_TOKEN:?the token of the agent}"
response=$(mktemp)
trap 'rm -f "$response"' EXIT

# request METHOD PATH [BODY]: the response body goes to $response, its status to standard output. curl tries again with
# the same Idempotency-Key, so that nothing happens twice.
# The token reaches curl through a pipe: other users of the machine can read arguments.
request() {
  curl --silent --show-error --retry 5 --output "$response" --write-out '%{http_code}' --request "$1" \
    --header @<(echo "Authorization: Bearer $CREWBOARD_TOKEN") \
    --header "Idempotency-Key: $(date +%s)-$$-$RANDOM$RANDOM" \
    ${3:+--header 'Content-Type: application/json' --data "$3"} "${CREWBOARD_URL%/}$2"
}

expect() { # STATUS EXPECTED
  [[ $1 == "$2" ]] || { echo "The service responded with $1: $(cat "$response")" >&2; exit 1; }
}

expect "$(request GET /api/me)" 200
team=$(sed -n 's/.*"teamId":"\([^"]*\)".*/\1/p' "$response")

status=$(request POST "/api/teams/$team/tasks/claim-next" '{"leaseSeconds":300}')
[[ $status != 204 ]] || { echo 'There is nothing to claim.'; exit; }
expect "$status" 200
task=$(sed -n 's/^{"id":"\([^"]*\)".*/\1/p' "$response")
attempt=$(sed -n 's/.*"attempt":\([0-9]*\),"leaseExpiresAt".*/\1/p' "$response")

# Replace this with the real work.
result="Did task $task on $(hostname) at $(date -u +%FT%TZ)."

expect "$(request POST "/api/tasks/$task/complete" "{\"attempt\":$attempt,\"result\":\"$result\"}")" 200
echo "Completed $task: $result"
