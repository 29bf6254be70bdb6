import { BoardColumn, BoardCounts } from '@crewboard/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestTeam, useApi } from '../harness.ts';
import { type CallResult, call, createPerson, sessionOf } from '../support/people.ts';

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
    const counts = BoardCounts.parse((await ask('board.counts', { search })).data);
    expect(counts.todo).toEqual({ count: titles.length, isExact: true });
    expect(counts.done).toEqual({ count: 0, isExact: true });
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
