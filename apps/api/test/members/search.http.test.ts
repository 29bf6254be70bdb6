import { BoardColumn, BoardCounts } from '@crewboard/contracts';
import { queryOne, sql } from '@crewboard/db';
import { beforeAll, describe, expect, it } from 'vitest';
import { filterSql } from '../../src/features/board/board-filter.ts';
import { type TestTeam, useApi } from '../harness.ts';
import { type CallResult, call, createPerson, sessionOf } from '../support/people.ts';
import { type Plan, rowsRead } from '../support/query-plan.ts';

const api = useApi();
let team: TestTeam;
let session: string;

beforeAll(async () => {
  team = await api().createTeam();
  const { email } = await createPerson(api(), team.teamId, 'viewer');
  session = await sessionOf(api(), email);
});

const ask = (procedure: string, input: object): Promise<CallResult> =>
  call(api(), ['query', procedure], { teamId: team.teamId, ...input }, { session, team: team.teamId });
const found = async (search: string) =>
  BoardColumn.parse((await ask('board.column', { status: 'todo', search })).data).tasks.map(
    ({ title }) => title,
  );

describe('the search of the board', () => {
  beforeAll(async () => {
    await api().createTask(team, {
      title: 'Invoice for ACME',
      description: 'It says\nforty-two\ttimes: 価格が違う',
    });
    await api().createTask(team, { title: 'Naïve façade', description: `${'x'.repeat(5_000)} needle` });
    const other = await api().createTeam();
    await api().createTask(other, { title: 'Invoice of another team' });
  });

  it.each([
    ['a piece of a title, in any case', 'NVOIC', ['Invoice for ACME']],
    ['a piece of a description', 'rty-tw', ['Invoice for ACME']],
    ['two letters at the beginning of a word', 'ac', ['Invoice for ACME']],
    ['two letters at the beginning of a line', 'ti', ['Invoice for ACME']],
    ['two letters within words', 'vo', []],
    ['two other characters anywhere', '違う', ['Invoice for ACME']],
    ['letters with accents', 'FAÇ', ['Naïve façade']],
    ['what stands beyond the first 4 KiB', 'needle', []],
    ['nothing that is in the tasks', 'zebra', []],
  ])('finds by %s', async (_, search, titles) => {
    expect(await found(search)).toEqual(titles);
  });

  it('follows a change of the text; a claim does not update the search index', async () => {
    const taskId = await api().createTask(team, { title: 'Before' });
    const row = async () =>
      (await api().db.pool.query('select xmin, body from task_search where task_id = $1', [taskId])).rows[0];
    const written = await row();
    const agent = await api().createAgent(team);
    await api().request('POST', `/api/tasks/${taskId}/claim`, { token: agent.token });
    await api().request('PATCH', `/api/tasks/${taskId}`, { token: team.apiKey, body: { priority: 'high' } });
    expect(await row()).toEqual(written);
    await api().request('POST', `/api/tasks/${taskId}/move`, {
      token: team.apiKey,
      body: { status: 'todo' },
    });
    await api().request('PATCH', `/api/tasks/${taskId}`, {
      token: team.apiKey,
      body: { title: 'Afterwards' },
    });
    expect([await found('before'), await found('afterw')]).toEqual([[], ['Afterwards']]);
  });

  it('indexes at most 4 KiB of a task in any language', async () => {
    for (const letter of ['a', 'é', '語', '😀']) {
      const id = await api().createTask(team, {
        title: letter.repeat(500),
        description: letter.repeat(9_000),
      });
      const { rows } = await api().db.pool.query<{ bytes: number }>(
        'select octet_length(body) as bytes from task_search where task_id = $1',
        [id],
      );
      expect(rows[0]?.bytes).toBeLessThanOrEqual(4_096);
      expect(rows[0]?.bytes).toBeGreaterThan(1_000);
    }
  });

  it.each(['', 'a', ' ', '\t\n'])('rejects the search %j', async (search) => {
    expect((await ask('board.column', { status: 'todo', search })).problem?.code).toBe('VALIDATION_ERROR');
  });
});

describe('a search among 20,000 tasks', () => {
  let large: TestTeam;
  beforeAll(async () => {
    large = await api().createTeam();
    // As the owner, without the service's limit of 5 s for a statement.
    await api().owner.query(
      `insert into tasks (id, team_id, project_id, title)
       select 'many' || n, $1, $2, 'Order number ' || md5(n::text) from generate_series(1, 20000) as n`,
      [large.teamId, large.projectId],
    );
    await api().owner.query('analyze tasks, task_search');
  });

  it.each([
    ['a rare word', 'ffff', 2_000],
    ['a word of every task', 'order', 2_000],
    ['no task at all', 'qqqq', 10],
    ['two letters that begin no word', 'zq', 10],
  ])('reads only a few rows for %s', async (_, search, most) => {
    const filter = { teamId: large.teamId, search };
    const row = await queryOne<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      api().db.reads,
      sql`explain (analyze, format json) select id from tasks
       where status = 'todo' and ${filterSql(large.teamId, filter)} order by created_at desc, id desc limit 51`,
    );
    const plan = row?.['QUERY PLAN'][0].Plan as Plan;
    expect(rowsRead(plan, 'task_search')).toBeLessThan(most);
    expect(rowsRead(plan, 'tasks')).toBeLessThan(most);
  });

  it('counts at most a thousand matches of a column', async () => {
    const { email } = await createPerson(api(), large.teamId, 'viewer');
    const claims = { session: await sessionOf(api(), email), team: large.teamId };
    const input = { teamId: large.teamId, search: 'order' };
    const { data } = await call(api(), ['query', 'board.counts'], input, claims);
    expect(BoardCounts.parse(data)).toMatchObject({ todo: 1_001, in_progress: 0, done: 0, cancelled: 0 });
  });
});
