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

expect "$(request GET "/api/teams/$team/tasks?status=todo&limit=100")" 200
for task in $(grep -o '"id":"[^"]*"' "$answer" | cut -d '"' -f 4); do
  status=$(request POST "/api/tasks/$task/claim")
  [[ $status != 409 ]] || continue # another agent was faster: take the next one
  expect "$status" 200

  # Here the real work would be done: $answer holds the claimed task.
  result="Read all $(wc -c <"$answer") bytes of this task on $(hostname) at $(date -u +%FT%TZ)."

  expect "$(request POST "/api/tasks/$task/complete" "{\"result\":\"$result\"}")" 200
  echo "Completed $task: $result"
  exit
done
echo 'There is nothing to claim.'
