import { maxAgents, maxProjects } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectProblem, type TestTeam, useApi } from '../harness.ts';
import { eventually } from '../support/webhooks.ts';

const api = useApi();
const creators = 8;
const waitsForLock = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

const create = (team: TestTeam, table: string) =>
  api().request('POST', `/api/teams/${team.teamId}/${table}`, { token: team.apiKey, body: { name: 'New' } });

async function countRows(team: TestTeam, table: string): Promise<number> {
  const { rowCount } = await api().db.pool.query(`select from ${table} where team_id = $1`, [team.teamId]);
  return rowCount ?? 0;
}

/** Creates a team that is one below the limit. */
async function createNearlyFullTeam(table: string, most: number): Promise<TestTeam> {
  const team = await api().createTeam();
  await api().db.pool.query(
    `insert into ${table} (id, team_id, name, created_at)
     select $1 || n, $1, 'No. ' || n, now() - interval '1 hour' + n * interval '1 ms' from generate_series(1, $2::int) as n`,
    [team.teamId, most - 1 - (await countRows(team, table))],
  );
  return team;
}

describe.each([
  { table: 'agents', most: maxAgents, advice: /inactive/ },
  { table: 'projects', most: maxProjects, advice: /[Rr]ename/ },
])('a team of 10,000 $table', ({ table, most, advice }) => {
  it('accepts exactly one of 8 concurrent creations, then none', async () => {
    const team = await createNearlyFullTeam(table, most);
    const before = await api().countEvents();
    // Several requests wait in the database before the first one continues.
    const holder = await api().db.pool.connect();
    await holder.query('begin');
    await holder.query('select from teams where id = $1 for update', [team.teamId]);
    const creations = Array.from({ length: creators }, () => create(team, table));
    await eventually(
      async () => (await api().owner.query(waitsForLock)).rowCount ?? 0,
      (waiting) => waiting > 2,
    ).finally(() => holder.query('commit').finally(() => holder.release()));
    const replies = await Promise.all(creations);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(creators - 1).fill(409)]);
    expect(await countRows(team, table)).toBe(most);
    expect(await api().countEvents()).toBe(before + 1);
    const { detail } = expectProblem(await create(team, table), 409, 'LIMIT_REACHED');
    expect(detail).toMatch(/10,000/);
    expect(detail).toMatch(advice);
  });

  it('is returned as one list, each item once, oldest first', async () => {
    const team = await createNearlyFullTeam(table, most);
    const reply = await api().request('GET', `/api/teams/${team.teamId}/${table}`, { token: team.apiKey });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(reply.headers.has('x-next-cursor')).toBe(false);
    const items = reply.body as { id: string; createdAt: string }[];
    expect(items).toHaveLength(most - 1);
    expect(new Set(items.map(({ id }) => id)).size).toBe(most - 1);
    const times = items.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted());
  });
});
