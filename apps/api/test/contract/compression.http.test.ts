import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestTeam, useApi } from '../harness.ts';
import { closeStreams, openStream } from '../log/support/event-stream.ts';

const api = useApi();

let team: TestTeam;
let small: string;
let large: string;
beforeAll(async () => {
  team = await api().createTeam();
  small = await api().createTask(team);
  large = await api().createTask(team, { description: 'words and words '.repeat(6_000) });
});

/** The body as received; fetch would decompress it. */
async function get(path: string, encoding: string, method = 'GET', token = team.apiKey) {
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Encoding': encoding };
  const [response] = (await once(
    http.request(`${api().url}${path}`, { method, headers, agent: false }).end(),
    'response',
  )) as [IncomingMessage];
  return { headers: response.headers, body: Buffer.concat(await response.toArray()) };
}

const decoders = { br: brotliDecompressSync, gzip: gunzipSync };

describe('responses over 1 KiB', () => {
  it.each(['br', 'gzip'] as const)('are compressed with %s when the client accepts it', async (encoding) => {
    const plain = await get(`/api/tasks/${large}`, 'identity');
    const { headers, body } = await get(`/api/tasks/${large}`, encoding);
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
    expect(headers['content-length']).toBe(String(body.length));
    expect(body.length).toBeLessThan(plain.body.length / 10);
    expect(decoders[encoding](body)).toEqual(plain.body);
    const query = `?input=${encodeURIComponent(JSON.stringify({ taskId: large }))}`;
    const overTrpc = await get(`/trpc/tasks.get${query}`, encoding);
    expect(overTrpc.headers['content-encoding']).toBe(encoding);
    expect(JSON.parse(decoders[encoding](overTrpc.body).toString()).result.data.id).toBe(large);
  });

  it.each(['', 'identity', 'deflate', 'br;q=0, gzip;q=0', 'gzip;q=0.1, identity'])(
    'are sent uncompressed with Accept-Encoding "%s"',
    async (encoding) => {
      const { headers, body } = await get(`/api/tasks/${large}`, encoding);
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers.vary).toBe('Accept-Encoding');
      expect(JSON.parse(body.toString()).id).toBe(large);
    },
  );

  it('HEAD has the Content-Encoding of GET', async () => {
    const { headers, body } = await get('/docs/errors', 'gzip', 'HEAD');
    const { headers: ofGet } = await get('/docs/errors', 'gzip');
    expect(body).toHaveLength(0);
    expect(headers['content-encoding']).toBe(ofGet['content-encoding']);
  });
});

it('sends responses up to 1 KiB uncompressed', async () => {
  const { headers, body } = await get(`/api/tasks/${small}`, 'br, gzip');
  expect(body.length).toBeLessThan(1024);
  expect(headers['content-encoding']).toBeUndefined();
});

it('compresses a whole list while it is read, to its end', async () => {
  const many = await api().createTeam('Many');
  await api().db.pool.query(
    `insert into projects (id, team_id, name, description)
     select $1 || n, $1, 'Project ' || n, repeat('description ', 150) from generate_series(1, 250) as n`,
    [many.teamId],
  );
  for (const encoding of ['br', 'gzip'] as const) {
    const { headers, body } = await get(`/api/teams/${many.teamId}/projects`, encoding, 'GET', many.apiKey);
    expect(headers['content-encoding']).toBe(encoding);
    const list = JSON.parse(decoders[encoding](body).toString());
    expect(new Set(list.map(({ id }: { id: string }) => id)).size).toBe(251);
  }
});

it('never compresses streams of events', async () => {
  const stream = await openStream(api(), team.teamId, {
    token: team.apiKey,
    headers: { 'Accept-Encoding': 'br, gzip' },
  });
  expect(stream.headers['content-encoding']).toBeUndefined();
  closeStreams();
});

it('counts the compressed bytes against the limit of unread responses', async () => {
  const request = http.get(`${api().url}/api/tasks/${large}`, {
    agent: false,
    headers: { Authorization: `Bearer ${team.apiKey}`, 'Accept-Encoding': 'gzip' },
  });
  const counted: number[] = [];
  api().app.server.once('request', (_request, response) => {
    response.prependOnceListener('finish', () => counted.push(api().app.unsentResponses.bytes));
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const body = Buffer.concat(await response.toArray());
  await expect.poll(() => counted).toEqual([body.length]);
  await expect.poll(() => api().app.unsentResponses.bytes).toBe(0);
});
