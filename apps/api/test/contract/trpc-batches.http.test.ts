import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AppRouter } from '../../src/trpc/router.ts';
import { useApi } from '../harness.ts';
import { type Crew, crew } from '../support/crew.ts';
import { unknownId } from '../support/world.ts';

const api = useApi();
const maxPageBytes = 4 * 1024 * 1024;
const earlierBytes = 1024 * 1024;

let home: Crew;
beforeAll(async () => {
  home = await crew(api(), 'Home');
  await api().createTask(home.team, { title: 'The first' });
});

type Item = { result?: { data: unknown }; error?: { data: { problem: { code: string; detail: string } } } };

/** The results of one batch, and its size. */
async function sendBatch(
  method: 'GET' | 'POST',
  calls: [name: string, input: unknown][],
  token: string,
  headers = {},
) {
  const input = JSON.stringify(Object.fromEntries(calls.map((call, index) => [index, call[1]])));
  const path = `/trpc/${calls.map(([name]) => name).join(',')}?batch=1`;
  const reply =
    method === 'GET'
      ? await api().request('GET', `${path}&input=${encodeURIComponent(input)}`, { token, headers })
      : await api().request('POST', path, { token, body: JSON.parse(input), headers });
  return { ...reply, bytes: Buffer.byteLength(reply.text), items: reply.body as Item[] };
}

const isDone = ({ result }: Item) => result !== undefined;

describe('the client of tRPC', () => {
  const client = (token: string) =>
    createTRPCClient<AppRouter>({
      links: [
        httpBatchLink({
          url: `${api().url}/trpc`,
          maxItems: 10,
          headers: { Authorization: `Bearer ${token}` },
        }),
      ],
    });

  it('receives several results and errors in one batch', async () => {
    const { tasks, teams } = client(home.team.apiKey);
    const [me, list, error] = await Promise.all([
      teams.me.query(),
      tasks.list.query({ teamId: home.team.teamId }),
      tasks.get.query({ taskId: unknownId }).catch((reason: unknown) => reason),
    ]);
    expect(me.teamId).toBe(home.team.teamId);
    expect(list.length).toBeGreaterThan(0);
    expect(error).toBeInstanceOf(TRPCClientError);
    const data = (error as TRPCClientError<AppRouter>).data;
    expect(data?.problem).toMatchObject({ code: 'NOT_FOUND', status: 404 });
    expect(data?.httpStatus).toBe(404);
  });

  it('succeeds with exactly one of twenty claims in two batches', async () => {
    const taskId = await api().createTask(home.team);
    const { tasks } = client(home.agent.token);
    const claims = await Promise.allSettled(Array.from({ length: 20 }, () => tasks.claim.mutate({ taskId })));
    expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

it('a path that is encoded twice is a 404, because its calls would not be counted', async () => {
  const { token } = home.agent;
  const path = (comma: string) => `/trpc/teams.me,teams.me${comma}teams.me?batch=1`;
  expect((await api().request('GET', path('%2C'), { token })).status).toBe(200);
  expect((await api().request('GET', path('%252C'), { token })).status).toBe(404);
});

describe('a batch of large results', () => {
  const large = 'x'.repeat(100_000);
  const ids: string[] = [];
  beforeAll(async () => {
    for (let index = 0; index < 50; index += 1) {
      ids.push(await api().createTask(home.team, { title: `Large ${index}`, description: large }));
    }
    await api().db.pool.query('update tasks set result = $1 where id = any($2)', ['€'.repeat(100_000), ids]);
  });

  it.each([{}, { 'trpc-accept': 'application/jsonl' }])(
    'returns one of ten large pages, and an error with the next step for the others (headers %j)',
    async (headers) => {
      const list: [string, unknown] = ['tasks.list', { teamId: home.team.teamId, limit: 100 }];
      const batch = await sendBatch('GET', Array(10).fill(list), home.team.apiKey, headers);
      expect(batch.bytes).toBeGreaterThan(4_000_000);
      // With nine errors.
      expect(batch.bytes).toBeLessThan(maxPageBytes + 10_000);
      expect(batch.text.match(/was not run/g)?.length).toBeGreaterThanOrEqual(9);
      expect(batch.text.match(/"VALIDATION_ERROR"/g)).toHaveLength(9);
    },
  );

  it('runs calls while earlier results have less than 1 MiB, and the others change nothing', async () => {
    const calls = ids
      .slice(0, 10)
      .map((taskId): [string, unknown] => ['tasks.move', { taskId, status: 'done' }]);
    const { items, bytes } = await sendBatch('POST', calls, home.team.apiKey);
    // Of 400 KB each.
    expect(items.map(isDone)).toEqual([true, true, true, ...Array(7).fill(false)]);
    expect(bytes).toBeLessThan(earlierBytes + 500_000);
    const { rows } = await api().db.pool.query<{ id: string }>(
      `select id from tasks where id = any($1) and status = 'done' order by array_position($1, id)`,
      [ids],
    );
    expect(rows.map(({ id }) => id)).toEqual(ids.slice(0, 3));
  });

  it('counts results as they are sent: of texts that JSON escapes, fewer calls run', async () => {
    const taskId = await api().createTask(home.team, { description: '\u0001'.repeat(100_000) });
    const calls = Array.from({ length: 5 }, (): [string, unknown] => ['tasks.get', { taskId }]);
    const { items } = await sendBatch('GET', calls, home.team.apiKey);
    // Of 600 KB each, and 100 KB in the database.
    expect(items.map(isDone)).toEqual([true, true, false, false, false]);
  });
});
