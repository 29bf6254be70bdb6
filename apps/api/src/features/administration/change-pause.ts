import type { Pause, PauseRequest } from '@crewboard/contracts';
import { defineStatement, queryOne, sql, type Transaction } from '@crewboard/db';
import { keepResponse } from '../idempotency/keep-response.ts';
import { pauseOf } from '../pause-column.ts';
import type { VerbContext } from '../verb-context.ts';
import { changeRecord, stampOf } from './change-record.ts';
import { takeLock } from './locks.ts';
import { decidePause, type PauseColumns, type PauseSubject } from './pause-rules.ts';
import { projectArchived } from './project-archived.ts';
import type { defineEventWriter } from './write-event.ts';

type PauseChange<Result extends object> = {
  subject: PauseSubject;
  id: string;
  /** Null ends the pause. */
  request: PauseRequest | null;
  writeEvent: ReturnType<typeof defineEventWriter<Result>>;
  /** Reads the response of a request that changes nothing. */
  readUnchanged: () => Promise<Result>;
};

type Client = Transaction['client'];
/** The fields of an agent, a project or a team that a pause concerns. */
type Pausable = { revision: number; updatedAt: Date; archivedAt?: Date | null };
type Update = {
  where: { id: string; revision: number };
  data: ReturnType<typeof stampOf> & { resumedAt?: Date };
};

/** The lock and the record of each kind of subject. */
const subjects = {
  agent: {
    lock: 'agents',
    read: (client: Client, id: string, teamId: string) => client.agent.findFirst({ where: { id, teamId } }),
    update: (client: Client, args: Update) => client.agent.updateMany(args),
  },
  project: {
    lock: 'projects',
    read: (client: Client, id: string, teamId: string) => client.project.findFirst({ where: { id, teamId } }),
    update: (client: Client, args: Update) => client.project.updateMany(args),
  },
  team: {
    lock: 'teams',
    // No team but the caller's own is found.
    read: (client: Client, id: string, teamId: string) =>
      client.team.findFirst({ where: { id, AND: { id: teamId } } }),
    update: (client: Client, args: Update) => client.team.updateMany(args),
  },
} as const satisfies Record<PauseSubject, object>;

const selectPause = defineStatement<{ teamId: string; id: string }, { paused: Pause | null }>(
  ({ teamId, id }) => sql`select ${pauseOf(teamId, id)} as paused`,
);

/**
 * Pauses or resumes an agent, a project or a team, and returns it. From the commit on, no process starts a task that
 * the pause covers: each start reads the pause together with the task. Throws NOT_FOUND, and TASK_ARCHIVED for an
 * archived project.
 */
export async function changePause<Result extends object>(
  ctx: VerbContext,
  { subject, id, request, writeEvent, readUnchanged }: PauseChange<Result>,
): Promise<Result> {
  const { teamId, kind, id: actorId } = ctx.actor;
  const { lock, read, update } = subjects[subject];
  let before: Pause | null = null;
  const changed = await changeRecord<Pausable, PauseColumns, Result>(ctx.db, {
    async lock(transaction) {
      await takeLock(transaction, lock, id);
      // Read under the lock: every change of this pause takes it.
      before = (await queryOne(transaction.sql, selectPause, { teamId, id }))?.paused ?? null;
    },
    read: (client) => read(client, id, teamId),
    decide(record, now) {
      if (record.archivedAt) throw projectArchived();
      return decidePause(subject, before, request, now);
    },
    async write(transaction, record, set) {
      const { client } = transaction;
      const key = { teamId_subjectId: { teamId, subjectId: id } };
      if (!set) await client.pause.deleteMany({ where: { teamId, subjectId: id } });
      else {
        const data = { ...set, pausedByKind: kind, pausedById: actorId };
        const created = { ...data, teamId, subjectId: id, subjectType: subject };
        await client.pause.upsert({ where: key, create: created, update: data });
      }
      const data = { ...stampOf(record, transaction), ...(!set && { resumedAt: transaction.now }) };
      return update(client, { where: { id, revision: record.revision }, data });
    },
    writeEvent: (transaction, _, { type }) =>
      writeEvent(ctx, transaction, { id, type, changes: { paused: { before } } }),
  });
  if (changed) {
    ctx.leaseSweeper.wake();
    return changed;
  }
  const response = await readUnchanged();
  if (ctx.keyedRequest) await keepResponse(ctx.db, ctx.keyedRequest, response);
  return response;
}
