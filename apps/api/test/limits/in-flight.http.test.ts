import { afterEach, beforeAll, expect, it } from 'vitest';
import { expectProblem, type TestAgent, type TestTeam, useApi } from '../harness.ts';
import { closeStreams, openStream } from '../log/support/event-stream.ts';
import { httpRequest, Wire } from '../support/wire.ts';

const api = useApi({ bounds: { inFlight: { maxRunning: 2, maxWaiting: 3, maxWaitMs: 60_000 } } });

let team: TestTeam;
let agent: TestAgent;
beforeAll(async () => {
  team = await api().createTeam();
  agent = await api().createAgent(team);
});

const wires: Wire[] = [];
afterEach(() => {
  for (const wire of wires.splice(0)) wire.close();
  closeStreams();
});

const body = '{"name":"Slow"}';
const headers = (token: string): Parameters<typeof httpRequest>[2] => ({
  token,
  headers: [
    ['Content-Type', 'application/json'],
    ['Content-Length', String(body.length)],
  ],
});

/** Sends a request that occupies its place until its body is complete. */
async function begin(token = team.apiKey): Promise<Wire> {
  const wire = await Wire.open(api().url);
  wires.push(wire);
  return wire.send(httpRequest('POST', `/api/teams/${team.teamId}/projects`, headers(token)));
}

const inFlight = (count: number) => expect.poll(() => api().app.openRequests.count).toBe(count);
const me = (token: string) => api().request('GET', '/api/me', { token });

it('runs two requests, queues three in order, and rejects the next with 429 at once', async () => {
  const begun = [await begin(), await begin()];
  await inFlight(2);
  for (let index = 0; index < 3; index += 1) {
    begun.push(await begin());
    await inFlight(3 + index);
  }
  const reply = await me(team.apiKey);
  expectProblem(reply, 429, 'RATE_LIMITED');
  expect(reply.headers.get('retry-after')).toBe('2');
  expect((await me(agent.token)).status).toBe(200);
  // Each body is sent once its request has a place.
  for (const wire of begun) {
    wire.send(body);
    expect((await wire.reply()).status).toBe(201);
  }
  expect((await me(team.apiKey)).status).toBe(200);
});

it('releases the place of a client that disconnects while it runs or waits', async () => {
  for (let round = 0; round < 3; round += 1) {
    const begun = [await begin(), await begin(), await begin(), await begin(), await begin()];
    await inFlight(5);
    for (const wire of begun) wire.close();
    await inFlight(0);
  }
  expect((await me(team.apiKey)).status).toBe(200);
});

it('releases the places of responses without a body, rejected requests and batches', async () => {
  for (let round = 0; round < 5; round += 1) {
    expect((await me(agent.token)).status).toBe(200);
    const create = { token: agent.token, body: { name: 'x' } };
    expect((await api().request('POST', `/api/teams/${team.teamId}/agents`, create)).status).toBe(403);
    expect(
      (await api().request('POST', '/trpc/tasks.claim', { token: agent.token, rawBody: '{' })).status,
    ).toBe(415);
    const batch = '/trpc/teams.me,teams.me?batch=1&input=%7B%7D';
    expect((await api().request('GET', batch, { token: agent.token })).status).toBe(200);
  }
});

it('does not count open streams', async () => {
  for (let count = 0; count < 6; count += 1) {
    const stream = await openStream(api(), team.teamId, { token: agent.token });
    expect(stream.status).toBe(200);
  }
  expect((await me(agent.token)).status).toBe(200);
});
