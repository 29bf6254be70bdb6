import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { countClaimable } from './count-claimable.ts';
import { measureQueues } from './measure-queues.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  await db.owner.query(`
    insert into teams (id, name) values ('team', 'Team');
    insert into projects (id, team_id, name) values ('project', 'team', 'P'), ('other', 'team', 'O');
    insert into agents (id, team_id, name) values ('ada', 'team', 'Ada'), ('bob', 'team', 'Bob');
    insert into tasks (id, team_id, project_id, title, priority, released_by, released_until, check_at)
    select 'released' || n, 'team', 'project', 'T', 'low', '{ada}', now() + interval '10 minutes', now() + interval '10 minutes'
    from generate_series(1, 3) as n`);
});
afterAll(() => db.close());

it('counts tasks that an agent has released for other agents only', async () => {
  const queue = { teamId: 'team', projectId: null, priority: null, count: 2 } as const;
  const ofProject = { ...queue, projectId: 'project', priority: 'low', count: 5 } as const;
  const wanted = [
    ...[null, 'ada', 'bob'].map((agentId) => ({ ...queue, agentId })),
    ...['ada', 'bob'].map((agentId) => ({ ...ofProject, agentId })),
    { ...ofProject, projectId: 'other', agentId: 'bob' },
    { ...ofProject, priority: 'high' as const, agentId: 'bob' },
  ];
  expect(await countClaimable(db.pool, wanted)).toEqual([
    { ...queue, agentId: 'bob' },
    { ...ofProject, agentId: 'bob', count: 3 },
  ]);
});

it('counts released tasks among the claimable tasks of the team', async () => {
  expect(await measureQueues(db.pool)).toMatchObject([{ teamId: 'team', count: 3 }]);
});

it('counts no task for an agent that is paused', async () => {
  const wanted = { teamId: 'team', projectId: null, priority: null, count: 2, agentId: 'bob' } as const;
  await db.owner.query(`
    insert into pauses (team_id, subject_id, subject_type, mode, reason, paused_at, paused_by_kind)
    values ('team', 'bob', 'agent', 'finish', 'A check', now(), 'system')`);
  expect(await countClaimable(db.pool, [wanted])).toEqual([]);
});
