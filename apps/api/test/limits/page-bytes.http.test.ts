import type { Task } from '@crewboard/contracts';
import { beforeAll, expect, it } from 'vitest';
import { type TestTeam, useApi } from '../harness.ts';
import { call, createPerson, sessionOf } from '../support/people.ts';

const api = useApi();
const maxPageBytes = 4 * 1024 * 1024;
const tasks = 40;

let team: TestTeam;
beforeAll(async () => {
  team = await api().createTeam();
  await api().db.pool.query(
    `insert into tasks (id, team_id, project_id, title, description, result, created_at, updated_at)
     select 'large' || n, $1, $2, 'Task ' || n, repeat('d', 100000), repeat(chr(8364), 100000),
       now() - n * interval '1 minute', now()
     from generate_series(1, $3) as n`,
    [team.teamId, team.projectId, tasks],
  );
});

it('returns 40 tasks of 400 KB in pages of at most 4 MiB, each task once', async () => {
  const ids: string[] = [];
  const lengths: number[] = [];
  for (let path = `/api/teams/${team.teamId}/tasks?limit=100`; path !== ''; ) {
    const reply = await api().request('GET', path, { token: team.apiKey });
    expect(Buffer.byteLength(reply.text)).toBeLessThanOrEqual(maxPageBytes);
    const page = reply.body as Task[];
    lengths.push(page.length);
    ids.push(...page.map(({ id }) => id));
    const cursor = reply.headers.get('x-next-cursor');
    if (cursor !== null) expect(cursor).toBe(page.at(-1)?.id);
    path = cursor === null ? '' : `/api/teams/${team.teamId}/tasks?limit=100&cursor=${cursor}`;
  }
  expect(ids).toEqual(Array.from({ length: tasks }, (_, index) => `large${index + 1}`));
  expect(Math.max(...lengths)).toBe(10);
});

it('returns a task larger than the limit as one page', async () => {
  const reply = await api().request('GET', `/api/teams/${team.teamId}/tasks?limit=1`, { token: team.apiKey });
  expect(reply.body).toHaveLength(1);
  expect(reply.headers.get('x-next-cursor')).toBe('large1');
});

it('omits description and result in board columns', async () => {
  const { email } = await createPerson(api(), team.teamId, 'viewer');
  const claims = { session: await sessionOf(api(), email), team: team.teamId };
  const input = { teamId: team.teamId, status: 'todo', limit: 100 };
  const { data } = await call(api(), ['query', 'board.column'], input, claims);
  expect(JSON.stringify(data).length).toBeLessThan(50_000);
  expect((data as { tasks: object[] }).tasks).toHaveLength(tasks);
});
