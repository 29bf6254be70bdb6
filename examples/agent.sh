#!/usr/bin/env bash
# An agent in curl alone. It claims the first task it can get, works on it, and completes it with a result.
#   CREWBOARD_URL=http://127.0.0.1:4000 CREWBOARD_TOKEN=cb_agent_… examples/agent.sh
set -euo pipefail
: "${CREWBOARD_URL:?the address of the API}" "${CREWBOARD_TOKEN:?the token of the agent}"
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT

# request METHOD PATH [BODY]: the answer's body goes to $answer, its status to standard output.
# The token reaches curl through a pipe: other users of the machine can read arguments.
request() {
  curl --silent --show-error --retry 5 --output "$answer" --write-out '%{http_code}' --request "$1" \
    --header @<(echo "Authorization: Bearer $CREWBOARD_TOKEN") \
    ${3:+--header 'Content-Type: application/json' --data "$3"} "${CREWBOARD_URL%/}$2"
}

expect() { # STATUS WANTED
  [[ $1 == "$2" ]] || { echo "The service answered $1: $(cat "$answer")" >&2; exit 1; }
}

expect "$(request GET /api/me)" 200
team=$(sed -n 's/.*"teamId":"\([^"]*\)".*/\1/p' "$answer")
me=$(sed -n 's/.*"agent":{"id":"\([^"]*\)".*/\1/p' "$answer")

# What this agent holds already comes first; then what is open. An agent with more to do pages by X-Next-Cursor.
for filter in "status=in_progress&agentId=$me" status=todo; do
  expect "$(request GET "/api/teams/$team/tasks?limit=100&$filter")" 200
  for task in $(grep -o '{"id":"[^"]*"' "$answer" | cut -d '"' -f 4); do
    if [[ $filter == status=todo ]]; then
      status=$(request POST "/api/tasks/$task/claim")
      [[ $status != 409 ]] || continue # another agent was faster: take the next one
      expect "$status" 200
    fi

    # Here the real work would be done.
    result="Did task $task on $(hostname) at $(date -u +%FT%TZ)."

    expect "$(request POST "/api/tasks/$task/complete" "{\"result\":\"$result\"}")" 200
    echo "Completed $task: $result"
    exit
  done
done
echo 'There is nothing to claim.'
