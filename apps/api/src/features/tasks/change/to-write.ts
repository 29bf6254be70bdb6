import { settle, type TaskCaller, type TaskChange, type TaskDecision } from '@crewboard/contracts';
import { systemIn } from '#src/auth/actor.ts';
import type { KeyedRequest } from '../../idempotency/keep-response.ts';
import type { StoredTask } from '../task-row.ts';
import { toAttemptColumns } from './attempts.ts';
import type { SeenTask } from './read-task.ts';
import { toEventChanges, toSnapshot } from './task-event.ts';
import type { NewComment, Write } from './write-changes.ts';

/** The author of a change: a caller, or the service itself. */
export type ChangeAuthor = {
  actor: { kind: TaskCaller['kind']; id: string | null; teamId: string };
  requestId: string | null;
};

type Change = {
  seen: SeenTask;
  after: StoredTask;
  change: TaskChange;
  comment?: NewComment | undefined;
  keyedRequest?: KeyedRequest | undefined;
  /** Stored under the key. */
  response?: object | null;
};

/** Composes the write of a decided change, with its event and the attempts that it ends or starts. */
export function toWrite(
  { actor, requestId }: ChangeAuthor,
  { seen, after, change, comment, keyedRequest, response = null }: Change,
): Write {
  const { event: type } = change;
  const commented = comment && {
    comment: { after: { ...comment, createdAt: seen.readAt, number: after.commentCount } },
  };
  return {
    ...{ seen, after, set: change.set, comment, keyedRequest, response },
    actor: { teamId: actor.teamId, actorKind: actor.kind, actorId: actor.id, requestId },
    attempts: toAttemptColumns(seen, after, change),
    event: type && {
      type,
      snapshot: toSnapshot(after),
      changes: { ...toEventChanges(seen, after, change), ...commented },
    },
  };
}

/** Composes the write of a change by the service itself, which follows from a caller's change; undefined for 'keep'. */
export function toSystemWrite(
  { actor, requestId }: ChangeAuthor,
  seen: SeenTask,
  change: TaskDecision,
): Write | undefined {
  if (change === 'keep') return undefined;
  if (typeof change === 'string') throw new Error(`The service itself is rejected with ${change}.`);
  const system = { actor: systemIn(actor.teamId), requestId };
  return toWrite(system, { seen, after: { ...seen, ...settle(seen, change, seen.readAt) }, change });
}
