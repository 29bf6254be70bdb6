import type {
  ListTaskAttempts,
  LogPosition,
  TaskAttempt,
  TaskAttemptPage,
  TaskAttemptQuery,
} from '@crewboard/contracts';
import { type Queryable, queryMany, raw, sql } from '@crewboard/db';
import type { z } from 'zod';
import { positionOf } from '../events/event-row.ts';
import { parseCursorPosition } from '../events/parse-cursor.ts';
import { setCursors, toPage } from '../read-page.ts';
import type { VerbContext } from '../verb-context.ts';
import { findTask } from './find-task.ts';

type Call = { ctx: VerbContext; input: z.output<typeof ListTaskAttempts> };
type PageCall = { ctx: VerbContext; input: z.output<typeof TaskAttemptQuery> };

/** Events that one page reads at most; most of them say nothing about attempts. */
const maxScanned = 1_000;

/** Changes that can start or end an attempt. */
const types = raw(
  `('task.claimed', 'task.completed', 'task.released', 'task.lease_expired', 'task.moved', 'task.updated')`,
);
const changesHolder = (event: string) =>
  raw(`${event}.type in ${types.sql} and ${event}.changes ?| array['status', 'assignedAgentId']`);

type Row = {
  xid: string;
  id: string;
  isStart: boolean;
  attempt: number | null;
  agentId: string;
  startedAt: string;
  endedAt: string | null;
  endType: string | null;
  reason: string | null;
};

/**
 * The events of a task before a position, the newest first; those that start an attempt with the event that ends it.
 */
const readStarts = (db: Queryable, taskId: string, teamId: string, before: LogPosition | undefined) =>
  queryMany<Row>(
    db,
    sql`
  with scanned as (
    select xid, id, type, snapshot, changes, created_at,
      ${changesHolder('events')} and (
        type = 'task.claimed'
        or type = 'task.completed' and (changes -> 'status' ->> 'before' <> 'in_progress' or changes ? 'assignedAgentId')
        or type in ('task.moved', 'task.updated') and snapshot ->> 'status' = 'in_progress'
          and snapshot ->> 'assignedAgentId' is not null
      ) and snapshot ? 'attempt' as is_start
    from events
    where subject_id = ${taskId} and team_id = ${teamId}
      ${before ? sql`and (xid, id) < (${before.xid}::xid8, ${before.id}::bigint)` : raw('')}
    order by xid desc, id desc limit ${maxScanned}
  )
  select scanned.xid::text, scanned.id::text, coalesce(is_start, false) as "isStart",
    (scanned.snapshot -> 'attempt')::int as attempt, scanned.snapshot ->> 'assignedAgentId' as "agentId",
    scanned.created_at as "startedAt", ended.created_at as "endedAt", ended.type as "endType", ended.reason
  from scanned left join lateral (
    select created_at, type, changes -> 'reason' ->> 'after' as reason from events
    where subject_id = ${taskId} and team_id = ${teamId} and ${changesHolder('events')}
      and ((events.xid, events.id) > (scanned.xid, scanned.id)
        or events.id = scanned.id and events.type = 'task.completed')
    order by events.xid, events.id limit 1
  ) as ended on is_start
  order by scanned.xid desc, scanned.id desc`,
  );

const outcomes: Record<string, TaskAttempt['outcome']> = {
  'task.completed': 'completed',
  'task.released': 'released',
  'task.lease_expired': 'expired',
  'task.moved': 'moved',
  'task.updated': 'reassigned',
};

const toAttempt = ({ attempt, agentId, startedAt, endedAt, endType, reason }: Row): TaskAttempt => ({
  attempt: Number(attempt),
  agentId,
  startedAt,
  endedAt,
  outcome: endType === null ? null : (outcomes[endType] ?? null),
  reason,
});

/**
 * Who held the task, read from its events: the newest attempt first. The cursor is the position of the event up to
 * which the log was read; a page may be empty where a task has more than 1,000 other events.
 */
export async function pageAttempts({ ctx, input }: PageCall): Promise<TaskAttemptPage> {
  const { taskId, limit, cursor } = input;
  const db = ctx.db.reads;
  await findTask(ctx, taskId);
  const before = typeof cursor === 'string' ? await parseCursorPosition(db, cursor) : undefined;
  const scanned = await readStarts(db, taskId, ctx.actor.teamId, before);
  const starts = scanned.filter(({ isStart }) => isStart);
  const page = toPage(starts, limit, positionOf);
  const lastScanned = scanned.length === maxScanned ? scanned.at(-1) : undefined;
  const nextCursor = page.nextCursor ?? (lastScanned ? positionOf(lastScanned) : null);
  setCursors(ctx, { ...page, nextCursor });
  return { attempts: page.rows.map(toAttempt), nextCursor };
}

/** A page of attempts, with its cursor as a header. */
export async function listAttempts({ ctx, input }: Call): Promise<TaskAttempt[]> {
  return (await pageAttempts({ ctx, input })).attempts;
}
