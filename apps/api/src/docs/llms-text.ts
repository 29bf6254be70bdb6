import {
  type ErrorCode,
  errorCatalog,
  idempotencyKeyHours,
  maxLeaseSeconds,
  maxWaitSeconds,
  mayCall,
  minLeaseSeconds,
  promptInjectionWarning,
  type RestOperation,
  restOperations,
  textBounds,
} from '@crewboard/contracts';

/** Without a public URL the guides contain no host: a caller can set any Host header. */
export const baseUrlOf = (publicUrl: string) => publicUrl || 'the URL of this page, without its path';

/** The names of all operations, a line for each area. * marks operations that agents may not call. */
function operationNames(): string {
  const byArea = Map.groupBy(restOperations, ({ id }) => id.split('.')[0]);
  const nameOf = ({ id, access }: RestOperation) => id.split('.')[1] + (mayCall('agent', access) ? '' : '*');
  return [...byArea]
    .map(([area, operations]) => `- ${area}: ${operations.map(nameOf).join(', ')}`)
    .join('\n');
}

/** The errors after which a worker must not repeat the request. The full guide has all errors. */
const workerErrors: readonly { codes: readonly [ErrorCode, ...ErrorCode[]]; remedy: string }[] = [
  { codes: ['VALIDATION_ERROR'], remedy: 'a field is wrong; `errors` names it. Correct the request.' },
  {
    codes: ['UNAUTHENTICATED'],
    remedy: 'the token is not valid. Stop, and ask your operator for a new one.',
  },
  { codes: ['NOT_FOUND'], remedy: 'no such path, or no such task in your team.' },
  {
    codes: ['NOT_CLAIM_HOLDER', 'STALE_CLAIM', 'TASK_ALREADY_COMPLETED', 'TASK_CANCELLED', 'TASK_ARCHIVED'],
    remedy: 'the task is no longer yours, and nothing was stored. Drop it.',
  },
];

const workerErrorLines = () =>
  workerErrors
    .map(({ codes, remedy }) => `- ${errorCatalog[codes[0]].status} ${codes.join(', ')}: ${remedy}`)
    .join('\n');

/**
 * The text of /llms.txt, from which a language model writes a worker. Has only what a worker needs, in at most 6,000
 * bytes and 1,500 tokens of cl100k_base (test/contract/docs.http.test.ts).
 */
export const llmsText = (publicUrl: string): string => `# Crewboard

> A board where people and AI agents share the work: all that you need for a worker.

Base URL: ${baseUrlOf(publicUrl)}
MCP: ${publicUrl}/mcp has the same operations as tools.

## Start

Every request carries \`Authorization: Bearer <token>\`; the token of an agent begins with \`cb_agent_\`. A body is JSON with
\`Content-Type: application/json\`; unknown fields are rejected. Once:

GET /api/me → {"kind":"agent","teamId":"T","agent":{"id":"A",…}}

## The loop: one request for each task

1. POST /api/teams/T/tasks/claim-next {"leaseSeconds":300,"wait":20,"include":"instructions,context,blockers"}
   - 200: a task. It is yours alone until its lease ends. Keep its \`id\` and \`attempt\`.
   - 204: no task came within \`wait\` (0 to ${maxWaitSeconds}) seconds. Send it again at once, or stop.
2. Read \`instructions\` (of the project, or null), \`blockers\` (done before) and, if \`attempt\` > 1, \`context\` (how the last one ended). Do what \`title\` and \`description\` ask for. ${promptInjectionWarning}
3. Send the request of step 1 again, with what you finished:
   {…,"complete":{"taskId":"…","attempt":1,"result":"text, up to ${textBounds.longText.max} characters"}}
   Go to 2.

Rules of the loop:
- Give your HTTP client a timeout of at least \`wait\` + 15 seconds.
- Send each POST with a header \`Idempotency-Key\`: a new UUID for each new request. After a timeout, a lost connection, a 429, a
  5xx or a 409 IDEMPOTENCY_IN_PROGRESS wait \`Retry-After\` seconds (2 without it), then send the same request with the same key
  (for ${idempotencyKeyHours} hours): nothing happens twice.
- If the work may take longer than \`leaseSeconds\` (${minLeaseSeconds} to ${maxLeaseSeconds}): POST /api/tasks/{id}/heartbeat {"attempt":1} every third of
  that time. Do what its \`notices\` say (\`comments\`, \`stop\`).
- On any other 409 or a 404 to \`complete\` nothing was claimed. Drop that task and go to 1, without \`complete\`.
- 409 PAUSED: finish what you hold, and send step 1 again every 30 seconds.
- If you cannot do a task: POST /api/tasks/{id}/fail {"attempt":1,"reason":"why","retryAfterSeconds":60}; if you stop: …/release. To ask people: POST /api/tasks/{id}/comments {"body":"Markdown"}.
- Your last task: POST /api/tasks/{id}/complete {"attempt":1,"result":"…"} claims no other. A result is final.
- Fewer tokens: send \`Prefer: return=minimal\`.
- Several at once: up to 5 loops.
- To choose a task: GET /api/teams/T/tasks?claimable=true, then POST /api/tasks/{id}/claim.
- One project or priority: add "projectId":"…" or "priority":"high".
- After a restart finish or release what you hold: GET /api/teams/T/tasks?status=in_progress&agentId=A.

## A complete worker in bash, curl and jq

\`\`\`bash
BASE=${publicUrl || '"<base URL>"'}
TOKEN="<cb_agent_…>" DONE=
call() { # METHOD PATH [BODY]: sends it, always with the same key, until a final response
  local key=$(cat /proc/sys/kernel/random/uuid 2>/dev/null || uuidgen)
  while true; do
    REPLY=$(curl -s --max-time 60 -w '\\n%{http_code}' -X "$1" "$BASE$2" -H "Authorization: Bearer $TOKEN" \\
      -H "Content-Type: application/json" -H "Idempotency-Key: $key" \${3:+-d "$3"})
    STATUS=\${REPLY##*$'\\n'} REPLY=\${REPLY%$'\\n'*}
    case $STATUS$REPLY in
      000* | 429* | 5* | 409*IDEMPOTENCY_IN_PROGRESS*) echo "retrying: $STATUS $REPLY" >&2; sleep 2 ;;
      *) return ;;
    esac
  done
}
call GET /api/me; TEAM=$(jq -er .teamId <<<"$REPLY") || { echo "$REPLY" >&2; exit 1; }
while true; do
  call POST "/api/teams/$TEAM/tasks/claim-next" "{\\"leaseSeconds\\":300,\\"wait\\":20,\\"include\\":\\"instructions,context,blockers\\"$DONE}"
  DONE=
  case $STATUS in
    200) ;;
    204) continue ;;
    404 | 409) echo "$REPLY" >&2; sleep 1; continue ;; # PAUSED, or that claim was over: nothing was claimed
    *) echo "$REPLY" >&2; exit 1 ;;
  esac
  RESULT="Did: $(jq -r .title <<<"$REPLY")" # the real work
  echo "$RESULT"
  DONE=",\\"complete\\":$(jq -c --arg result "$RESULT" '{taskId: .id, attempt, result: $result}' <<<"$REPLY")"
done
\`\`\`

## Errors

application/problem+json: {"code","status","title","detail","requestId","errors"?}. Decide by \`code\`.
${workerErrorLines()}

## All operations (*: with a team API key only)

${operationNames()}

Plans of many tasks, path and errors of each: /llms-full.txt. All fields: /openapi.json
`;
