import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem, useApi } from '../harness.ts';
import { call, createPerson, openSession } from '../support/people.ts';
import { createProject, createWorld, type World } from '../support/world.ts';

const api = useApi({ teamCreation: 'anyone' });

let world: World;
let session: string;
/** The path of each request below. */
let paths: Record<string, string>;
beforeAll(async () => {
  world = await createWorld(api());
  const { team, ada } = world;
  const teamPath = `/api/teams/${team.teamId}`;
  paths = {
    createTask: `${teamPath}/tasks`,
    updateTask: `/api/tasks/${await api().createTask(team)}`,
    createAgent: `${teamPath}/agents`,
    updateAgent: `/api/agents/${ada.id}`,
    createProject: `${teamPath}/projects`,
    updateProject: `/api/projects/${await createProject(api(), team)}`,
  };
  session = await openSession(api(), (await createPerson(api(), team.teamId, 'owner')).userId);
});

const overRest = ['createTask', 'updateTask', 'createAgent', 'updateAgent', 'createProject', 'updateProject'];
const overTrpc = ['apiKeys.create', 'accounts.update', 'teams.create'];
const fieldOf = (request: string) => (request.endsWith('Task') ? 'title' : 'name');

/** The bodies of a response and of what was stored, with the text as the title or name. */
async function send(request: string, text: string) {
  const { team } = world;
  const method = request.startsWith('create') ? 'POST' : 'PATCH';
  const body = {
    [fieldOf(request)]: text,
    ...(request === 'createTask' && { projectId: team.projectId }),
  };
  return api().request(method, paths[request] ?? '', { token: team.apiKey, body });
}

const sendToDashboard = (procedure: string, name: string) => {
  const isOfTeam = procedure === 'apiKeys.create';
  const input = { name, ...(isOfTeam && { teamId: world.team.teamId, expiresAt: null }) };
  return call(api(), ['mutation', procedure], input, {
    session,
    ...(isOfTeam && { team: world.team.teamId }),
  });
};

const breaks = ['\t', '\n', '\r', '\r\n', '\u2028', '\u2029'];
const controls = ['\u0001', '\u000b', '\u001b', '\u007f', '\u0085', '\u009b'];

describe('a tab or line break in a title or name becomes a space', () => {
  it.each(overRest)('%s', async (request) => {
    for (const character of breaks) {
      const { status, body } = await send(request, `One${character}two`);
      expect(status).toBe(request.startsWith('create') ? 201 : 200);
      expect(body).toMatchObject({ [fieldOf(request)]: 'One two' });
    }
  });

  it.each(overTrpc)('%s', async (procedure) => {
    for (const character of breaks) {
      const { status, data } = await sendToDashboard(procedure, `One${character}two`);
      expect(status).toBe(200);
      if (procedure !== 'teams.create') expect(data).toMatchObject({ name: 'One two' });
    }
    if (procedure !== 'teams.create') return;
    const { rows } = await api().db.pool.query('select distinct name from teams where name ~ $1', ['^One']);
    expect(rows).toEqual([{ name: 'One two' }]);
  });

  it('counts after that: 500 characters with 499 line breaks of two', async () => {
    const title = `${'\r\n'.repeat(499)}x`;
    expect((await send('createTask', title)).status).toBe(201);
    expectProblem(await send('createTask', `${title}\n`), 400, 'VALIDATION_ERROR');
  });
});

describe('another control character in a title or name is a 400 that names the field, and changes nothing', () => {
  const errors = (path: string) => [{ path, message: 'must not contain control characters' }];

  it.each(overRest)('%s', async (request) => {
    const before = await api().stored();
    for (const character of controls) {
      const problem = expectProblem(await send(request, `One${character}two`), 400, 'VALIDATION_ERROR');
      expect(problem.errors).toEqual(errors(fieldOf(request)));
    }
    expect(await api().stored()).toEqual(before);
  });

  it.each(overTrpc)('%s', async (procedure) => {
    for (const character of controls) {
      const { status, problem } = await sendToDashboard(procedure, `One${character}two`);
      expect([status, problem?.code, problem?.errors]).toEqual([400, 'VALIDATION_ERROR', errors('name')]);
    }
  });
});

it('other texts are stored as they are', async () => {
  const { team, ada } = world;
  const text = `One${[...breaks, ...controls].join('')}two`;
  const taskId = await api().createTask(team, { description: text });
  const post = (verb: string, body: object, token = ada.token) =>
    api().request('POST', `/api/tasks/${taskId}/${verb}`, { token, body });
  expect((await post('comments', { body: text })).body).toMatchObject({ body: text });
  await post('claim', {});
  expect((await post('release', { reason: text })).status).toBe(200);
  const completed = await post('complete', { result: text });
  expect(completed.body).toMatchObject({ description: text, result: text });
  const attempts = await api().request('GET', `/api/tasks/${taskId}/attempts`, { token: ada.token });
  expect(attempts.body).toMatchObject([{}, { reason: text }]);
});
