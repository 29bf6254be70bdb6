import type { IncomingMessage } from 'node:http';
import { Problem } from '@crewboard/contracts';
import { afterEach, expect, it, vi } from 'vitest';
import { type TestTeam, useApi } from '../harness.ts';
import { request } from '../log/support/event-stream.ts';
import { signedIn, webToken } from '../log/support/people.ts';

const api = useApi({ bounds: { streams: { perCredential: 2, perTeam: 4, perProcess: 6 } } });

const open: IncomingMessage[] = [];
afterEach(async () => {
  for (const response of open.splice(0)) response.destroy();
  await expect.poll(() => api().app.openStreams.count).toBe(0);
});

async function follow(path: string, token: string, accept = 'text/event-stream'): Promise<IncomingMessage> {
  const response = await request(`${api().url}${path}`, { Accept: accept, Authorization: `Bearer ${token}` });
  open.push(response);
  response.on('error', () => undefined);
  return response;
}

const rest = ({ teamId }: TestTeam, token: string) => follow(`/api/teams/${teamId}/events`, token);
const trpc = ({ teamId }: TestTeam, token: string) =>
  follow(`/trpc/events.follow?input=${encodeURIComponent(JSON.stringify({ teamId }))}`, token);

async function expectLimited(response: IncomingMessage, detail: string): Promise<void> {
  const text = (await response.setEncoding('utf8').toArray()).join('');
  expect(response.statusCode, text).toBe(429);
  expect(response.headers['retry-after']).toBe('10');
  const body = JSON.parse(text);
  const problem = body.error ? body.error.data.problem : Problem.parse(body);
  expect(problem).toMatchObject({
    code: 'RATE_LIMITED',
    status: 429,
    detail: expect.stringContaining(detail),
  });
}

const agentOf = async (team: TestTeam, name: string) => (await api().createAgent(team, name)).token;

it('limits the streams of a credential across both transports, and frees a place when a stream ends', async () => {
  const team = await api().createTeam();
  const first = await rest(team, team.apiKey);
  expect((await trpc(team, team.apiKey)).statusCode).toBe(200);
  await expectLimited(await rest(team, team.apiKey), 'this credential has 2');
  await expectLimited(await trpc(team, team.apiKey), 'this credential has 2');
  first.destroy();
  await vi.waitFor(async () => expect((await trpc(team, team.apiKey)).statusCode).toBe(200), {
    timeout: 60_000,
  });
});

it('limits the streams per team, per session of a person, and per process', async () => {
  const team = await api().createTeam();
  const person = await signedIn(api(), team.teamId, 'member');
  const other = await signedIn(api(), team.teamId, 'viewer');
  for (const who of [person, person, other]) {
    expect((await trpc(team, await webToken(who))).statusCode).toBe(200);
  }
  await expectLimited(await trpc(team, await webToken(person)), 'this credential has 2');
  expect((await rest(team, await agentOf(team, 'A'))).statusCode).toBe(200);
  await expectLimited(await rest(team, await agentOf(team, 'B')), 'this team has 4');

  const another = await api().createTeam();
  for (const name of ['A', 'B']) {
    expect((await rest(another, await agentOf(another, name))).statusCode).toBe(200);
  }
  await expectLimited(await rest(another, await agentOf(another, 'C')), 'this server has 6');
});

it('does not count a stream that is rejected for another reason', async () => {
  const team = await api().createTeam();
  for (let round = 0; round < 5; round += 1) {
    const response = await follow(`/api/teams/${team.teamId}/events?cursor=invalid`, team.apiKey);
    await response.toArray();
    expect(response.statusCode).toBe(400);
  }
  expect((await rest(team, team.apiKey)).statusCode).toBe(200);
});
