import { type AttentionReason, AttentionTaskQuery } from '@crewboard/contracts';
import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { explain, rowsRead } from '#test/support/query-plan.ts';
import { seedInBulk } from '#test/support/seed-in-bulk.ts';
import type { VerbContext } from '../verb-context.ts';
import { attentionTasks, maxLookedAt } from './attention-tasks.ts';
import { getAttention } from './get-attention.ts';
import { listAttentionTasks } from './list-attention-tasks.ts';
import { measureAttention, measureAttentionStatement } from './measure-attention.ts';

// Tasks that wait for a person, behind more other tasks than a list looks at.

const before = 10_000;
const waiting = 50;
const stale = 20_000;
const projects = 500;
const ofFirst = 300;

/**
 * `behind` has 50 tasks in the queue after 10,000 that are not in it; `stale` has 5 stale tasks after 20,000 that are in the
 * queue of a paused project; `many` has 500 paused projects with one task each, but for the first, which has the oldest 300.
 */
const seed = `
  insert into tasks (id, team_id, project_id, title, assigned_agent_id, in_queue, attention, not_before, check_at, next_since, created_at)
  select kind || n, team, project, 'Task', case when team = 'behind' then 'agent' end, kind <> 'before',
    case when team = 'stale' then 'stale' end, case when kind = 'before' then timestamptz '2100-01-01' end, timestamptz '2100-01-01', at, at
  from (values ('before', 'behind', 'behind', ${before}), ('waiting', 'behind', 'behind', ${waiting}),
      ('paused', 'stale', 'paused', ${stale}), ('last', 'stale', 'running', 5), ('many', 'many', null, ${ofFirst + projects - 1})) as each (kind, team, prefix, count),
    generate_series(1, count) as n, lateral (select coalesce(prefix, 'many' || greatest(n - ${ofFirst}, 0))) as of (project),
    lateral (select timestamptz '2026-01-01' + case when kind in ('waiting', 'last') then interval '1 day' else '0' end + n * interval '1 second') as time (at)`;

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  await db.owner.query(`
    insert into teams (id, name) values ('behind', 'B'), ('stale', 'S'), ('many', 'M');
    insert into projects (id, team_id, name) values ('behind', 'behind', 'B'), ('paused', 'stale', 'P'), ('running', 'stale', 'R');
    insert into projects (id, team_id, name) select 'many' || n, 'many', 'M' from generate_series(0, ${projects - 1}) as n;
    insert into agents (id, team_id, name, token_hash, token_prefix) values ('agent', 'behind', 'A', sha256('t'), 'cb_agent_t')`);
  await seedInBulk(db, 'tasks', seed);
});
afterAll(() => db.close());

const pause = (teamId: string, type: string, id: string) =>
  db.owner.query(
    `insert into pauses (team_id, subject_id, subject_type, mode, reason, paused_at, paused_by_kind)
     values ($1, $3, $2, 'finish', 'Why', now(), 'key')`,
    [teamId, type, id],
  );

const ctxOf = (teamId: string) =>
  ({ db, actor: { kind: 'key', id: 'key', access: 'manage', teamId } }) as unknown as VerbContext;

/** The ids of all pages, and how many pages there are. */
async function listAll(teamId: string, reason: AttentionReason) {
  const ids: string[] = [];
  let cursor = null;
  let pages = 0;
  do {
    const input = AttentionTaskQuery.parse({ teamId, reason, limit: 20, cursor });
    const page = await listAttentionTasks({ ctx: ctxOf(teamId), input });
    ids.push(...page.tasks.map(({ id }) => id));
    cursor = page.nextCursor;
    pages += 1;
  } while (cursor);
  return { ids, pages };
}

/** How many rows of tasks a statement reads. */
async function countRead(query: { text: string; values: unknown[] }): Promise<number> {
  return Math.round(rowsRead(await explain(db.owner, query), 'tasks'));
}

const idsOf = (kind: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${kind}${index + 1}`);

describe(`tasks in the queue behind ${before} tasks that are not`, () => {
  afterEach(async () => {
    await db.owner.query(`delete from pauses where team_id = 'behind'`);
    await db.owner.query(`update agents set status = 'active'`);
  });

  it.each([
    ['paused', 'team', () => pause('behind', 'team', 'behind')],
    ['paused', 'project', () => pause('behind', 'project', 'behind')],
    ['paused', 'agent', () => pause('behind', 'agent', 'agent')],
    ['agent_cannot_work', 'inactive agent', () => db.owner.query(`update agents set status = 'inactive'`)],
  ] as const)('are found: %s (%s)', async (reason, _, stop) => {
    await stop();
    const { tasks } = await getAttention({ ctx: ctxOf('behind') });
    expect(tasks).toMatchObject([{ reason, count: waiting, isExact: true }]);
    expect(tasks[0]?.tasks.map(({ id }) => id)).toEqual(idsOf('waiting', 20));
    expect(await listAll('behind', reason)).toEqual({ ids: idsOf('waiting', waiting), pages: 3 });
    const counts = await measureAttention(db.reads);
    expect(counts).toContainEqual({ reason, count: waiting });
  });
});

describe(`stale tasks behind ${stale} stale tasks in the queue of a paused project`, () => {
  beforeAll(() => pause('stale', 'project', 'paused'));

  const last = idsOf('last', 5);

  it('are found, on a later page, and the count says that there may be more', async () => {
    const { tasks } = await getAttention({ ctx: ctxOf('stale') });
    expect(tasks).toMatchObject([
      { reason: 'stale', count: 0, isExact: false, tasks: [] },
      { reason: 'paused', count: 1_000, isExact: false },
    ]);
    expect(await listAll('stale', 'stale')).toEqual({ ids: last, pages: 3 });
  });

  it('are found and counted once the project is resumed', async () => {
    await db.owner.query(`delete from pauses where team_id = 'stale'`);
    const { tasks } = await getAttention({ ctx: ctxOf('stale') });
    expect(tasks).toMatchObject([{ reason: 'stale', count: 1_000, isExact: false }]);
    await pause('stale', 'project', 'paused');
  });

  it.each([
    ['the list and the count', () => attentionTasks('stale', { teamId: 'stale', limit: 1_001 }), maxLookedAt],
    // Of all teams: counts up to 10,000 tasks in the queue of `paused`.
    ['the metrics', () => ({ ...measureAttentionStatement, values: [] }), 1_000 + 10_000],
  ])('are not looked for without a bound by %s', async (_, statement, maxRows) => {
    expect(await countRead(statement())).toBeLessThanOrEqual(maxRows);
  });
});

describe(`tasks of ${projects} paused projects`, () => {
  beforeAll(async () => {
    for (let n = 0; n < projects; n += 1) await pause('many', 'project', `many${n}`);
  });

  it('are looked at up to a share of each, found page by page, and counted as more', async () => {
    const read = await countRead(attentionTasks('paused', { teamId: 'many', limit: 1_001 }));
    // 20 tasks and one of each project: a plan rounds the mean of its loops.
    expect(read).toBeLessThanOrEqual(20 + projects);
    const { tasks } = await getAttention({ ctx: ctxOf('many') });
    expect(tasks).toMatchObject([{ reason: 'paused', count: 20 + projects - 1, isExact: false }]);
    expect(tasks[0]?.tasks.map(({ id }) => id)).toEqual(idsOf('many', 20));
    expect((await listAll('many', 'paused')).ids).toEqual(idsOf('many', ofFirst + projects - 1));
  });
});
