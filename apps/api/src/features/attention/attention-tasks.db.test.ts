import { attentionReasons } from '@crewboard/contracts';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { explainPrepared, indexesUsed, rowsRead } from '#test/support/query-plan.ts';
import { seedInBulk } from '#test/support/seed-in-bulk.ts';
import { nextActorWalk } from '../tasks/lists/next-actor-walk.ts';
import { walkQuery } from '../tasks/lists/walk-tasks.ts';
import { taskRow } from '../tasks/task-row.ts';
import { attentionTasks } from './attention-tasks.ts';

const tasks = 200_000;
const limit = 1_001;

/** 50 teams, a third of whose tasks are open. The first team is paused, and so are a project and an agent of the second. */
const seed = `
  insert into tasks (id, team_id, project_id, title, assigned_agent_id, status, in_queue, attention, check_at, next_since, created_at)
  select 'task' || n, 'team' || n % 50, 'project' || n % 100, 'Task ' || n, agent, status::task_status,
    status = 'todo', case when status = 'in_progress' then 'in_progress_unassigned' when status = 'todo' and n % 7 = 0 then 'stale' end,
    case when status = 'todo' then now() end, at, at
  from generate_series(1, ${tasks}) as n, lateral (select
    case when n % 3 = 0 then case when n % 4 = 0 then 'in_progress' else 'todo' end else 'done' end,
    case when n % 4 > 0 and n % 5 = 0 then 'agent' || n % 200 end,
    timestamptz '2026-01-01' + n * interval '1 second') as each (status, agent, at)`;

let db: TestDatabase;
let single: ReturnType<typeof openTestDatabase>;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  single = openTestDatabase(db.url, { maxConnections: 1 });
  await db.owner.query(`
    insert into teams (id, name) select 'team' || n, 'Team' from generate_series(0, 49) as n;
    insert into projects (id, team_id, name) select 'project' || n, 'team' || n % 50, 'Project' from generate_series(0, 99) as n;
    insert into agents (id, team_id, name, status, token_hash, token_prefix)
      select 'agent' || n, 'team' || n % 50, 'Agent', case when n < 100 then 'active' else 'inactive' end::agent_status,
        case when n < 100 then sha256(n::text::bytea) end, case when n < 100 then 'cb_agent_' || n end from generate_series(0, 199) as n;
    insert into pauses (team_id, subject_id, subject_type, mode, reason, paused_at, paused_by_kind)
      values ('team0', 'team0', 'team', 'finish', 'Why', now(), 'key'), ('team1', 'project1', 'project', 'finish', 'Why', now(), 'key'),
        ('team1', 'agent51', 'agent', 'finish', 'Why', now(), 'key');
    analyze`);
  await seedInBulk(db, 'tasks', seed);
}, 120_000);
afterAll(async () => {
  await single.close();
  await db.close();
});

const modes = ['force_custom_plan', 'force_generic_plan'];
const teamIds = ['team0', 'team1', 'team2', 'unknown'];
const after = { createdAt: '2026-01-01T10:00:00.000Z', id: 'task36000' };

it.each(modes)('reads no more tasks than it finds or looks at, through indexes (%s)', async (mode) => {
  await single.pool.query(`set plan_cache_mode = ${mode}`);
  const wrong: unknown[] = [];
  for (const reason of attentionReasons)
    for (const teamId of teamIds)
      for (const cursor of [null, after]) {
        const plan = await explainPrepared(
          single.pool,
          attentionTasks(reason, { teamId, limit, after: cursor }),
        );
        const count = rowsRead(plan, 'tasks');
        const used = indexesUsed(plan, 'tasks');
        const index =
          reason === 'paused' || reason === 'agent_cannot_work' ? 'tasks_in_queue_of_' : 'tasks_attention_';
        // What a team, a project and an agent have in the queue: 1,000 each at most.
        if (count > 3 * limit || used.some((name) => !name.startsWith(index)))
          wrong.push({ reason, teamId, cursor, count, used });
      }
  expect(wrong).toEqual([]);
});

it.each(modes)(
  'lists tasks with a person as the next actor from the open tasks of the team alone (%s)',
  async (mode) => {
    await single.pool.query(`set plan_cache_mode = ${mode}`);
    for (const teamId of teamIds) {
      const wanted = { nextActor: 'person', limit: 51 } as const;
      const plan = await explainPrepared(single.pool, walkQuery(taskRow, nextActorWalk(teamId, wanted)));
      const used = indexesUsed(plan, 'tasks').filter((name) => name !== 'tasks_pkey');
      expect(used.filter((name) => name !== 'tasks_of_team_idx')).toEqual([]);
      // A team has 1,333 open tasks: each is looked at once, and read once.
      expect(rowsRead(plan, 'tasks')).toBeLessThanOrEqual(2 * 1_400);
    }
  },
);
