import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSecrets } from '../../src/features/idempotency/seal-secrets.ts';
import { expectProblem, type Reply, type TestApi, useApi } from '../harness.ts';
import { useCrews } from '../support/crew.ts';
import { expectRejected } from '../support/log.ts';
import {
  effectivePath,
  kindFor,
  named,
  type Operation,
  operations,
  rowOf,
  successesOf,
} from '../support/operations.ts';

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
  const path = await effectivePath(api(), operation, team);
  // Requests at once may claim one each, before all but one are undone.
  if (rowOf(operation).mayFindNothing) await Promise.all([api().createTask(team), api().createTask(team)]);
  const token = kindFor(operation) === 'key' ? team.apiKey : agent.token;
  const body = rowOf(operation).body?.(team);
  const headers = { 'Idempotency-Key': key };
  const send = (on = api()) => on.request('POST', path, { token, body, headers });
  return { path, token, body, send };
}

const post = (path: string, key: string, body: unknown, token: string) =>
  api().request('POST', path, { token, body, headers: { 'Idempotency-Key': key } });

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
    const { rows } = await api().owner.query<{ text: string; keyHash: Buffer; sealed: Buffer | null }>(
      `select concat_ws(' ', to_jsonb(kept), encode(key_hash, 'escape'), encode(request_hash, 'escape'),
         encode(sealed, 'escape')) as text, key_hash as "keyHash", sealed from idempotency_keys as kept order by created_at desc limit 1`,
    );
    expect(rows[0]?.text).toContain('key_hash');
    for (const hidden of [key, token, issued, secret].filter(Boolean))
      expect(rows[0]?.text).not.toContain(hidden);
    const { keyHash, sealed } = rows[0] as { keyHash: Buffer; sealed: Buffer | null };
    if (!sealed) return;
    expect(Object.values(openSecrets(sealed, token, keyHash))).toEqual([issued ?? secret]);
    // What the database has does not open them.
    expect(() => openSecrets(sealed, '', keyHash)).toThrow(/authenticate/);
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
    // Of the team there is no other request without a body.
    if (path === first.path && path.endsWith('/resume')) return;
    const changes: Record<string, object> = {
      'claim-next': { priority: 'low' },
      pause: { reason: 'Another' },
      bulk: { tasks: [body?.tasks, body?.tasks].flat() },
    };
    const change = changes[path.split('/').at(-1) ?? ''] ?? { description: 'Another' };
    const other = () => post(path, key, path === first.path ? { ...body, ...change } : body, token);
    await expectRejected(api(), 422, 'IDEMPOTENCY_KEY_REUSED', other);
  });
});
