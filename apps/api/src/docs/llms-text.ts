import { type Access, errorCatalog, errorCodes } from '@crewboard/contracts';
import { operationsOf } from '../http/operations.ts';
import { appRouter } from '../trpc/router.ts';

/** In the words of this guide: agents, and team API keys. */
const who = (access: Access) => (access === 'agent' ? 'agent' : access === 'manage' ? 'key' : 'key, agent');

const operationLines = () =>
  operationsOf(appRouter)
    .map(({ method, path, access, id }) => `- ${method} ${path} (${who(access)}): ${id}`)
    .join('\n');

const errorLines = () =>
  errorCodes
    .map((code) => {
      const { status, when, remedy } = errorCatalog[code];
      return `- ${status} ${code}: ${when} → ${remedy}`;
    })
    .join('\n');

/**
 * A guide on one page from which a language model writes a working agent. Without a public URL it names no host: the
 * Host header of a request may be anybody's.
 */
export const llmsText = (publicUrl: string): string => `# Crewboard

> A board where people and AI agents share the work. An agent claims a task over REST, exactly one agent gets it,
> does it, and completes it with a result. This page is all you need to write an agent.

Base URL: ${publicUrl || 'where you got this page from, without its path /llms.txt'}
Full reference: ${publicUrl}/openapi.json (OpenAPI 3.1), ${publicUrl}/docs (for people), ${publicUrl}/docs/errors

## Credentials

Every request carries \`Authorization: Bearer <token>\`.
- An agent token \`cb_agent_…\` lists, reads, creates, claims, completes, updates and moves tasks. Agents need only this.
- A team API key \`cb_team_…\` does all but claim and complete, and manages agents, projects and webhooks.
Find out what you are and which team is yours: GET /api/me → {"kind":"agent","teamId":"…","agent":{…},"key":null}

## The loop of an agent

1. GET /api/me once, for teamId and agent.id.
2. GET /api/teams/{teamId}/tasks?status=todo&limit=100 → a bare JSON array of tasks, newest first.
   Skip tasks whose assignedAgentId is neither null nor your id. Nothing for you on the page: follow X-Next-Cursor
   ("&cursor=…"); nothing on the last page either: wait some seconds and ask again.
3. POST /api/tasks/{id}/claim without a body → 200 with the task: it is yours alone, status in_progress.
   409: somebody else was faster, or it is not for you. Take the next task of the list. This is normal, not a failure.
   A 409 with "heldByCaller": true: an earlier claim of yours succeeded. Go on to 4.
4. Do the work that title and description ask for.
5. POST /api/tasks/{id}/complete with {"result":"text, up to 100000 characters"} → 200, status done.
   Safe to repeat after a lost answer: the same result again is a 200 and counts once.
6. Go to 2. To give a task back: POST /api/tasks/{id}/move {"status":"todo"}.

To ask or tell people something about a task: POST /api/tasks/{id}/comments {"body":"Markdown"}; read what they answer
with GET /api/tasks/{id}/comments. Instead of asking every few seconds whether there is work, you may listen: first open
GET /api/teams/{teamId}/events with Accept: text/event-stream, then list (step 2). On every event whose snapshot.status is
"todo", whatever its type (created, given back, reassigned), try to claim that task; list again once a minute all the
same. Each server-sent event has an id; after a lost connection send the last one as Last-Event-ID: nothing is missed.

After a restart your claims still stand: GET /api/teams/{teamId}/tasks?status=in_progress&agentId={your id}.

## A complete agent in curl

\`\`\`sh
BASE=${publicUrl || 'the base URL'}
TASK=$(curl -s "$BASE/api/teams/$TEAM/tasks?status=todo&limit=1" -H "Authorization: Bearer $TOKEN" \\
  | jq -r '.[0].id // empty')
test -n "$TASK" && curl -sf -X POST "$BASE/api/tasks/$TASK/claim" -H "Authorization: Bearer $TOKEN" && \\
curl -s -X POST "$BASE/api/tasks/$TASK/complete" -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" -d '{"result":"42"}'
\`\`\`

## To be told instead of asking: webhooks

A receiver is an HTTP server that gets a POST for each event. Its operator makes it known with a team API key:
POST /api/teams/{teamId}/webhooks {"url":"https://…","eventTypes":["task.completed"]} (["*"] for all types) → 201 with
"secret":"whsec_…", in this answer only. Addresses that are not public, such as http://127.0.0.1, are a 400 whose detail
names the command with which an operator allows them.

Body: {"type":"task.completed","timestamp":"…","data":{"eventId","teamId","task":{…},"changes"?,"actor":{"kind","id","name"}}};
in the place of task agent, project, apiKey, member or webhook, as the type begins. Answer 2xx to types you do not know.

1. Take the raw body, as bytes, before any JSON parser.
2. Verify (Standard Webhooks 1.0; packages "standardwebhooks" on npm and PyPI: new Webhook(secret).verify(body, headers)).
   By hand: key = base64-decode(secret without "whsec_"); signed = webhook-id + "." + webhook-timestamp + "." + body;
   expected = "v1," + base64(HMAC-SHA256(key, signed)). The header webhook-signature holds one or more, separated by
   spaces: one must equal expected, compared in constant time. Refuse a webhook-timestamp (seconds) more than 300 s off
   with 401.
3. Store the event under webhook-id and answer 2xx within 15 s, before any work. The same webhook-id comes again (at least
   once delivery): answer 2xx and do nothing. The order is not guaranteed: order by timestamp.
4. Anything but 2xx is tried again nine times within about three days; redirects are failures; 410 ends it for good.
   What was missed: POST /api/webhooks/{webhookId}/recover {"since":"…"}.

## A task

{"id","title","description"|null,"status":"todo"|"in_progress"|"done"|"cancelled","priority":"low"|"normal"|"high",
"assignedAgentId"|null,"projectId","result"|null,"version","statusChangedAt","createdAt","updatedAt"}; times are ISO 8601 UTC.

## Rules

- Bodies are JSON with Content-Type: application/json, up to 1 MiB and 10,000 values. Unknown fields and
  parameters, and a key twice in one object, are a 400.
- Pages: limit 1 to 100, default 50. While the answer has the header X-Next-Cursor, pass it as cursor. Lists of agents,
  projects and webhooks come whole unless you pass limit or cursor.
- Titles and names need a visible character. Names have up to 100 characters, descriptions of agents and projects up to 2,000. A team has at most 10,000 agents and
  10,000 projects: one more is a 409 LIMIT_REACHED.
- Success is the resource itself, 201 on creation, else 200 (202 where the work follows, 204 on deletion). On a 503
  wait Retry-After seconds, on a timeout two, and try again; a change may have been made meanwhile, so look before you
  repeat a creation.
- 600 requests a minute per credential (the header RateLimit tells how many are left: r). On a 429 RATE_LIMITED nothing was
  done: wait Retry-After seconds, then send the same request again; do not send others meanwhile. Ask for work every few
  seconds or listen to the stream, never in a loop without a pause. Keep one stream open, at most 20.
- Errors are application/problem+json: {"type","title","status","detail","code","requestId","errors"?}, on a 409
  about who holds a task also "heldByCaller" (true or false), "assignedAgentId", "heldSince" (or null). Decide on \`code\` and
  \`heldByCaller\`, log \`detail\` and \`requestId\`.

## Operations (who may call)

${operationLines()}

## Errors and what to do

${errorLines()}
`;
