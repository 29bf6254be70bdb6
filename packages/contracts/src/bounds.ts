// The bounds of what the service takes, keeps and looks through; of texts in text-bounds.ts, of links in link-bounds.ts. Pages
// load them all: without zod.

/** How many leases in a row may expire before a task is handed out no more; null: any number. */
export const attemptLimit = {
  min: 1,
  max: 1_000,
  whenAbsent: 5,
  message: 'must be a whole number from 1 to 1000, or null for any number',
};

/**
 * When a task is offered again after an attempt that failed, in seconds, doubled with each failure in a row; and to an agent that
 * released it.
 */
export const retryBounds = {
  firstSeconds: 30,
  maxSeconds: 3_600,
  /** As an agent may ask instead. */
  maxAskedSeconds: 86_400,
  /** For so long a task is not handed out again to an agent that released it. */
  releaseSeconds: 600,
  /** So many agents that released a task are known. */
  maxReleasers: 20,
};

/** Of the times that a project sets: a minute to a year. */
export const minStaleSeconds = 60;
export const maxStaleSeconds = 31_536_000;

/** After so many seconds a task is stale that an agent is to do and gives no sign of, or that is in the queue. */
export type StaleTimes = readonly [ofAgent: number, inQueue: number];

/** Of a project that has not set them. */
export const defaultStaleTimes: StaleTimes = [86_400, 604_800];

/** So many of the tasks that a task waits for are named with its next actor. */
export const maxNamedBlockers = 5;

/** After so many attempts in a row that failed an agent is named, with these attempts. */
export const maxAgentFailures = 3;
/** Of the reason of a failure, beside what waits for a person. In characters. */
export const maxShownReason = 300;

/** The maximum of tasks that a task waits for. */
export const maxBlockers = 50;

/** The maximum of tasks that wait for a task: those change in the transaction that completes it. */
export const maxDependants = 500;

/** The maximum of tasks that are looked through for a cycle. */
export const maxCycleSearch = 10_000;

/** How deep tasks are nested: a task without a parent is on the first level. */
export const maxLevels = 5;

/** The maximum of sub-tasks that are counted. */
export const maxCountedChildren = 1_000;

/** The maximum of sub-tasks that the dashboard lists: as many as a plan may have tasks. */
export const maxListedChildren = 500;

/** The maximum of sub-tasks that are looked through before a task with sub-tasks gets a parent. */
export const maxSubTaskSearch = 10_000;

/** The maximum of the `graceSeconds` of a pause. */
export const maxPauseGraceSeconds = 600;

/** How a pause is when the request does not say. */
export const pauseDefaults = { mode: 'finish', graceSeconds: 30 } as const;

/** The maximum of days after which a project archives its closed tasks. */
export const maxArchiveDays = 3_650;

/** Of invitations. */
export const invitationBounds = {
  maxDays: 30,
  maxUses: 100,
  /** Those of a team that still work: 409 LIMIT_REACHED. */
  maxOpen: 100,
};

/** Wrong passwords of one person from one place, until sign-in is blocked there. */
export const signInBounds = {
  maxWrongPasswords: 5,
  /** From the first wrong password: then the count starts again. */
  periodMinutes: 15,
};

/** The maximum of webhooks per team. */
export const maxWebhooks = 50;

/** How long deliveries are kept, in days. */
export const deliveryRetentionDays = 30;

/** How long deliveries are signed with the previous secret as well after a rotation, in hours. */
export const secretOverlapHours = 24;

/** Bounds of a request that the API and the web server share (docs/operations.md, Bounds). */
export const httpBounds = {
  maxBodyBytes: 1024 * 1024,
  /** From the beginning of a request to the end of its headers, and to the end of its body. */
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  /** Longer than a proxy keeps its idle connections (nginx 60 s): one that the server closes may lose a request. */
  keepAliveTimeoutMs: 65_000,
};
