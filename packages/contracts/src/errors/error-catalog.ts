import { agentWritableInWords } from '../fields/task-fields.ts';
import type { Worded } from './wording.ts';

type ErrorEntry = { status: number; title: string; when: string; remedy: Worded };

/**
 * Every error of the service: its status, when it occurs and what to do then. The page /docs/errors, the guide for
 * language models, the OpenAPI document and the clients are generated from it.
 */
export const errorCatalog = {
  VALIDATION_ERROR: {
    status: 400,
    title: 'Validation error',
    when: 'A field or parameter is missing, unknown, read-only, of the wrong type, too long or not one of its values.',
    remedy:
      'Read `errors`: each entry names a `path` and what it must be. Correct the request and send it again.',
  },
  MALFORMED_JSON: {
    status: 400,
    title: 'Malformed JSON',
    when: 'The body is not JSON in UTF-8.',
    remedy: 'Send one JSON object in UTF-8, without a byte order mark.',
  },
  INVALID_CURSOR: {
    status: 400,
    title: 'Invalid cursor',
    when: 'The cursor is not the id of something in this list: a task, agent, project or webhook of this team, a comment of this task, an event of this team. An event may have been removed because it was older than the events that are kept, or lost when the database was restored or failed over.',
    remedy: ({ nextCursor }) =>
      `Pass the cursor that came with the page before (\`${nextCursor}\`) unchanged, or start again without one.`,
  },
  BAD_REQUEST: {
    status: 400,
    title: 'Bad request',
    when: 'The request is not valid HTTP.',
    remedy: 'Use an HTTP client library, and send each header once.',
  },
  UNAUTHENTICATED: {
    status: 401,
    title: 'Unauthenticated',
    when: 'The credential is missing, malformed, unknown, expired, revoked, replaced by a rotation, or belongs to an inactive agent or a deleted team.',
    remedy:
      'Send `Authorization: Bearer <token>` with a valid token. An agent whose token was rotated or that was deactivated stops and asks its operator for a new token.',
  },
  TEAM_API_KEY_REQUIRED: {
    status: 403,
    title: 'Team API key required',
    when: 'An agent token was used where only a team API key is accepted.',
    remedy: 'Use the team API key (`cb_team_…`). An agent never needs this operation for its work.',
  },
  AGENT_TOKEN_REQUIRED: {
    status: 403,
    title: 'Agent token required',
    when: 'A team API key was used where only an agent token is accepted: claim, claim-next, heartbeat, fail and complete.',
    remedy: 'Use the token of an agent (`cb_agent_…`). Other clients move tasks instead.',
  },
  FORBIDDEN: {
    status: 403,
    title: 'Forbidden',
    when: "The caller may not write this field, or the access of the key or the member's role does not allow this.",
    remedy: `Leave the fields named in \`detail\` out: agents write ${agentWritableInWords}. Use a key with the access that \`detail\` names. A member asks an admin.`,
  },
  NOT_FOUND: {
    status: 404,
    title: 'Not found',
    when: 'There is nothing with this id in your team, or no such route; `detail` says which.',
    remedy: 'Check the id. Resources of other teams get exactly the same response.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    title: 'Method not allowed',
    when: 'The path exists, but not with this method.',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    title: 'Request timeout',
    when: 'The request did not arrive completely in time.',
    remedy: 'Send the whole request again without a pause.',
  },
  TASK_ALREADY_CLAIMED: {
    status: 409,
    title: 'Task already claimed',
    when: 'Claim: the task is held, by the caller itself (`heldByCaller` is true) or by another agent. Archive: the task is in progress. Update of `blockedBy` by the agent that created the task: the task is held.',
    remedy:
      '`heldByCaller` is true: continue and complete it. Otherwise take another task. Archive it once it is no longer in progress.',
  },
  TASK_NOT_CLAIMABLE: {
    status: 409,
    title: 'Task not claimable',
    when: 'Claim, or complete without a claim: the task is done or cancelled, or it needs attention (`needsAttention`) after too many attempts failed; these and every other start: its time has not come (`notBefore`). Move by an agent: the task needs attention.',
    remedy:
      'Take another task. With `notBefore`, this one can be started from then on. A task that needs attention must be released by a person or with a team API key.',
  },
  TASK_ASSIGNED_TO_OTHER: {
    status: 409,
    title: 'Task assigned to another agent',
    when: 'Claim, complete, or an agent that moves or updates: the task is assigned to another agent (`assignedAgentId`), or to a person.',
    remedy: 'Take another task.',
  },
  TASK_ARCHIVED: {
    status: 409,
    title: 'Task archived',
    when: 'A change of a task that is archived. Restore, claim and every other start: its project is archived. Update, pause and resume of a project: the project is archived.',
    remedy:
      'Nothing was changed. Take another task, or ask a person, or a team API key, to restore it first.',
  },
  PAUSED: {
    status: 409,
    title: 'Paused',
    when: 'A claim, claim-next, completion of a task that the caller does not hold, move to `in_progress` or hand-over to an agent, while the agent, the project of the task or the team is paused; `detail` says which, and why.',
    remedy:
      'Nothing was started. What you hold, you may still complete, fail or release. Wait until a person or a team API key resumes it, and try again then.',
  },
  TASK_BLOCKED: {
    status: 409,
    title: 'Task blocked',
    when: 'A claim, completion of a task that the caller does not hold, move to `in_progress` or hand-over to an agent, while a task of `blockedBy` is not done: `openBlockerIds` has those.',
    remedy:
      'Nothing was started. Take another task: this one is handed out as soon as those are done. If one of them is cancelled, move it to `todo` again or remove it from `blockedBy`.',
  },
  DEPENDENCY_CYCLE: {
    status: 409,
    title: 'Dependency cycle',
    when: 'Update: with this `blockedBy` the task would wait for itself, or with this `parentId` be a sub-task of itself. `cycle` has the ids, each of which waits for the next (or is its sub-task), and the last for the first.',
    remedy:
      'Nothing was changed. Leave out the task after the first of `cycle`, or choose another parent; or end another of these dependencies first.',
  },
  EXTERNAL_ID_TAKEN: {
    status: 409,
    title: 'External id taken',
    when: 'Create or update: another task of the team has this `externalId` (`taskId`), perhaps an archived one.',
    remedy:
      'Nothing was changed. After a repeated creation use the task `taskId`; otherwise choose another `externalId`.',
  },
  NOT_CLAIM_HOLDER: {
    status: 409,
    title: 'Not the claim holder',
    when: 'Complete, move or update: another agent (`assignedAgentId`) holds the task. Heartbeat, fail or release: the caller does not hold it.',
    remedy:
      'Nothing of this request was stored. Leave the task to its holder, if it has one, and take another.',
  },
  STALE_CLAIM: {
    status: 409,
    title: 'Stale claim',
    when: 'Complete, heartbeat, fail, release, move: the claim of this `attempt` is over. Its lease expired, or the task was released, moved, cancelled or claimed again since. Without `attempt`: the lease of your claim has expired, or you move a task that you hold under a lease.',
    remedy:
      'Nothing of this request was stored. If you completed the task before (`detail` says so), that result stays. Otherwise stop working on it, since another agent may have it: claim again and use the `attempt` of that response. Send heartbeats well before `leaseExpiresAt`.',
  },
  TASK_ALREADY_COMPLETED: {
    status: 409,
    title: 'Task already completed',
    when: 'Complete: the task is done, by another agent or with another result. Heartbeat, fail or release: the task is done. Update: the assignee of a done task cannot change.',
    remedy: 'Take another task. To do this one again, move it to `todo` first.',
  },
  TASK_CANCELLED: {
    status: 409,
    title: 'Task cancelled',
    when: 'Complete, heartbeat, fail or release, without `attempt`: the task was cancelled. Update: the assignee of a cancelled task cannot change.',
    remedy: 'Take another task. To revive this one, move it to `todo` first.',
  },
  WEBHOOK_DISABLED: {
    status: 409,
    title: 'Webhook disabled',
    when: 'Test, redeliver, recover: the endpoint is disabled, so nothing would be sent.',
    remedy: 'Enable it first: PATCH /api/webhooks/{webhookId} with `{ "enabled": true }`.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    title: 'Idempotency key in progress',
    when: 'Another request with the same `Idempotency-Key` has not ended.',
    remedy:
      'Wait for `Retry-After` seconds and send the same request again: it gets the response of the other one.',
  },
  NOT_DELETABLE: {
    status: 409,
    title: 'Not deletable',
    when: 'Delete, in the dashboard only: the task is open and not archived, or open tasks wait for it while it is not done; or the project is not archived. `detail` says which.',
    remedy:
      'Nothing was deleted. Cancel or archive the task first, or archive the project. What waits for the task must be changed first.',
  },
  LAST_OWNER: {
    status: 409,
    title: 'Last owner',
    when: 'A member is removed, leaves, gets another role or deletes their account, and is the last owner of a team. In the dashboard only.',
    remedy: 'Make someone else an owner first.',
  },
  LIMIT_REACHED: {
    status: 409,
    title: 'Limit reached',
    when: 'Create: the team has reached the maximum number of agents (10,000, including inactive agents) or projects (10,000). Create or update with `blockedBy`: one of those has 500 tasks that wait for it, or more than 10,000 tasks would have to be searched for a cycle.',
    remedy:
      'Reuse an existing one: give a project another `name`, or give an agent another `name` and the `status` `active`, and rotate its token. Of dependencies: put one task between, which waits for the task that so many wait for, and let the others wait for it.',
  },
  PRECONDITION_FAILED: {
    status: 412,
    title: 'Precondition failed',
    when: 'The task has changed since the version that the request names. REST clients name the version with the header `If-Match`.',
    remedy: 'Nothing was changed. Read the task again and decide whether your change still applies.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    title: 'Payload too large',
    when: 'The body is larger than 1 MiB.',
    remedy: 'Send less: store large results elsewhere and put a link into the result.',
  },
  URI_TOO_LONG: {
    status: 414,
    title: 'URI too long',
    when: 'The URL is longer than 8 KiB.',
    remedy: 'Shorten the query.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    title: 'Unsupported media type',
    when: 'The body is not declared as `application/json` in UTF-8, or it is compressed.',
    remedy: 'Send `Content-Type: application/json` and an uncompressed body.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    title: 'Idempotency key reused',
    when: 'The `Idempotency-Key` belongs to another request of this credential: another method, path or body within 24 hours.',
    remedy:
      'Use a new key for each request, for example a UUID. Repeat a request with its key and an unchanged body.',
  },
  RATE_LIMITED: {
    status: 429,
    title: 'Rate limited',
    when: 'More requests a minute, requests at once or open streams than one caller may have, more unread responses than one team may have, or too many failed authentications from one address or too many sign-in attempts; `detail` says which. The headers `RateLimit` and `RateLimit-Policy` of every response show what is left.',
    remedy: ({ retryAfter }) =>
      `Nothing was done. Wait for \`${retryAfter}\` seconds, then send the same again.`,
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    title: 'Headers too large',
    when: 'The request line and headers are larger than 16 KiB.',
    remedy: 'Send fewer or shorter headers.',
  },
  INTERNAL_ERROR: {
    status: 500,
    title: 'Internal error',
    when: 'Something unexpected failed. It was logged under the request id.',
    remedy: 'Try again once; if it persists, give the operator the `requestId`.',
  },
  UNAVAILABLE: {
    status: 503,
    title: 'Unavailable',
    when: 'The database is unavailable or too busy, or too many responses are waiting for clients to read them. The change may or may not have been made.',
    remedy: ({ retryAfter, hasIdempotencyKeys }) =>
      `Wait for \`${retryAfter}\` seconds${hasIdempotencyKeys ? ' and send a request with an `Idempotency-Key` again. Without one, read' : '. Then read'} the task to see whether your change was made, and try again if not.`,
  },
} as const satisfies Record<string, ErrorEntry>;
