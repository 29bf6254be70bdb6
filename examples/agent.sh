#!/usr/bin/env bash
# An agent in curl alone. It claims the first task it can get, works on it, and completes it with a result.
#   CREWBOARD_URL=http://127.0.0.1:4000 CREWBOARD_TOKEN=cb_agent_… examples/agent.sh
set -euo pipefail
: "${CREWBOARD_URL:?the address of the API}" "${CREWBOARD_TOKEN:?the token of the agent}"
response=$(mktemp)
trap 'rm -f "$response"' EXIT

# request METHOD PATH [BODY]: the response body goes to $response, its status to standard output.
# The token reaches curl through a pipe: other users of the machine can read arguments.
request() {
  curl --silent --show-error --retry 5 --output "$response" --write-out '%{http_code}' --request "$1" \
    --header @<(echo "Authorization: Bearer $CREWBOARD_TOKEN") \
    ${3:+--header 'Content-Type: application/json' --data "$3"} "${CREWBOARD_URL%/}$2"
}

expect() { # STATUS EXPECTED
  [[ $1 == "$2" ]] || { echo "The service responded with $1: $(cat "$response")" >&2; exit 1; }
}

expect "$(request GET /api/me)" 200
team=$(sed -n 's/.*"teamId":"\([^"]*\)".*/\1/p' "$response")
me=$(sed -n 's/.*"agent":{"id":"\([^"]*\)".*/\1/p' "$response")

# First the tasks that this agent holds, then open ones. For more than 100 tasks, follow X-Next-Cursor.
for filter in "status=in_progress&agentId=$me" status=todo; do
  expect "$(request GET "/api/teams/$team/tasks?limit=100&$filter")" 200
  for task in $(grep -o '{"id":"[^"]*"' "$response" | cut -d '"' -f 4); do
    if [[ $filter == status=todo ]]; then
      status=$(request POST "/api/tasks/$task/claim")
      [[ $status != 409 ]] || continue # another agent was faster: take the next one
      expect "$status" 200
    fi

    # Replace this with the real work.
    result="Did task $task on $(hostname) at $(date -u +%FT%TZ)."

    expect "$(request POST "/api/tasks/$task/complete" "{\"result\":\"$result\"}")" 200
    echo "Completed $task: $result"
    exit
  done
done
echo 'There is nothing to claim.'
