import { BoardColumn } from '@crewboard/contracts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestAgent, type TestTeam, useApi } from '../harness.ts';
import { call, createPerson, openSession, sessionOf } from '../support/people.ts';
import { claimNext } from '../support/tasks.ts';

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

describe('to do in the order of the queue', () => {
  const order = 'queue';
  let team: TestTeam;
  let session: string;
  beforeEach(async () => {
    team = await api().createTeam();
    const { userId } = await createPerson(api(), team.teamId, 'member');
    session = await openSession(api(), userId);
  });
  const queue = async (filter: object = {}) => {
    const input = { teamId: team.teamId, status: 'todo', order, ...filter };
    const { data } = await call(api(), ['query', 'board.column'], input, { session, team: team.teamId });
    return BoardColumn.parse(data);
  };
  const titlesIn = ({ tasks }: BoardColumn) => tasks.map(({ title }) => title);
  const claimAll = async (token: string) => {
    const titles: string[] = [];
    for (;;) {
      const { status, body } = await claimNext(api(), token, team);
      if (status !== 200) return titles;
      titles.push((body as { title: string }).title);
    }
  };

  it('lists tasks in the order in which claim-next hands them out, page by page', async () => {
    const agent = await api().createAgent(team);
    const priorities = ['normal', 'low', 'high', 'normal', 'high', 'low', 'normal'];
    for (const [index, priority] of priorities.entries())
      await api().createTask(team, { title: `${index} ${priority}`, priority });
    const expected = ['2 high', '4 high', '0 normal', '3 normal', '6 normal', '1 low', '5 low'];
    expect(titlesIn(await queue())).toEqual(expected);
    expect(titlesIn(await queue({ priority: 'normal' }))).toEqual(['0 normal', '3 normal', '6 normal']);
    expect(titlesIn(await queue({ projectId: team.projectId }))).toEqual(expected);
    expect(titlesIn(await queue({ agentId: 'nobody' }))).toEqual(expected);
    const paged: string[] = [];
    let cursor: BoardColumn['nextCursor'] = null;
    do {
      const page: BoardColumn = await queue({ limit: 2, cursor });
      paged.push(...titlesIn(page));
      cursor = page.nextCursor;
    } while (cursor);
    expect(paged).toEqual(expected);
    expect(await claimAll(agent.token)).toEqual(expected);
  });

  it.each([{}, { search: 'needle' }])(
    'pages through what an agent or a person has to do (%j)',
    async (search) => {
      const [agent, other] = [await api().createAgent(team), await api().createAgent(team)];
      for (const [index, priority] of ['low', 'normal', 'high', 'normal'].entries()) {
        const fields = { title: `needle ${index}`, priority };
        await api().createTask(team, { ...fields, assignedAgentId: agent.id });
        await api().createTask(team, { ...fields, title: `other ${index}`, assignedAgentId: other.id });
      }
      const expected = ['needle 2', 'needle 1', 'needle 3', 'needle 0'];
      const paged: string[] = [];
      let cursor: BoardColumn['nextCursor'] = null;
      do {
        const page: BoardColumn = await queue({ ...search, agentId: agent.id, limit: 1, cursor });
        paged.push(...titlesIn(page));
        cursor = page.nextCursor;
      } while (cursor);
      expect(paged).toEqual(expected);
      expect(await claimAll(agent.token)).toEqual(expected);
    },
  );

  it('rejects the cursor of another order', async () => {
    for (const [input, cursor] of [
      [{ order }, { time: '2026-01-01T00:00:00.000Z', id: 'x' }],
      [{}, { priority: 'low', rank: 'x', id: 'x' }],
    ]) {
      const { problem } = await call(
        api(),
        ['query', 'board.column'],
        { teamId: team.teamId, status: 'todo', ...input, cursor },
        { session, team: team.teamId },
      );
      expect(problem?.code).toBe('INVALID_CURSOR');
    }
  });
});
