import { BoardColumn } from '@crewboard/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestAgent, type TestTeam, useApi } from '../harness.ts';
import { call, createPerson, sessionOf } from '../support/people.ts';

const api = useApi();

let team: TestTeam;
let ada: TestAgent;
let session: string;

beforeAll(async () => {
  team = await api().createTeam();
  ada = await api().createAgent(team, 'Ada');
  const person = await createPerson(api(), team.teamId, 'member');
  session = await sessionOf(api(), person.email);
});

const callAs = (type: 'query' | 'mutation', procedure: string, input: unknown) =>
  call(api(), [type, procedure], input, { session, team: team.teamId });
const column = async (filter: object) =>
  BoardColumn.parse((await callAs('query', 'board.column', { teamId: team.teamId, ...filter })).data);

describe('the order of board columns', () => {
  const move = (taskId: string | undefined, status: string) =>
    callAs('mutation', 'tasks.move', { taskId, status });
  let ids: string[];

  beforeAll(async () => {
    ids = [];
    for (const title of ['first', 'second', 'third', 'fourth']) {
      ids.push(await api().createTask(team, { title }));
    }
  });

  it('sorts closed tasks by the time of their last status change, not of their creation', async () => {
    const [first, second, third, fourth] = ids;
    for (const status of ['cancelled', 'done'] as const) {
      for (const id of [fourth, second, first, third]) await move(id, status);
      expect((await column({ status })).tasks.map(({ title }) => title)).toEqual([
        'third',
        'first',
        'second',
        'fourth',
      ]);
    }
    await callAs('mutation', 'tasks.update', { taskId: fourth, title: 'fourth, changed' });
    expect((await column({ status: 'done' })).tasks.at(-1)?.id).toBe(fourth);
  });

  it('sorts tasks in progress by the time of the claim', async () => {
    // By a person, they would be that person's.
    const body = { status: 'in_progress' };
    for (const id of ids) await api().request('POST', `/api/tasks/${id}/move`, { token: team.apiKey, body });
    const [, second] = ids;
    await api().request('POST', `/api/tasks/${second}/claim`, { token: ada.token });
    const { tasks } = await column({ status: 'in_progress' });
    expect(tasks.map(({ id }) => id)).toEqual([second, ids[3], ids[2], ids[0]]);
    expect(tasks[0]?.statusChangedAt).toBe(tasks[0]?.updatedAt);
    await move(second, 'in_progress');
    expect((await column({ status: 'in_progress' })).tasks[0]).toEqual(tasks[0]);
  });

  it('returns each card once across pages, also when the last card of a page moves', async () => {
    for (const id of ids) await move(id, 'cancelled');
    const [first, second, third, fourth] = ids;
    const page = await column({ status: 'cancelled', limit: 2 });
    expect(page.tasks.map(({ id }) => id)).toEqual([fourth, third]);
    await move(third, 'todo');
    await move(third, 'cancelled');
    const rest = await column({ status: 'cancelled', limit: 2, cursor: page.nextCursor });
    expect(rest.tasks.map(({ id }) => id)).toEqual([second, first]);
    expect(rest.nextCursor).toBeNull();
  });

  it.each([{ time: '0000-01-01T00:00:00Z', id: 'x' }, { time: 'x', id: 'x' }, 'x', { id: 'x' }])(
    'rejects the cursor %j',
    async (cursor) => {
      const { problem } = await callAs('query', 'board.column', {
        teamId: team.teamId,
        status: 'done',
        cursor,
      });
      expect(problem?.code).toBe('VALIDATION_ERROR');
    },
  );
});
