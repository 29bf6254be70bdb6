import { setTimeout as sleep } from 'node:timers/promises';
import { changesBlockerCounts, settle, type TaskDecision } from '@crewboard/contracts';
import type { Queryable } from '@crewboard/db';
import type { UncheckedToken } from '#src/auth/unchecked-token.ts';
import type { Batches } from '#src/batching/batches.ts';
import { AppError, notFound } from '#src/errors.ts';
import { deadlineOf, type TeamDatabase } from '#src/limits/team-databases.ts';
import { type KeyedRequest, keepResponse } from '../../idempotency/keep-response.ts';
import { taskError } from '../task-errors.ts';
import { type StoredTask, toTask } from '../task-row.ts';
import { changeLocked } from './change-locked.ts';
import { blockedError } from './dependencies.ts';
import { textVersionsAndSizes, withLargeTexts } from './large-texts.ts';
import { pausedError } from './pauses.ts';
import {
  checkedAt,
  type ReadCall,
  type ReadOptions,
  readBatch,
  readTasks,
  type SeenTask,
} from './read-task.ts';
import { type ChangeAuthor, toWrite } from './to-write.ts';
import { type NewComment, type Write, writeChanges } from './write-changes.ts';
import { type Decided, writeTogether } from './write-together.ts';
import { underWayIn, writeUnlocked } from './writes-under-way.ts';

/** The author of a change, a caller or the service itself, and the connections that the change uses. */
export type ChangeContext = ChangeAuthor & {
  db: Pick<TeamDatabase, 'query' | 'transaction' | 'maxWaitMs'>;
  batches: Batches;
  uncheckedToken?: UncheckedToken | undefined;
  keyedRequest?: KeyedRequest | undefined;
};

/** A change of one task, as a verb or a worker asks for it. */
export type ChangeRequest = ReadOptions & {
  /**
   * Applies a rule to the task as it was read, at the time of the read by the clock of the database. Called again after
   * each write that came too late. The caller gets an error that it throws.
   */
  decide: (task: SeenTask, now: string) => TaskDecision;
  /** The rule compares large texts, which are not read otherwise. */
  comparesTexts?: boolean;
  /** The call does not name the caller's attempt: the error STALE_CLAIM asks for it. */
  isAttemptMissing?: boolean;
  comment?: NewComment;
  /**
   * Reads rows for the response, before the write: rows whose changes also change the task, such as comments. A change
   * of them in between stops the write, and `prepare` runs again.
   */
  prepare?: (db: Queryable, task: SeenTask) => Promise<void>;
  /** The response, which an Idempotency-Key stores, from the task and the time of the change. The task if absent. */
  respond?: (task: StoredTask, at: string) => object;
};

/**
 * `at`: the time of the decision, by the clock of the database. `unblocked`: the tasks that no longer wait for any
 * other.
 */
export type Changed = { task: StoredTask; isChanged: boolean; at: string; unblocked?: StoredTask[] };

/**
 * Why nothing was written. `lost`: another change of the task came first, or is under way in this process. `together`:
 * the change affects other tasks, which needs a transaction with the lock of the team.
 */
type Unwritten = 'lost' | 'together';

/** The connection of a transaction that has the lock of the task or, with `isTogether`, the lock of the team. */
type Locked = { db: Queryable; isTogether: boolean };

/** After so many lost writes, a call takes the lock of the task. */
const maxLostWrites = 3;

/**
 * The one path of all changes of a task: reads the task of the caller's team, decides by a rule, and writes if the task
 * is still as it was read; otherwise it starts again. Throws NOT_FOUND, the error of the decision, or UNAVAILABLE after
 * 5 s and an attempt with the lock: a process that stood still loses writes although nobody else changes the task.
 * Docs: docs/decisions/0001-read-decide-write.md.
 */
export async function changeTask(
  ctx: ChangeContext,
  taskId: string,
  request: ChangeRequest,
): Promise<Changed> {
  const deadline = deadlineOf(ctx.db);
  let seen = await readTask(ctx, taskId, request);
  let isTogether = false;
  let hasTriedLocked = false;
  for (let lostWrites = 0; performance.now() < deadline || !hasTriedLocked; ) {
    const takesLock = lostWrites >= maxLostWrites || isTogether || performance.now() >= deadline;
    hasTriedLocked ||= takesLock;
    const changed = takesLock
      ? await decideAndWriteLocked(ctx, taskId, request, isTogether)
      : await decideAndWrite(ctx, seen, request);
    if (typeof changed !== 'string') return changed;
    if (changed === 'together') {
      isTogether = true;
      hasTriedLocked = false;
      continue;
    }
    const written = await underWayIn(ctx).get(taskId)?.written;
    if (written && isRecent(seen, written) && hasSameFacts(request, seen, written)) {
      const { pauses, isProjectArchived, maxAttempts } = seen;
      // Drop the facts of the other call about a former assignee. If the rule reads the assignee, the task has none
      // here (`hasSameFacts`), and the write checks the agent that it assigns (`newAssigneeOf`).
      const noAssignee = { hasAssigneeLeft: false, isAssigneeInactive: false };
      seen = {
        ...written,
        ...noAssignee,
        checkedAt: checkedAt(seen),
        pauses,
        isProjectArchived,
        maxAttempts,
      };
      continue;
    }
    lostWrites += 1;
    // Under the lock, `decideAndWriteLocked` reads the task itself.
    if (lostWrites >= maxLostWrites || isTogether) continue;
    // Wait, because the other change may not be committed yet.
    await sleep(2 * lostWrites);
    seen = await readTask(ctx, taskId, request);
  }
  throw new AppError('UNAVAILABLE', 'The task could not be changed within 5 s. Try again in a moment.');
}

/** Changes a task that background work has found: undefined if the task was deleted since. */
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
 * Whether a call may decide on the task as another change has written it: it is not older than what the call has read,
 * and at most 1 s newer than the check of the token, half of the age that a write accepts.
 */
const isRecent = (seen: SeenTask, written: SeenTask): boolean =>
  written.version >= seen.version &&
  written.readAt >= seen.readAt &&
  Date.parse(written.readAt) - Date.parse(checkedAt(seen)) < 1_000;

/**
 * Whether the facts that the call has read (pauses, archived project, attempt limit) also hold for the task as another
 * change has written it: they depend on its project and agent alone. Next facts, and facts about an assignee, must be
 * read again. The facts of the other call may be older than this request.
 */
function hasSameFacts(
  { readsStopsOf, readsNextFacts, readsAssignee }: ChangeRequest,
  seen: SeenTask,
  written: SeenTask,
) {
  const readsStopsOfAssignee = readsStopsOf !== undefined && readsStopsOf.agentId === undefined;
  return (
    !readsNextFacts &&
    !(readsAssignee && (written.assignedMemberId || written.assignedAgentId)) &&
    written.projectId === seen.projectId &&
    (!readsStopsOfAssignee || written.assignedAgentId === seen.assignedAgentId)
  );
}

/** Reads, decides and writes in a transaction, while other calls wait for the lock. */
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

/** Throws NOT_FOUND, also if the token of the call has ended. */
async function readTask(
  ctx: ChangeContext,
  taskId: string,
  { readsStopsOf, readsAttemptLimit, readsNextFacts, readsAssignee }: ChangeRequest,
  locked?: Queryable,
): Promise<SeenTask> {
  const { actor, batches, uncheckedToken } = ctx;
  const call: ReadCall = {
    ...{ teamId: actor.teamId, taskId, actorId: actor.id },
    // Check the token at each read: a write accepts no check that is older than 2 s.
    tokenHash: uncheckedToken?.hash ?? null,
    ...{ readsStopsOf, readsAttemptLimit, readsNextFacts, readsAssignee },
  };
  const seen = locked ? (await readTasks(locked, [call]))[0] : await batches.run(readBatch, call);
  if (!seen) throw notFound();
  uncheckedToken?.confirm();
  return seen;
}

/** One attempt of `changeTask`: decides on a task that was read, and writes. */
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
    // Its blockers were done since the task was read: decide again.
    return 'lost';
  }
  if (typeof decision === 'string') {
    const { isAttemptMissing = false } = request;
    throw taskError(decision, seen, { callerId: actor.id, now: seen.readAt, isAttemptMissing });
  }
  const hasWriteUnderWay = () => !locked && underWayIn(ctx).has(seen.id);
  if (hasWriteUnderWay()) return 'lost';
  if (request.prepare) await request.prepare(db, seen);
  const state: StoredTask = { ...seen, ...settle(seen, decision, seen.readAt) };
  const after = await withTextsFor(ctx, db, { ...state, ...textVersionsAndSizes(state, decision.set) });
  // Another write may have begun during these reads.
  if (hasWriteUnderWay()) return 'lost';
  const isTogether =
    decision.set.blockedBy ||
    decision.set.parentId ||
    (seen.dependants > 0 && changesBlockerCounts(seen, after));
  if (isTogether && !locked?.isTogether) return 'together';
  const decided = { seen, after, change: decision };
  if (isTogether) {
    const toWriteOf = (final: StoredTask) => toCallersWrite(ctx, decided, request, final);
    const written = await writeTogether(ctx, db, decided, toWriteOf);
    return written ? { ...written, isChanged: true, at: seen.readAt } : 'lost';
  }
  const write = toCallersWrite(ctx, decided, request);
  const isWritten = locked
    ? (await writeChanges(db, [write], { waitsForLocks: true }))[0] !== null
    : await writeUnlocked(ctx, write);
  return isWritten ? { task: after, isChanged: true, at: seen.readAt } : 'lost';
}

const responseOf = ({ respond = toTask }: ChangeRequest, task: StoredTask, at: string): object =>
  respond(task, at);

/** `final`: the task in the response, which differs from `after` if the service blocks or unblocks the task as well. */
function toCallersWrite(
  ctx: ChangeContext,
  decided: Decided,
  request: ChangeRequest,
  final = decided.after,
): Write {
  const { keyedRequest } = ctx;
  // A keyed request with a stage stores that: it has no response yet.
  const storesResponse = keyedRequest && !keyedRequest.stage;
  const response = storesResponse ? responseOf(request, final, decided.seen.readAt) : null;
  const write = toWrite(ctx, { ...decided, comment: request.comment, keyedRequest, response });
  return { ...write, guardedAgentId: request.readsAssignee ? newAssigneeOf(write) : null };
}

/** The agent that the change assigns or starts: it was active when the task was read, and must still be. */
const newAssigneeOf = ({ seen, after, attempts }: Write): string | null =>
  attempts?.starts_attempt || after.assignedAgentId !== seen.assignedAgentId ? after.assignedAgentId : null;

/**
 * Reads large texts for callers alone: the service itself has no response, and a round of the sweeper may end 200
 * leases.
 */
const withTextsFor = async <T extends StoredTask>(
  { actor }: ChangeContext,
  db: Queryable,
  task: T,
): Promise<T> => (actor.kind === 'system' ? task : withLargeTexts(db, task));
