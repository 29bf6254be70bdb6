import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { signWebToken } from '@crewboard/app-secret';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { appSecret, expectProblem, type Reply, type TestTeam, useApi } from '../harness.ts';
import { closeStreams, openStream } from '../log/support/event-stream.ts';
import { createPerson, sessionOf } from '../support/people.ts';
import { httpRequest, Wire } from '../support/wire.ts';

const api = useApi();
let busy: TestTeam;
let other: TestTeam;
/** The names of the responses in the order of their arrival. */
let order: string[];
let isWorking: boolean;

beforeEach(async () => {
  [busy, other] = [await api().createTeam('Busy'), await api().createTeam('Other')];
  order = [];
});
afterEach(() => {
  isWorking = false;
  closeStreams();
});

/** Work of the busy team, which takes all of its turns until it is ended. */
function startWork(): void {
  isWorking = true;
  function* work(): Generator<void, void> {
    while (isWorking) yield;
  }
  void api().app.teamTurns.of(busy.teamId).runSlices(work());
}

function endWork(): void {
  isWorking = false;
}

async function record<Result>(name: string, result: Promise<Result>): Promise<Result> {
  const value = await result;
  order.push(name);
  return value;
}

/** 90 KB. */
const largeText = 'x'.repeat(90_000);
const create = (team: TestTeam, fields: object = {}) =>
  api().request('POST', `/api/teams/${team.teamId}/tasks`, {
    token: team.apiKey,
    body: { title: 'A task', projectId: team.projectId, ...fields },
  });
const list = ({ teamId, apiKey }: TestTeam) =>
  api().request('GET', `/api/teams/${teamId}/tasks?limit=100`, { token: apiKey });
const readMe = ({ apiKey }: TestTeam) => api().request('GET', '/api/me', { token: apiKey });

describe('while the large work of a team takes its turns', () => {
  it('large bodies of other teams are parsed, and small ones of the same team', async () => {
    startWork();
    const waiting = record('large of the busy team', create(busy, { description: largeText }));
    await record('small of the busy team', create(busy));
    await record('large of the other team', create(other, { description: largeText }));
    expect(order).toEqual(['small of the busy team', 'large of the other team']);
    endWork();
    expect((await waiting).status).toBe(201);
  });

  it('the body of a client that has left is not parsed when its turn comes', async () => {
    startWork();
    const body = JSON.stringify({ title: 'Of nobody', projectId: busy.projectId, description: largeText });
    const arrived = new Promise<IncomingMessage>((resolve) => {
      api().app.server.once('request', (request) => request.once('end', () => resolve(request)));
    });
    const client = await Wire.open(api().url);
    client.send(
      httpRequest('POST', `/api/teams/${busy.teamId}/tasks`, {
        token: busy.apiKey,
        headers: [['Content-Type', 'application/json']],
        body,
      }),
    );
    const { socket } = await arrived;
    const closed = once(socket, 'close');
    client.close();
    await closed;
    const later = create(busy, { description: largeText });
    endWork();
    expect((await later).status).toBe(201);
    expect((await list(busy)).body).toMatchObject([{ title: 'A task' }]);
  });

  it('the pages of a client that has left are not read when their turn comes', async () => {
    const queries = vi.spyOn(api().db.reads, 'query');
    const reads = () =>
      queries.mock.calls.filter((call) => JSON.stringify(call).includes('from tasks')).length;
    startWork();
    // All places of the team for pages in the making.
    const pages = Array.from({ length: 4 }, () => list(busy));
    await expect.poll(reads).toBe(4);
    const arrived = new Promise<IncomingMessage>((resolve) => {
      api().app.server.once('request', resolve);
    });
    const client = await Wire.open(api().url);
    client.send(httpRequest('GET', `/api/teams/${busy.teamId}/tasks?limit=100`, { token: busy.apiKey }));
    const { socket } = await arrived;
    const closed = once(socket, 'close');
    client.close();
    await closed;
    const later = list(busy);
    endWork();
    expect((await Promise.all([...pages, later])).map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(reads()).toBe(5);
  });

  it('half a million array items in a body of the team are rejected later, those of others at once', async () => {
    const rawBody = `{"title":[${'0,'.repeat(500_000)}0]}`;
    const send = ({ teamId, apiKey }: TestTeam) =>
      api().request('POST', `/api/teams/${teamId}/tasks`, {
        token: apiKey,
        rawBody,
        headers: { 'Content-Type': 'application/json' },
      });
    startWork();
    const waiting = record('busy', send(busy));
    expectProblem(await record('other', send(other)), 400, 'VALIDATION_ERROR');
    expect(order).toEqual(['other']);
    endWork();
    expectProblem(await waiting, 400, 'VALIDATION_ERROR');
  });

  it('large pages of other teams are made', async () => {
    for (const team of [busy, other]) {
      for (let n = 0; n < 4; n += 1) await create(team, { description: largeText });
    }
    startWork();
    const waiting = [
      record('page of the busy team', list(busy)),
      record('page of the busy team', list(busy)),
    ];
    await record('page of the other team', list(other));
    await record('account of the busy team', readMe(busy));
    expect(order).toEqual(['page of the other team', 'account of the busy team']);
    endWork();
    for (const { body } of await Promise.all(waiting)) expect(body).toHaveLength(4);
  });

  it('large pages of other dashboards are made', async () => {
    const read = async (team: TestTeam): Promise<Reply> => {
      const { email } = await createPerson(api(), team.teamId, 'member');
      const session = await sessionOf(api(), email);
      const token = await signWebToken(appSecret, { session, team: team.teamId });
      const input = encodeURIComponent(JSON.stringify({ teamId: team.teamId, limit: 100 }));
      return api().request('GET', `/trpc/tasks.list?input=${input}`, { token });
    };
    await create(busy, { description: largeText });
    startWork();
    const waiting = record('busy', read(busy));
    expect((await record('other', read(other))).status).toBe(200);
    expect(order).toEqual(['other']);
    endWork();
    expect((await waiting).status).toBe(200);
  });

  it('large events are written to the streams of other teams', async () => {
    const open = ({ teamId, apiKey }: TestTeam) => openStream(api(), teamId, { token: apiKey });
    const [streamOfBusy, streamOfOther] = [await open(busy), await open(other)];
    startWork();
    const waiting = create(busy, { description: largeText });
    expect((await create(other, { description: largeText })).status).toBe(201);
    await expect.poll(() => streamOfOther.events.length).toBe(1);
    expect(streamOfBusy.events).toEqual([]);
    endWork();
    expect((await waiting).status).toBe(201);
    await expect.poll(() => streamOfBusy.events.length).toBe(1);
  });
});
