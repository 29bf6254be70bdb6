import { Task } from '@crewboard/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestTeam, useApi } from '../harness.ts';
import { call, createPerson, sessionOf } from '../support/people.ts';

const api = useApi();

let team: TestTeam;
let session: string;

beforeAll(async () => {
  team = await api().createTeam();
  const { email } = await createPerson(api(), team.teamId, 'member');
  session = await sessionOf(api(), email);
});

const mutate = (procedure: string, input: unknown) =>
  call(api(), ['mutation', procedure], input, { session, team: team.teamId });

const read = async (taskId: string) =>
  (await api().request('GET', `/api/tasks/${taskId}`, { token: team.apiKey })).body;

describe.each([
  ['tasks.updateIfUnchanged', { description: 'Mine' }],
  ['tasks.moveIfUnchanged', { status: 'done' }],
])('%s', (procedure, change) => {
  it('changes a task whose current version is the given one', async () => {
    const taskId = await api().createTask(team);
    const { data } = await mutate(procedure, { taskId, version: 1, ...change });
    expect(Task.parse(data)).toMatchObject({ ...change, version: 2 });
  });

  it('rejects another version with 412 and changes nothing', async () => {
    const taskId = await api().createTask(team);
    await mutate('tasks.update', { taskId, title: 'Changed meanwhile' });
    const before = await read(taskId);
    const rejected = await mutate(procedure, { taskId, version: 1, ...change });
    expect(rejected.problem).toMatchObject({ code: 'PRECONDITION_FAILED', status: 412 });
    expect(await read(taskId)).toEqual(before);
    expect((await api().events(taskId)).map(({ type }) => type)).toEqual(['task.created', 'task.updated']);
  });

  it('applies exactly one of several concurrent changes with the same version', async () => {
    const taskId = await api().createTask(team);
    const titles = ['a', 'b', 'c', 'd', 'e'];
    const replies = await Promise.all(
      titles.map((title) =>
        mutate(procedure, { taskId, version: 1, ...change, ...('description' in change && { title }) }),
      ),
    );
    expect(replies.filter(({ problem }) => !problem)).toHaveLength(1);
    expect(replies.filter(({ problem }) => problem?.code === 'PRECONDITION_FAILED')).toHaveLength(4);
    expect(await api().events(taskId)).toHaveLength(2);
  });
});
