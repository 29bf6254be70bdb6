import { signWebToken } from '@crewboard/app-secret';
import { idempotencyKeyHours } from '@crewboard/contracts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { appSecret, expectProblem, type Reply, type TestApi, useApi } from '../harness.ts';
import { useCrews } from '../support/crew.ts';
import { expectInvalid, expectRejected } from '../support/log.ts';
import {
  freshPath,
  kindFor,
  named,
  type Operation,
  operations,
  rowOf,
  successesOf,
} from '../support/operations.ts';
import { createPerson, sessionOf } from '../support/people.ts';
import { exchange, type HeaderLines, httpRequest } from '../support/wire.ts';

const api = useApi();
const crews = useCrews(api);
let replica: TestApi;
beforeAll(async () => {
  replica = await api().replica();
});
afterAll(() => replica.close());

const posts = operations.filter(({ method }) => method === 'POST');

let count = 0;
const newKey = () => {
  count += 1;
  return `key-${count}`;
};

/** Sends one request of this operation as often as it is called. */
async function repeatable(operation: Operation, key: string) {
  const { team, agent } = crews.home;
  const path = await freshPath(api(), operation, team);
  // Requests at once may claim one each, before all but one are undone.
  if (rowOf(operation).mayFindNothing) await Promise.all([api().createTask(team), api().createTask(team)]);
  const token = kindFor(operation) === 'key' ? team.apiKey : agent.token;
  const body = rowOf(operation).body?.(team);
  const headers = { 'Idempotency-Key': key };
  const send = (on = api()) => on.request('POST', path, { token, body, headers });
  return { path, token, body, send };
}

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

/** The workers of both processes go on with what these begin, beside the repetitions. */
const continued = ['webhooks.recover', 'webhooks.redeliver'];

describe.each(named(posts))('$name with an Idempotency-Key', ({ operation }) => {
  it('responds to a repetition with the first response, without a second effect or event', async () => {
    const { send } = await repeatable(operation, newKey());
    const eventsBefore = await api().countEvents();
    const first = await send();
    expect(first.status, first.text).toBe(successesOf(operation)[0]);
    expect(isReplay(first)).toBeNull();
    const stored = await api().stored();
    expect(await api().countEvents()).toBe(eventsBefore + (rowOf(operation).isUnrecorded ? 0 : 1));

    for (const repeated of [await send(), await send()]) {
      expect(visible(repeated)).toEqual(visible(first));
      expect(isReplay(repeated)).toBe('true');
      expect(repeated.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    }
    expect(await api().stored()).toEqual(stored);
  });

  it('has one effect when it is sent to one process several times at once: each gets the response', async () => {
    const { send } = await repeatable(operation, newKey());
    const eventsBefore = await api().countEvents();
    const replies = await Promise.all(Array.from({ length: 8 }, () => send()));
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(successesOf(operation)[0]));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies.filter(isReplay).length).toBe(7);
    expect(await api().countEvents()).toBe(eventsBefore + (rowOf(operation).isUnrecorded ? 0 : 1));
  });

  if (!continued.includes(operation.id))
    it('has one effect at two processes at once: others get a 409 or the response, and later the response', async () => {
      for (let round = 0; round < 2; round += 1) {
        const { send } = await repeatable(operation, newKey());
        const eventsBefore = await api().countEvents();
        const replies = await Promise.all([send(), send(replica), send(), send(replica)]);
        const kept = replies.filter(({ status }) => status === successesOf(operation)[0]);
        expect(kept.filter((reply) => !isReplay(reply)).length).toBe(1);
        for (const reply of replies.filter((each) => !kept.includes(each))) {
          expectProblem(reply, 409, 'IDEMPOTENCY_IN_PROGRESS');
          expect(reply.headers.get('retry-after')).toBe('1');
        }
        for (const again of [await send(), await send(replica)]) {
          expect([again.text, isReplay(again)]).toEqual([kept[0]?.text, 'true']);
        }
        expect(await api().countEvents()).toBe(eventsBefore + (rowOf(operation).isUnrecorded ? 0 : 1));
      }
    });

  it('is stored without its key, and without the credentials of its response', async () => {
    const key = `hidden-${newKey()}`;
    const { token, send } = await repeatable(operation, key);
    const { body } = await send();
    const { token: issued, secret } = body as { token?: string; secret?: string };
    const { rows } = await api().owner.query<{ text: string }>(
      `select concat_ws(' ', to_jsonb(kept), encode(key_hash, 'escape'), encode(request_hash, 'escape'),
         encode(sealed, 'escape')) as text from idempotency_keys as kept order by created_at desc limit 1`,
    );
    expect(rows[0]?.text).toContain('key_hash');
    for (const hidden of [key, token, issued, secret].filter(Boolean))
      expect(rows[0]?.text).not.toContain(hidden);
  });

  it('responds as it does without one', async () => {
    const { token, body, send } = await repeatable(operation, newKey());
    const keyed = await send();
    const other = await repeatable(operation, '');
    const plain = await api().request('POST', other.path, { token, body });
    expect(Object.keys(keyed.body as object)).toEqual(Object.keys(plain.body as object));
    expect(visible(keyed)).toMatchObject({ status: plain.status, type: plain.headers.get('content-type') });
    expect(keyed.headers.has('location')).toBe(plain.headers.has('location'));
  });

  it('rejects another request under the same key with 422', async () => {
    const key = newKey();
    const first = await repeatable(operation, key);
    expect((await first.send()).status).toBe(successesOf(operation)[0]);
    // To a teamId the same path is a repetition.
    const { path, token, body } = await repeatable(operation, key);
    const change = path.endsWith('/claim-next') ? { priority: 'low' } : { description: 'Another' };
    const other = () => post(path, key, path === first.path ? { ...body, ...change } : body, token);
    await expectRejected(api(), 422, 'IDEMPOTENCY_KEY_REUSED', other);
  });
});

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
