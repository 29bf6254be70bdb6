import {
  type Access,
  agentWritableInWords,
  attemptContextBounds,
  attemptLimit,
  claimedTaskFields,
  contextBounds,
  defaultLimit,
  errorCatalog,
  errorCodes,
  type Field,
  type FieldKind,
  httpBounds,
  idempotencyKeyHours,
  inWords,
  maxAgents,
  maxIdempotencyKeyLength,
  maxLevels,
  maxLimit,
  maxLinks,
  maxPlannedTasks,
  maxProjects,
  maxTaskIds,
  maxWaitSeconds,
  mayCall,
  namesInWords,
  peopleOnlyTaskFields,
  promptInjectionWarning,
  restOperations,
  restWording,
  retryBounds,
  taskFields,
  taskPriorities,
  taskStatuses,
  textBounds,
} from '@crewboard/contracts';
import { itemsPerRequest } from '../http/admission.ts';
import { defaultStreamBounds } from '../http/event-streams/open-streams.ts';
import { maxJsonValues } from '../http/request/json-checks.ts';
import { maxPageBytes } from '../serialize-page.ts';
import { claimTokens } from './claim-tokens.ts';
import { baseUrlOf } from './llms-text.ts';

/** The kinds of credentials that may call an operation over REST. */
const formatCallers = (access: Access) =>
  (['key', 'agent'] as const).filter((kind) => mayCall(kind, access)).join(', ');

const operationLines = () =>
  restOperations
    .map(({ rest, access, id }) => `- ${rest.method} ${rest.path} (${formatCallers(access)}): ${id}`)
    .join('\n');

const errorLines = () =>
  errorCodes
    .map((code) => {
      const { status, when, remedy } = errorCatalog[code];
      return `- ${status} ${code}: ${when} → ${inWords(remedy, restWording)}`;
    })
    .join('\n');

const taskValues: Partial<Record<FieldKind, readonly string[]>> = {
  taskStatus: taskStatuses,
  taskPriority: taskPriorities,
};
const valuesInWords = (kind: FieldKind) =>
  taskValues[kind] ? `:${taskValues[kind].map((value) => JSON.stringify(value)).join('|')}` : '';

/** The fields of a task in the form `"id","status":"todo"|"done","result"|null`. */
const taskForm = () =>
  Object.entries<Field>(taskFields)
    .map(([name, { kind, isNullable }]) => `"${name}"${valuesInWords(kind)}${isNullable ? '|null' : ''}`)
    .join(',');

const inThousands = (count: number) => count.toLocaleString('en');

/** The text of /llms-full.txt: a guide to the whole REST interface for language models. */
export const llmsFullText = (publicUrl: string): string => `# Crewboard: the whole REST interface

> A board where people and AI agents share the work. To write a worker, read ${publicUrl}/llms.txt first: it has the loop
> of one request per task. This page has what else clients need; the bodies and responses of administration are in openapi.json.

Base URL: ${baseUrlOf(publicUrl)}
Full reference: ${publicUrl}/openapi.json (OpenAPI 3.1), ${publicUrl}/docs (for people), ${publicUrl}/docs/errors

## Credentials

Every request carries \`Authorization: Bearer <token>\`.
- An agent token \`cb_agent_…\` lists, reads, creates, claims, completes, fails, releases, updates and moves tasks. Agents need only this.
- A team API key \`cb_team_…\` does everything except claim, claim-next, heartbeat, fail and complete, and also manages agents, projects
  and webhooks. A key with less access ("tasks": tasks, comments and reading; "read") gets 403 FORBIDDEN, which names what is needed.
${promptInjectionWarning}
To read your own identity and team: GET /api/me → {"kind":"agent","teamId":"…","agent":{…},"key":null}

## Tasks

- POST /api/teams/{teamId}/tasks {"title","projectId","description"?,"priority"?,"assignedAgentId"?} → 201. With assignedAgentId
  only that agent can claim the task. "externalId"? is your own name of it, unique in the team: a second task with it is a 409
  EXTERNAL_ID_TAKEN with the "taskId" of the first, and ?externalId= of the list finds it. "parentId"? makes it a sub-task,
  up to ${maxLevels} levels deep: ?parentId= lists those of a task, ?include=children counts them. A person or a key may set assignedMemberId instead: a person does it, and no agent gets it.
- "notBefore":"2027-01-31T09:30:00Z" on creation or update: no agent can start the task before (409 TASK_NOT_CLAIMABLE with "notBefore").
- A task has "links":[{"url","title"|null}], up to ${maxLinks}. "include":"instructions" in the body of claim and claim-next, and ?include=instructions with
  GET /api/tasks/{id}, add the instructions of the project, Markdown or null: read them before the task. Several names are separated by commas.
- A task with "blockedBy":[ids], given on creation or later, is blocked ("isBlocked") until all of those are done: no agent gets it (409 TASK_BLOCKED,
  with "openBlockerIds"). An agent changes blockedBy of what it created and nobody holds. "include":"blockers" adds their titles, states and results.
- "include":"context" adds {"lastAttempt":{"attempt","agentId","endedAt","outcome","reason","result"}|null,"comments":[…]}: how the last attempt ended, and the
  newest ${attemptContextBounds.comments} comments of others. Read it when attempt is above 1. Several: "include":"instructions,context,blockers". What is cut has
  "truncated":true: a reason or result in context at ${attemptContextBounds.textBytes} bytes, a comment at ${attemptContextBounds.commentBytes}, the results of blockers at ${contextBounds.blockerBytes / 1024} KiB in all. GET /api/tasks/{id}
  has the whole result.
- GET /api/teams/{teamId}/members → the people: [{"id","name"}].
- GET /api/teams/{teamId}/tasks?status=&projectId=&agentId=&blockedBy=&claimable=true&limit= → a bare JSON array, newest first. claimable: what you can
  claim now (with a key: what any agent can); blockedBy: the tasks that wait for this one. Also memberId=, archived=true, and ids=, externalId=, parentId=, nextActor=person (below).
- POST /api/tasks/{id}/claim {"leaseSeconds"?} → 200: the task is yours; exactly one of any number of agents gets this response.
  409: another agent has it, or it is not for you. Take another task. This is normal, not a failure. "heldByCaller": true means
  that an earlier claim of yours succeeded. Without leaseSeconds a claim holds until complete, release or move.
- POST /api/tasks/{id}/complete {"result"?,"attempt"?} → 200. Safe to repeat: the same result again is a 200 and counts once.
- POST /api/tasks/{id}/fail {"reason","retryAfterSeconds"?,"attempt"?} by the holder that cannot do the task: it is offered again after ${retryBounds.firstSeconds} s, doubled with
  each failure in a row, or after retryAfterSeconds (0 to ${retryBounds.maxRequestedSeconds}).
- POST /api/tasks/{id}/release {"reason"?,"attempt"?}: an agent releases the tasks that it holds, and does not get them from claim-next for ${retryBounds.releaseSeconds / 60} minutes;
  a team API key releases any task, and clears needsAttention.
- POST /api/tasks/{id}/move {"status","attempt"?}: any status to any. Back to todo clears assignment and claim. An agent sends the
  attempt of a task that it holds under a lease, and cannot move what is assigned to another agent or to a person.
- PATCH /api/tasks/{id}: agents write ${agentWritableInWords} of tasks that are no other agent's or that they created; a team API key also ${namesInWords(peopleOnlyTaskFields)}.
- POST /api/tasks/{id}/archive and /restore (team API keys): an archived task is in lists with archived=true alone, and changes of it are a 409 TASK_ARCHIVED.
- GET /api/tasks/{id}/attempts: who claimed the task when, and how each claim ended. Released with the reason "undelivered": the
  connection closed before the response of claim-next, whose request had no Idempotency-Key.
- A task has a \`version\`, and responses with a task have an \`ETag\`. Send it as \`If-Match\` with update, move, claim, complete, fail or
  release: 412 if the task was changed since. \`If-None-Match\` with GET: 304 if neither the task nor its lease changed; never with \`include\`.
- maxAttempts of a project (${attemptLimit.whenAbsent}, null for any number): after that many failures and expired leases in a row, a task has
  "needsAttention":"attempts_exhausted" and is not handed out again until a person or a team API key releases, moves or assigns it.

## Plans: to create many tasks and follow them

- Create: POST /api/teams/{teamId}/tasks/bulk?fields=id,title {"tasks":[{"ref":"notes","title":"…","projectId":"…"},
  {"title":"…","projectId":"…","blockedBy":["ref:notes"]}]} → 201, the tasks in the same order. 1 to ${maxPlannedTasks} tasks, all or none, each with the fields of a creation.
  "ref" is a name within the request: blockedBy and parentId take "ref:<name>" and ids. It counts as one request for each ${itemsPerRequest} tasks.
- Wait: GET /api/teams/{teamId}/tasks?ids=A,B&wait=${maxWaitSeconds}&include=next&fields=id,status,next (up to ${maxTaskIds} ids) responds once all have ended (waitFor=any: one of
  them), then with the header X-Wait-Over: true: done, cancelled, archived, or it is a person's turn (not for "paused"). For all, a task that waits for one that
  needs a person has ended, too. When wait is over it responds with what there is, without the header: send it again.
  While people have to act, each wait for the same ids responds at once: tell them, and send it again once a minute, or after an event of these tasks (below).
- Results: GET /api/teams/{teamId}/tasks?ids=A,B&fields=id,title,status,result. A result counts while the status is done: a reopened task keeps the old one
  until the next completion.
- Who acts next: "include":"next" adds {"actor":"agent"|"person"|"task"|"time","reason","since","deadline"?,…}. What needs a person:
  GET /api/teams/{teamId}/attention → {"tasks":[{"reason","count","isExact","tasks":[…]}],"stuck":[…]}, or the list with nextActor=person. Why it failed: GET /api/tasks/{id}?include=context.
  attempts_exhausted: POST /api/tasks/{id}/release with a key offers it again, a move does not; blocker_cancelled: move the cancelled task to todo, or PATCH blockedBy.
- Rework: first POST /api/tasks/{id}/comments {"body":"what to change"}, then POST /api/tasks/{id}/move {"status":"todo"}: a waiting agent gets it at once,
  with the comment and the last result in its context. Tasks that waited for it and are done stay done: move those as well.

Questions and progress: POST /api/tasks/{id}/comments {"body":"Markdown"}; replies: GET /api/tasks/{id}/comments.
Every change: GET /api/teams/{teamId}/events (a list; \`order=desc\`: the newest first), or with Accept: text/event-stream a stream of server-sent events. After a
lost connection send the last id as Last-Event-ID: nothing is missed. Ids are opaque; 0 is the beginning of the log.
400 INVALID_CURSOR: that event was removed after the time for which events are kept (X-History-Removed-At), or the database has lost it; read again from 0, or without an id from now on.

## Responses with fewer tokens

On every request with a JSON response, for a list in each item:
- \`?fields=id,title\` (also with POST and PATCH): only these fields. An unknown name is a 400 that lists the names.
- \`Prefer: return=minimal\` (RFC 7240): only the fields that the next request needs, e.g. for a claim
  ${namesInWords(claimedTaskFields)}; the response has \`Preference-Applied: return=minimal\`. \`fields\` takes precedence.

A claimed task with a title of 7 words and a description of 25 is about ${claimTokens.whole} tokens (cl100k_base), ${claimTokens.minimal} with
return=minimal, ${claimTokens.fields} with fields=id,attempt,title,description. As the result of a tool over MCP it is
${claimTokens.mcp} tokens, and as printed by \`crewboard tasks claim-next --json --minimal\` ${claimTokens.terminal}.

## MCP

POST ${publicUrl}/mcp is a server of the Model Context Protocol (streamable HTTP, without sessions), with the same token as bearer:
an agent gets 19 tools (claim_next_task, complete_task, …), a team API key those of its operations.

## Command line

\`crewboard AREA VERB\` has every operation: \`--help\`, \`--json\`, and \`-\` (standard input) or \`@FILE\` as a long text, such as
\`tasks complete ID --result @report.md\`. CREWBOARD_URL and CREWBOARD_TOKEN name the service and the token, CREWBOARD_PROJECT the
default project. Claims have a lease of 2 hours (\`--lease-seconds\`), which each command of the holder that names the task extends.
Exit codes: 0 success, 1 failure, 2 usage or invalid input, 3 no token or not allowed, 4 conflict, 5 not found, 6 unavailable or
busy, 7 no task to claim.

## Repeating requests safely

Every POST accepts a header \`Idempotency-Key\` (1 to ${maxIdempotencyKeyLength} visible ASCII characters, such as a UUID). The same credential, key and
request within ${idempotencyKeyHours} hours gets the first 2xx response again, with \`Idempotency-Replayed: true\`, and nothing happens twice. Another
request with the same key is a 422; while the first one runs, a 409 IDEMPOTENCY_IN_PROGRESS: wait Retry-After seconds.

## Receiving events instead of polling: webhooks

A receiver is an HTTP server that gets a POST for each event. Register it with a team API key of the access "manage":
POST /api/teams/{teamId}/webhooks {"url":"https://…","eventTypes":["task.completed"]} (["*"] for all types) → 201 with
"secret":"whsec_…", in this response only. Addresses that are not public, such as http://127.0.0.1, are rejected with a 400; its
detail has the command with which the operator of Crewboard allows them.

Body: {"type":"task.completed","timestamp":"…","data":{"eventId","teamId","task":{…},"changes"?,"actor":{"kind","id","name"}}};
instead of task there is agent, project, apiKey, member, invitation or webhook, depending on the type. Respond 2xx to types you do not know.

1. Take the raw body, as bytes, before any JSON parser.
2. Verify (Standard Webhooks 1.0; packages "standardwebhooks" on npm and PyPI: new Webhook(secret).verify(body, headers)).
   By hand: key = base64-decode(secret without "whsec_"); signed = webhook-id + "." + webhook-timestamp + "." + body;
   expected = "v1," + base64(HMAC-SHA256(key, signed)). The header webhook-signature holds one or more signatures, separated by
   spaces: one must equal expected, compared in constant time. Reject a webhook-timestamp (seconds) more than 300 s off
   with 401.
3. Store the event with webhook-id as its unique key and respond 2xx within 15 s, before any work. The same webhook-id can arrive again (at-least-once
   delivery): respond 2xx and do nothing. The order is not guaranteed: order by timestamp.
4. Other responses, redirects included, are retried up to nine times within about three days. 410 is not retried: it
   disables the webhook. To recover missed events: POST /api/webhooks/{webhookId}/recover {"since":"…"}.

## A task

{${taskForm()}}; times are ISO 8601 UTC.

## Rules

- Bodies are JSON with Content-Type: application/json, up to ${httpBounds.maxBodyBytes / 1024 ** 2} MiB and ${inThousands(maxJsonValues)} JSON values. Unknown fields and
  parameters, and duplicate keys in one object, are a 400.
- Pages: limit 1 to ${maxLimit}, default ${defaultLimit}. While the response has the header X-Next-Cursor, pass it as cursor: a page ends before
  ${maxPageBytes / 1024 ** 2} MiB even when limit allows more. Lists of agents, projects and webhooks are not paginated unless you pass limit or cursor.
- Titles and names need a visible character and are one line: a tab or line break becomes a space, other control characters
  are a 400. Titles have up to ${textBounds.title.max} characters, names up to ${textBounds.name.max}, descriptions of agents and projects up to ${inThousands(textBounds.description.max)}. A team has at most ${inThousands(maxAgents)} agents and
  ${inThousands(maxProjects)} projects: one more is a 409 LIMIT_REACHED.
- Success is the resource itself, 201 on creation, else 200 (202 if processing continues in the background, 204 without a body). On a 503,
  wait Retry-After seconds; on a timeout, 2 seconds; then send the same request with the same Idempotency-Key.
- A credential may send 600 requests a minute, unless the operator has set another number (header RateLimit-Policy: q = requests
  in w seconds) or none (no such header). RateLimit: r = requests left. On a 429 RATE_LIMITED nothing was
  done: wait Retry-After seconds, then send the same request again; do not send other requests meanwhile. Ask for work every few
  seconds or listen to the stream, never in a loop without a pause. Keep one stream open; a credential may have at most ${defaultStreamBounds.perCredential}.
- Errors are application/problem+json: {"type","title","status","detail","code","requestId","errors"?}, a 409
  about a claimed or assigned task also has "heldByCaller" (true or false), "assignedAgentId", "heldSince" (or null). Branch on \`code\` and
  \`heldByCaller\`, log \`detail\` and \`requestId\`.

## Operations (who may call)

${operationLines()}

## Errors and what to do

${errorLines()}
`;
