import type { LeaseExtension, LiveEvents, Task } from '@crewboard/contracts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type TestApi, useApi } from '../harness.ts';
import { createWorld, type World } from '../support/world.ts';
import { EventStream, request } from './support/event-stream.ts';
import { type SignedIn, signedIn, webToken } from './support/people.ts';
import { settle } from './support/settle.ts';

const api = useApi();

let world: World;
let viewer: SignedIn;
let replica: TestApi | undefined;
const open: EventStream[] = [];
beforeEach(async () => {
  world = await createWorld(api());
  viewer = await signedIn(api(), world.team.teamId, 'viewer');
});
afterEach(async () => {
  for (const stream of open.splice(0)) stream.close();
  await replica?.close();
  replica = undefined;
});

async function openStream(url: string, token: string): Promise<EventStream> {
  const stream = new EventStream(
    await request(url, { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' }),
  );
  open.push(stream);
  return stream;
}

/** The stream of a member's page, at this process. */
async function follow({ url }: TestApi, input: object = {}): Promise<EventStream> {
  const text = encodeURIComponent(JSON.stringify({ teamId: world.team.teamId, ...input }));
  const stream = await openStream(`${url}/trpc/events.follow?input=${text}`, await webToken(viewer));
  await vi.waitFor(() => expect(messagesOf(stream)).not.toEqual([]), { timeout: 60_000 });
  return stream;
}

const messagesOf = ({ blocks }: EventStream): LiveEvents[] =>
  blocks
    .filter(({ id, data, event }) => id !== undefined && data !== undefined && event === undefined)
    .map(({ data = '' }) => JSON.parse(data) as LiveEvents);
const leasesOf = (stream: EventStream) => messagesOf(stream).flatMap(({ leases = [] }) => leases);

async function post<Body = Task>(path: string, body: object = {}): Promise<Body> {
  const reply = await api().request('POST', path, { token: world.ada.token, body });
  expect(reply.status, reply.text).toBe(200);
  return reply.body as Body;
}
const claim = async () =>
  post(`/api/tasks/${await api().createTask(world.team)}/claim`, { leaseSeconds: 300 });

/** Extends the lease, and returns what streams should say about it. */
async function extend({ id }: Task): Promise<LeaseExtension> {
  const { attempt, leaseExpiresAt } = await post(`/api/tasks/${id}/heartbeat`);
  return { taskId: id, attempt, leaseExpiresAt: String(leaseExpiresAt) };
}

const arrives = (stream: EventStream, extension: LeaseExtension) =>
  vi.waitFor(() => expect(leasesOf(stream)).toContainEqual(extension), { timeout: 60_000 });

it('tells the pages of members in every process about an extended lease, and the clock of the service first', async () => {
  replica = await api().replica();
  const streams = [await follow(api()), await follow(replica)];
  const task = await claim();
  const extended: LeaseExtension[] = [];
  for (const stream of streams) {
    const [first] = messagesOf(stream);
    expect(Math.abs(Date.parse(String(first?.sentAt)) - Date.now())).toBeLessThan(60_000);
    // Nothing is repeated: an extension from before the process has heard of the replica's page is lost.
    await vi.waitFor(
      async () => {
        extended.push(await extend(task));
        expect(leasesOf(stream).length).toBeGreaterThan(0);
      },
      { timeout: 60_000, interval: 300 },
    );
    expect(extended).toContainEqual(leasesOf(stream).at(0));
  }
});

it('says nothing about extended leases over REST, to other teams, or beyond the filter of a stream', async () => {
  const task = await claim();
  const other = await claim();
  const ofTask = await follow(api(), { taskId: other.id });
  const all = await follow(api());
  // The stream begins behind the claims.
  await settle(api());
  const rest = await openStream(`${api().url}/api/teams/${world.team.teamId}/events`, world.team.apiKey);
  await arrives(all, await extend(task));
  await arrives(all, await extend(other));
  await arrives(ofTask, await extend(other));
  expect(leasesOf(ofTask).map(({ taskId }) => taskId)).not.toContain(task.id);
  expect(rest.text).not.toContain('leaseExpiresAt":"');
  expect(rest.blocks.filter(({ data }) => data !== undefined)).toEqual([]);
});

it('reports the newest time of each task once for many heartbeats', async () => {
  const task = await claim();
  const stream = await follow(api());
  const extensions = await Promise.all(Array.from({ length: 40 }, () => extend(task)));
  const newest = extensions.toSorted((a, b) => a.leaseExpiresAt.localeCompare(b.leaseExpiresAt)).at(-1);
  const last = await extend(task);
  await arrives(stream, last);
  expect(newest && newest.leaseExpiresAt < last.leaseExpiresAt).toBe(true);
  expect(leasesOf(stream).length).toBeLessThan(extensions.length);
});
