import { setTimeout as sleep } from 'node:timers/promises';
import { changesBlockerCounts, settle, type TaskDecision } from '@crewboard/contracts';
import type { Queryable } from '@crewboard/db';
import type { UncheckedToken } from '#src/auth/unchecked-token.ts';
import type { Batches } from '#src/batching/batches.ts';
import { AppError, notFound } from '#src/errors.ts';
import type { TeamDatabase } from '#src/limits/team-databases.ts';
import { type KeyedRequest, keepResponse } from '../../idempotency/keep-response.ts';
import { taskError } from '../task-errors.ts';
import { type StoredTask, toTask } from '../task-row.ts';
import { blockedError } from './dependencies.ts';
import { settleTexts, withLargeTexts } from './large-texts.ts';
import { changeLocked } from './locked.ts';
import { type PauseSubjects, pausedError } from './pauses.ts';
import { checkedAt, type ReadCall, readBatch, readTasks, type SeenTask } from './read-task.ts';
import { type ChangeAuthor, toWrite } from './to-write.ts';
import { isSentAlone, type NewComment, type Write, writeBatch, writeChanges } from './write-changes.ts';
import { type Decided, writeTogether } from './write-together.ts';

/** Who changes a task, and with what: a caller, or the service itself. */
export type ChangeContext = ChangeAuthor & {
  db: Pick<TeamDatabase, 'query' | 'transaction'>;
  batches: Batches;
  uncheckedToken?: UncheckedToken | undefined;
  keyedRequest?: KeyedRequest | undefined;
};

/** What a verb wants to be done with a task. */
export type ChangeRequest = {
  /** By the rules, from the task as it was read and the time of the reading. An error that it throws is the caller's. */
  decide: (task: SeenTask, now: string) => TaskDecision;
  /** The change may start an attempt, or the rule is about one of what is paused: it is decided on these pauses. */
  readsPausesOf?: PauseSubjects | undefined;
  /** The rule counts failures in a row: it needs how many the project allows. */
  readsAttemptLimit?: boolean;
  /** The rule is about who acts next, which other rows tell. */
  readsNextFacts?: boolean;
  /**
   * The rule opens, starts or assigns a task: whether its person has left the team, or its agent is inactive, or the one of
   * `readsPausesOf`.
   */
  readsAssignee?: boolean;
  /** The rule compares large texts, which are not read otherwise. */
  comparesTexts?: boolean;
  /** The call has not named the attempt of the caller, and STALE_CLAIM asks for it. */
  isAttemptMissing?: boolean;
  comment?: NewComment;
  /** Reads what the response needs besides, as of the time of the change: it holds if the change is written. */
  prepare?: (db: Queryable, task: SeenTask) => Promise<void>;
  /** What the caller gets and a key keeps, from the task and the time of the change: the task where absent. */
  respond?: (task: StoredTask, at: string) => object;
};

/** `at`: when it was decided, by the clock of the database. `unblocked`: those that no longer wait for it, nor others. */
export type Changed = { task: StoredTask; isChanged: boolean; at: string; unblocked?: StoredTask[] };

/**
 * Why nothing was written: the task has changed since, or this process is changing it; or other tasks change with it, which
 * takes a transaction with the lock of the team.
 */
type Unwritten = 'lost' | 'together';

/** The connection of a transaction, which has the lock of the task or, to change others with it, that of the team. */
type Locked = { db: Queryable; isTogether: boolean };

/** After so many attempts in which others were faster, a call waits for its turn. */
const maxUnlocked = 3;
const maxMs = 5_000;

/**
 * Writes that are under way, by task, with what each leaves of it; null where it does not apply. A write that has ended
 * empties its entry: a table that the Map has outgrown may keep the entry, and the task in it, for long (`src/bag.ts`).
 */
type UnderWay = Map<string, { left?: Promise<SeenTask | null> }>;
const underWayByProcess = new WeakMap<Batches, UnderWay>();

/** Those of this process. Another change waits and is decided on what one leaves: it would lose, and read the same. */
function underWayIn({ batches }: ChangeContext): UnderWay {
  const underWay = underWayByProcess.get(batches) ?? new Map();
  underWayByProcess.set(batches, underWay);
  return underWay;
}

/**
 * Reads a task of the caller's team, decides, and writes if the task is as it was read: otherwise all of it again.
 * Throws NOT_FOUND, the error of the decision, or UNAVAILABLE after 5 s of retries.
 */
export async function changeTask(
  ctx: ChangeContext,
  taskId: string,
  request: ChangeRequest,
): Promise<Changed> {
  const end = performance.now() + maxMs;
  let seen = await readTask(ctx, taskId, request);
  let isTogether = false;
  for (let lost = 0; performance.now() < end; ) {
    const changed =
      lost < maxUnlocked && !isTogether
        ? await decideAndWrite(ctx, seen, request)
        : await decideAndWriteLocked(ctx, taskId, request, isTogether);
    if (typeof changed !== 'string') return changed;
    if (changed === 'together') {
      isTogether = true;
      continue;
    }
    const left = await underWayIn(ctx).get(taskId)?.left;
    if (left && isRecent(seen, left) && hasSameFacts(request, seen, left)) {
      const { pauses, isProjectArchived, maxAttempts } = seen;
      // Where the rule is about an assignee, there is none any more; the other call may have read those of another one.
      const ofNobody = { hasAssigneeLeft: false, isAssigneeInactive: false };
      seen = { ...left, ...ofNobody, checkedAt: checkedAt(seen), pauses, isProjectArchived, maxAttempts };
      continue;
    }
    lost += 1;
    if (lost >= maxUnlocked || isTogether) continue;
    // Wait, because the other change may not be committed yet.
    await sleep(2 * lost);
    seen = await readTask(ctx, taskId, request);
  }
  throw new AppError('UNAVAILABLE', 'The task could not be changed within 5 s. Try again in a moment.');
}

/** The same by the service itself: undefined where the task was deleted since it was found. */
export const changeIfThere = (
  ctx: ChangeContext,
  taskId: string,
  request: ChangeRequest,
): Promise<Changed | undefined> =>
  changeTask(ctx, taskId, request).catch((error) => {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  });

/**
 * Newer than what the call has read, which another process may have changed since; and not much newer than the check of
 * its token: half of what a write accepts.
 */
const isRecent = (seen: SeenTask, left: SeenTask): boolean =>
  left.version >= seen.version &&
  left.readAt >= seen.readAt &&
  Date.parse(left.readAt) - Date.parse(checkedAt(seen)) < 1_000;

/**
 * Whether the pauses, the limit and the times of the project that the call has read are those of the task as another change
 * has left it. Those that the other call has read may be older than this request.
 */
function hasSameFacts(
  { readsPausesOf, readsNextFacts, readsAssignee }: ChangeRequest,
  seen: SeenTask,
  left: SeenTask,
) {
  const isOfAssignee = readsPausesOf !== undefined && readsPausesOf.agentId === undefined;
  return (
    !readsNextFacts &&
    !(readsAssignee && (left.assignedMemberId || left.assignedAgentId)) &&
    left.projectId === seen.projectId &&
    (!isOfAssignee || left.assignedAgentId === seen.assignedAgentId)
  );
}

/** Reads, decides and writes in a transaction, one call after another. */
async function decideAndWriteLocked(
  ctx: ChangeContext,
  taskId: string,
  request: ChangeRequest,
  isTogether: boolean,
): Promise<Changed | Unwritten> {
  let unwritten: Unwritten = 'lost';
  const lock = isTogether ? { dependenciesOfTeam: ctx.actor.teamId } : { taskId };
  const changed = await changeLocked(ctx.db, lock, async (db) => {
    const seen = await readTask(ctx, taskId, request, db);
    const result = await decideAndWrite(ctx, seen, request, { db, isTogether });
    if (typeof result !== 'string') return result;
    unwritten = result;
    return undefined;
  });
  return changed ?? unwritten;
}

/** Throws NOT_FOUND, also where the token of the call has ended. */
async function readTask(
  ctx: ChangeContext,
  taskId: string,
  { readsPausesOf, readsAttemptLimit, readsNextFacts, readsAssignee }: ChangeRequest,
  locked?: Queryable,
): Promise<SeenTask> {
  const { actor, batches, uncheckedToken } = ctx;
  const call: ReadCall = {
    ...{ teamId: actor.teamId, taskId, actorId: actor.id },
    // Each time: what is decided on must have been true at most 2 s before the write.
    tokenHash: uncheckedToken?.presentedHash ?? null,
    ...{ readsPausesOf, readsAttemptLimit, readsNextFacts, readsAssignee },
  };
  const seen = locked ? (await readTasks(locked, [call]))[0] : await batches.run(readBatch, call);
  if (!seen) throw notFound();
  uncheckedToken?.confirm();
  return seen;
}

/** One attempt of `changeTask`: decides on a task as it was read, and writes. */
export async function decideAndWrite(
  ctx: ChangeContext,
  read: SeenTask,
  request: ChangeRequest,
  locked?: Locked,
): Promise<Changed | Unwritten> {
  const { actor, keyedRequest } = ctx;
  const db = locked?.db ?? ctx.db;
  const seen = request.comparesTexts ? await withLargeTexts(db, read) : read;
  const decision = request.decide(seen, seen.readAt);
  if (decision === 'keep') {
    const task = await withTextsFor(ctx, db, seen);
    if (keyedRequest) await keepResponse(db, keyedRequest, responseOf(request, task, seen.readAt));
    return { task, isChanged: false, at: seen.readAt };
  }
  if (decision === 'PAUSED') throw pausedError(seen.pauses ?? []);
  if (decision === 'TASK_BLOCKED') {
    const error = await blockedError(db, seen);
    if (error) throw error;
    return 'lost';
  }
  if (typeof decision === 'string') {
    const { isAttemptMissing = false } = request;
    throw taskError(decision, seen, { callerId: actor.id, now: seen.readAt, isAttemptMissing });
  }
  const isUnderWay = () => !locked && underWayIn(ctx).has(seen.id);
  if (isUnderWay()) return 'lost';
  if (request.prepare) await request.prepare(db, seen);
  const state: StoredTask = { ...seen, ...settle(seen, decision, seen.readAt) };
  const after = await withTextsFor(ctx, db, { ...state, ...settleTexts(state, decision.set) });
  if (isUnderWay()) return 'lost';
  const isTogether =
    decision.set.blockedBy ||
    decision.set.parentId ||
    (seen.dependants > 0 && changesBlockerCounts(seen, after));
  if (isTogether && !locked?.isTogether) return 'together';
  const decided = { seen, after, change: decision };
  if (isTogether) {
    const toLast = (last: StoredTask) => toCallersWrite(ctx, decided, request, last);
    const written = await writeTogether(ctx, db, decided, toLast);
    return written ? { ...written, isChanged: true, at: seen.readAt } : 'lost';
  }
  const write = toCallersWrite(ctx, decided, request);
  const isWritten = locked
    ? (await writeChanges(db, [write], true))[0] !== null
    : await writeUnlocked(ctx, write);
  return isWritten ? { task: after, isChanged: true, at: seen.readAt } : 'lost';
}

/** Others of this process wait for what it leaves; not for one that is sent alone, which waits for a connection itself. */
async function writeUnlocked(ctx: ChangeContext, write: Write): Promise<boolean> {
  if (isSentAlone(write)) return (await writeChanges(ctx.db, [write], false))[0] !== null;
  const { seen, after } = write;
  const underWay = underWayIn(ctx);
  const writing = ctx.batches.run(writeBatch, write);
  const own: { left?: Promise<SeenTask | null> } = {
    left: writing.then(
      (written) => written && { ...after, ...written },
      () => null,
    ),
  };
  underWay.set(seen.id, own);
  try {
    return (await writing) !== null;
  } finally {
    underWay.delete(seen.id);
    delete own.left;
  }
}

const responseOf = ({ respond = toTask }: ChangeRequest, task: StoredTask, at: string): object =>
  respond(task, at);

/** `last`: the task as the caller gets it. */
function toCallersWrite(
  ctx: ChangeContext,
  decided: Decided,
  request: ChangeRequest,
  last = decided.after,
): Write {
  const { keyedRequest } = ctx;
  const isKept = keyedRequest && !keyedRequest.stage;
  const response = isKept ? responseOf(request, last, decided.seen.readAt) : null;
  const write = toWrite(ctx, { ...decided, comment: request.comment, keyedRequest, response });
  return { ...write, guardedAgentId: request.readsAssignee ? newAssigneeOf(write) : null };
}

/** The agent that gets or starts the task with the change: it was active when the task was read. */
const newAssigneeOf = ({ seen, after, attempts }: Write): string | null =>
  attempts?.starts_attempt || after.assignedAgentId !== seen.assignedAgentId ? after.assignedAgentId : null;

/** The service itself needs no response: a round that ends 200 leases would read all their texts. */
const withTextsFor = async <T extends StoredTask>(
  { actor }: ChangeContext,
  db: Queryable,
  task: T,
): Promise<T> => (actor.kind === 'system' ? task : withLargeTexts(db, task));
