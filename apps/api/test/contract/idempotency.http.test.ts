import { signWebToken } from '@crewboard/app-secret';
import { idempotencyKeyHours } from '@crewboard/contracts';
import { describe, expect, it, vi } from 'vitest';
import { appSecret, expectProblem, type Reply, useApi } from '../harness.ts';
import { useCrews } from '../support/crew.ts';
import { expectInvalid, expectRejected } from '../support/log.ts';
import { createPerson, sessionOf } from '../support/people.ts';
import { exchange, type HeaderLines, httpRequest } from '../support/wire.ts';

const api = useApi();
const crews = useCrews(api);

let count = 0;
const newKey = () => {
  count += 1;
  return `key-${count}`;
};

const post = (path: string, key: string, body?: unknown, token = crews.home.team.apiKey) =>
  api().request('POST', path, { token, body, headers: { 'Idempotency-Key': key } });

const tasksPath = () => `/api/teams/${crews.home.team.teamId}/tasks`;
const taskBody = () => ({ title: 'A task', projectId: crews.home.team.projectId });

/** What a client can see of a response, but for what names the request. */
const visible = ({ status, text, headers }: Reply) => ({
  status,
  text,
  location: headers.get('location'),
  type: headers.get('content-type'),
});

const isReplay = ({ headers }: Reply) => headers.get('idempotency-replayed');

describe('an Idempotency-Key', () => {
  it.each(['', 'a b', 'ä', 'a'.repeat(256), '\t'])('rejects %j with 400', async (key) => {
    const send = () => post(tasksPath(), Buffer.from(key).toString('latin1'), taskBody());
    await expectInvalid(api(), ['Idempotency-Key'], send);
  });

  it('is rejected when it is sent twice', async () => {
    const { apiKey: token } = crews.home.team;
    const headers: HeaderLines = [
      ['Idempotency-Key', 'a'],
      ['Idempotency-Key', 'a'],
      ['Content-Type', 'application/json'],
    ];
    const bytes = httpRequest('POST', tasksPath(), { token, headers, body: JSON.stringify(taskBody()) });
    await expectInvalid(api(), ['Idempotency-Key'], () => exchange(api().url, bytes));
  });

  it.each(['!', '~', '"8e03978e-40d5-43e8-bc93-6894a57f9324"', 'a'.repeat(255)])(
    'accepts %j',
    async (key) => {
      expect((await post(tasksPath(), key, taskBody())).status).toBe(201);
      expect(isReplay(await post(tasksPath(), key, taskBody()))).toBe('true');
    },
  );

  it('identifies a request by its values: neither by the order of its fields nor by white space', async () => {
    const key = newKey();
    const { title, projectId } = taskBody();
    const send = (rawBody: string) =>
      api().request('POST', tasksPath(), {
        token: crews.home.team.apiKey,
        rawBody,
        headers: { 'Idempotency-Key': key, 'Content-Type': 'application/json' },
      });
    const first = await send(JSON.stringify({ title, projectId }));
    const second = await send(JSON.stringify({ projectId, title }, null, 2));
    expect(visible(second)).toEqual(visible(first));
    expectProblem(
      await send(JSON.stringify({ projectId, title: `${title}!` })),
      422,
      'IDEMPOTENCY_KEY_REUSED',
    );
  });

  it('belongs to one credential', async () => {
    const key = newKey();
    const { team, agent } = crews.home;
    const other = await api().createAgent(team);
    const replies = [];
    for (const token of [team.apiKey, agent.token, other.token])
      replies.push(await post(tasksPath(), key, taskBody(), token));
    expect(replies.map(isReplay)).toEqual([null, null, null]);
    expect(new Set(replies.map(({ body }) => (body as { id: string }).id)).size).toBe(3);
  });

  it('belongs to the session of a person, whose token is another one each minute', async () => {
    const { team } = crews.home;
    const { email } = await createPerson(api(), team.teamId, 'member');
    const key = newKey();
    const send = async (session: string, age: number) => {
      vi.setSystemTime(Date.now() - age);
      const token = await signWebToken(appSecret, { session, team: team.teamId });
      vi.useRealTimers();
      return post(tasksPath(), key, taskBody(), token);
    };
    const [session, other] = [await sessionOf(api(), email), await sessionOf(api(), email)];
    const first = await send(session, 30_000);
    expect(first.status, first.text).toBe(201);
    const repeated = await send(session, 0);
    expect({ ...visible(repeated), isReplay: isReplay(repeated) }).toEqual({
      ...visible(first),
      isReplay: 'true',
    });
    expect(isReplay(await send(other, 0))).toBeNull();
  });

  it('is free again after 24 hours, before the row is deleted', async () => {
    const key = newKey();
    const first = await post(tasksPath(), key, taskBody());
    const age = (hours: number) =>
      api().owner.query(`update idempotency_keys set created_at = created_at - interval '1 hour' * $1`, [
        hours,
      ]);
    await age(idempotencyKeyHours - 0.1);
    expect(visible(await post(tasksPath(), key, taskBody()))).toEqual(visible(first));
    await age(0.2);
    const second = await post(tasksPath(), key, { ...taskBody(), title: 'Another' });
    expect({ status: second.status, isReplay: isReplay(second) }).toEqual({ status: 201, isReplay: null });
    expect(visible(await post(tasksPath(), key, { ...taskBody(), title: 'Another' }))).toEqual(
      visible(second),
    );
  });

  it('is not used up by an error: the same request can succeed later', async () => {
    const key = newKey();
    const { team, agent } = crews.home;
    const taskId = await api().createTask(team);
    const holder = await api().createAgent(team);
    const path = `/api/tasks/${taskId}/claim`;
    await api().request('POST', path, { token: holder.token });
    const claim = () => post(path, key, undefined, agent.token);
    await expectRejected(api(), 409, 'TASK_ALREADY_CLAIMED', claim);
    await api().request('POST', `/api/tasks/${taskId}/move`, {
      token: team.apiKey,
      body: { status: 'todo' },
    });
    const claimed = await claim();
    expect({ status: claimed.status, isReplay: isReplay(claimed) }).toEqual({ status: 200, isReplay: null });
    expect(isReplay(await claim())).toBe('true');
  });

  it('replays before the state is looked at: a claim that succeeded stays a success', async () => {
    const { team, agent } = crews.home;
    const taskId = await api().createTask(team);
    const claim = () => post(`/api/tasks/${taskId}/claim`, 'lost-response', undefined, agent.token);
    const first = await claim();
    await api().request('POST', `/api/tasks/${taskId}/move`, {
      token: team.apiKey,
      body: { status: 'cancelled' },
    });
    expect(visible(await claim())).toEqual(visible(first));
  });

  it.each([
    ['operation', 'complete', '"1"'],
    ['If-Match', 'claim', '"2"'],
  ])('belongs to one %s, also where the input is the same', async (_, verb, ifMatch) => {
    const taskId = await api().createTask(crews.home.team);
    const headers = { 'Idempotency-Key': newKey() };
    const call = (verb: string, ifMatch: string) =>
      api().request('POST', `/api/tasks/${taskId}/${verb}`, {
        token: crews.home.agent.token,
        headers: { ...headers, 'If-Match': ifMatch },
      });
    expect((await call('claim', '"1"')).status).toBe(200);
    await expectRejected(api(), 422, 'IDEMPOTENCY_KEY_REUSED', () => call(verb, ifMatch));
  });

  it('is checked after the credential, its kind and the team', async () => {
    const key = newKey();
    expect((await post(tasksPath(), key, taskBody())).status).toBe(201);
    expectProblem(await post(tasksPath(), key, taskBody(), crews.dead.rotated), 401, 'UNAUTHENTICATED');
    expectProblem(await post(tasksPath(), key, taskBody(), crews.foreign.team.apiKey), 404, 'NOT_FOUND');
  });

  it('is checked after the input: an invalid request is a 400, also under a used key', async () => {
    const key = newKey();
    expect((await post(tasksPath(), key, taskBody())).status).toBe(201);
    await expectInvalid(api(), ['title'], () => post(tasksPath(), key, { ...taskBody(), title: '' }));
  });

  it('replays what was valid when it was sent first', async () => {
    const path = `/api/teams/${crews.home.team.teamId}/agents`;
    const [key, expiresAt] = [newKey(), Date.now() + 600_000];
    const create = (idempotencyKey = key) =>
      post(path, idempotencyKey, { name: 'Short', expiresAt: new Date(expiresAt).toISOString() });
    const first = await create();
    expect(first.status).toBe(201);
    vi.setSystemTime(expiresAt + 1);
    const [repeated, other] = [await create(), await create(newKey())];
    vi.useRealTimers();
    expect(repeated.text).toBe(first.text);
    expect(other.status).toBe(400);
  });

  it('is ignored by other methods', async () => {
    const taskId = await api().createTask(crews.home.team);
    const headers = { 'Idempotency-Key': 'a b' };
    const token = crews.home.team.apiKey;
    expect((await api().request('GET', `/api/tasks/${taskId}`, { token, headers })).status).toBe(200);
    const update = { token, headers, body: { title: 'Another' } };
    expect((await api().request('PATCH', `/api/tasks/${taskId}`, update)).status).toBe(200);
  });

  it('keeps the response to 200,000 characters', async () => {
    const { team, agent } = crews.home;
    const text = '\u{1F600}'.repeat(50_000);
    const taskId = await api().createTask(team, { description: `${text}${text}` });
    const complete = () =>
      post(`/api/tasks/${taskId}/complete`, 'large', { result: `${text}${text}` }, agent.token);
    const first = await complete();
    expect(first.status).toBe(200);
    expect(visible(await complete())).toEqual(visible(first));
  });
});
