#!/usr/bin/env bash
# Creates a task from the environment of a workflow step: see action.yml. Needs curl and jq, which GitHub's runners have.
set -euo pipefail
: "${CREWBOARD_URL:?the address of Crewboard}" "${CREWBOARD_TOKEN:?a team API key or the token of an agent}"
: "${TITLE:?the title of the task}"
base=${CREWBOARD_URL%/}
# A run that is repeated after a lost response creates no second task; another attempt of the run is another task.
key="${GITHUB_RUN_ID:-$$-$RANDOM}-${GITHUB_RUN_ATTEMPT:-1}-${GITHUB_JOB:-job}-$(sha256sum <<<"$TITLE" | cut -c1-16)"

response=$(mktemp)
trap 'rm -f "$response"' EXIT

# The body goes to a file, which a retry overwrites. The token reaches curl through a pipe: other processes can read arguments.
call() { # METHOD PATH [BODY]
  curl --silent --show-error --fail-with-body --retry 5 --output "$response" --request "$1" "$base$2" \
    --header @<(echo "Authorization: Bearer $CREWBOARD_TOKEN") \
    ${3:+--header 'Content-Type: application/json' --header "Idempotency-Key: $key" --data "$3"} ||
    { cat "$response" >&2; exit 1; }
}

call GET /api/me
team=$(jq -er .teamId "$response")
if [[ -z ${PROJECT:-} ]]; then
  call GET "/api/teams/$team/projects?limit=1"
  PROJECT=$(jq -er '.[0].id' "$response")
fi
body=$(jq -cn --arg title "$TITLE" --arg description "${DESCRIPTION:-}" --arg projectId "$PROJECT" \
  --arg priority "${PRIORITY:-normal}" \
  '{$title, $projectId, $priority} + if $description == "" then {} else {$description} end')
call POST "/api/teams/$team/tasks" "$body"
task=$(jq -er .id "$response")
echo "Created the task $task."
if [[ -n ${GITHUB_OUTPUT:-} ]]; then echo "task-id=$task" >>"$GITHUB_OUTPUT"; fi
