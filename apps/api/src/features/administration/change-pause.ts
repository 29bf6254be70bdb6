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

type Client = Transaction['client'];
type Revised = { revision: number; updatedAt: Date; archivedAt?: Date | null };
type Updating = {
  where: { id: string; revision: number };
  data: ReturnType<typeof stampOf> & { resumedAt?: Date };
};

/** What can be paused, and where its row and its lock are. */
const subjects = {
  agent: {
    lock: 'agents',
    read: (client: Client, id: string, teamId: string) => client.agent.findFirst({ where: { id, teamId } }),
    update: (client: Client, updating: Updating) => client.agent.updateMany(updating),
  },
  project: {
    lock: 'projects',
    read: (client: Client, id: string, teamId: string) => client.project.findFirst({ where: { id, teamId } }),
    update: (client: Client, updating: Updating) => client.project.updateMany(updating),
  },
  team: {
    lock: 'teams',
    read: (client: Client, id: string, teamId: string) =>
      client.team.findFirst({ where: { id, AND: { id: teamId } } }),
    update: (client: Client, updating: Updating) => client.team.updateMany(updating),
  },
} as const satisfies Record<PauseSubject, object>;

type Change<Result extends object> = {
  subject: PauseSubject;
  id: string;
  /** Null: the pause ends. */
  request: PauseRequest | null;
  tell: ReturnType<typeof defineEventWriter<Result>>;
  /** The response where nothing is to be changed. */
  respondUnchanged: () => Promise<Result>;
};

const selectPause = defineStatement<{ teamId: string; id: string }, { paused: Pause | null }>(
  ({ teamId, id }) =>
    sql`select ${pauseOf('wanted.team_id', 'wanted.id')} as paused from (select ${teamId}::text as team_id, ${id}::text as id) as wanted`,
);

/**
 * Pauses or resumes, and returns what is paused or resumed. Requests that read the pause after the commit are
 * rejected: each start of a task reads it with the task, in every process. Throws NOT_FOUND.
 */
export async function changePause<Result extends object>(
  ctx: VerbContext,
  { subject, id, request, tell, respondUnchanged }: Change<Result>,
): Promise<Result> {
  const { teamId, kind, id: actorId } = ctx.actor;
  const { lock, read, update } = subjects[subject];
  let before: Pause | null = null;
  const changed = await changeRecord<Revised, PauseColumns, Result>(ctx.db, {
    async lock(transaction) {
      await takeLock(transaction, lock, id);
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
    tell: (transaction, _, { type }) => tell(ctx, transaction, { id, type, changes: { paused: { before } } }),
  });
  if (changed) {
    ctx.leaseSweeper.wake();
    return changed;
  }
  const response = await respondUnchanged();
  if (ctx.keyedRequest) await keepResponse(ctx.db, ctx.keyedRequest, response);
  return response;
}
