import { Problem } from '@crewboard/contracts';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { type Reply, useApi } from '../harness.ts';
import { type Crew, crew, tokenOf, withWrongChecksum } from '../support/crew.ts';
import {
  kindFor,
  type Operation,
  operations,
  parameterOf,
  pathWith,
  routeOf,
  rowOf,
  successesOf,
} from '../support/operations.ts';
import { createDelivery } from '../support/webhooks.ts';
import { exchange, type HeaderLines, httpRequest, Wire } from '../support/wire.ts';
import { unknownId } from '../support/world.ts';
import { body, field, header, id, text } from './support/hostile-values.ts';

const api = useApi();

/** fast-check prints seed and path of a failure; TEST_SEED=… repeats them. */
const runs = (numRuns: number) => ({
  numRuns,
  ...(process.env.TEST_SEED && { seed: Number(process.env.TEST_SEED) }),
});

type World = { home: Crew; tokens: string[]; ids: string[]; webhookId: string; deliveryId: string };
let world: World;
beforeAll(async () => {
  const home = await crew(api(), 'Home');
  const foreign = await crew(api(), 'Foreign');
  const tasks = await Promise.all([api().createTask(home.team), api().createTask(home.team)]);
  const theirTask = await api().createTask(foreign.team);
  const { team, agent } = home;
  const { webhookId, id: deliveryId } = await createDelivery(api(), team);
  world = {
    home,
    webhookId,
    deliveryId,
    tokens: [
      team.apiKey,
      team.apiKey,
      agent.token,
      agent.token,
      foreign.agent.token,
      withWrongChecksum(agent.token),
    ],
    // Omits the calling agent: after a deactivation or a rotation, its calls would all be rejected.
    ids: [...tasks, team.projectId, team.teamId, theirTask, foreign.agent.id, foreign.team.teamId, unknownId],
  };
});

const anyOperation = fc.constantFrom(...operations.map(routeOf));

function operationOf(name: string): Operation {
  const operation = operations.find((one) => routeOf(one) === name);
  if (!operation) throw new Error(`There is no ${name}`);
  return operation;
}

const call = fc.record({
  name: anyOperation,
  token: fc.nat(5),
  target: fc.oneof({ arbitrary: id, weight: 3 }, { arbitrary: text, weight: 1 }),
  query: fc.oneof(
    { arbitrary: fc.constant<[string, string | number][]>([]), weight: 3 },
    { arbitrary: fc.array(fc.tuple(fc.oneof(field, text), fc.oneof(text, id)), { maxLength: 4 }), weight: 1 },
  ),
  body,
  headers: fc.oneof(
    { arbitrary: fc.constant<[string, string][]>([]), weight: 3 },
    { arbitrary: fc.array(header, { maxLength: 3 }), weight: 1 },
    { arbitrary: fc.constant<[string, string][]>([['Content-Type', 'text/plain']]), weight: 1 },
  ),
});
type Call = typeof call extends fc.Arbitrary<infer T> ? T : never;

const real = (value: unknown): unknown =>
  typeof value === 'number' && Number.isInteger(value) ? world.ids[value % world.ids.length] : value;
const encoded = (value: unknown): string => encodeURIComponent(String(value).toWellFormed());

function bodyOf({ body: given, name }: Call): string | Uint8Array | undefined {
  if (given === undefined) return undefined;
  if ('raw' in given) return given.raw.toWellFormed();
  if ('bytes' in given) return given.bytes;
  const more = Object.fromEntries(Object.entries(given.more).map(([name, value]) => [name, real(value)]));
  return JSON.stringify({ ...(given.sample && rowOf(operationOf(name)).body?.(world.home.team)), ...more });
}

function requestOf(given: Call): Buffer {
  const operation = operationOf(given.name);
  const id = typeof given.target === 'number' ? targetId(operation, given.target) : given.target;
  const query = given.query.map(([name, value]) => `${encoded(name)}=${encoded(real(value))}`).join('&');
  const path = pathTo(operation, encoded(id)) + (query && `?${query}`);
  const sent = bodyOf(given);
  const isTyped = given.headers.some(([name]) => name === 'Content-Type');
  const headers: HeaderLines = [...given.headers];
  if (sent !== undefined && !isTyped) headers.push(['Content-Type', 'application/json']);
  return httpRequest(operation.method, path, { token: world.tokens[given.token], headers, body: sent });
}

/** Mostly ids that fit the operation, so that requests are not rejected early. */
/** The archiver follows a project that is archived or restored, beside the next requests. */
const hasFollower = ({ path }: Operation) => /\/projects\/\{projectId\}\/(archive|restore)$/.test(path);

function targetId(operation: Operation, choice: number): string | undefined {
  if (hasFollower(operation)) return unknownId;
  if (choice % 4 === 0) return world.ids[choice % world.ids.length];
  const { webhookId, deliveryId } = world;
  const { teamId, projectId } = world.home.team;
  const fitting: Record<string, string | undefined> = { teamId, projectId, webhookId, deliveryId };
  fitting.taskId = world.ids[choice % 2];
  return fitting[parameterOf(operation) ?? ''] ?? world.ids[choice % world.ids.length];
}

/** Looks up a delivery in the webhook of the world. */
const pathTo = (operation: Operation, id: string): string =>
  pathWith(operation, id, parameterOf(operation) === 'deliveryId' ? { webhookId: world.webhookId } : {});

/** The guarantees of every response to any request. */
function expectDocumentedResponse(reply: Reply, operation: Operation): void {
  expect(reply.status, reply.text).toBeLessThan(500);
  expect(reply.headers.get('x-request-id')).toBeTruthy();
  if (reply.status >= 400) {
    expect(reply.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(Problem.parse(reply.body).status).toBe(reply.status);
  } else {
    expect(successesOf(operation)).toContain(reply.status);
    operation.output.parse(reply.status === 204 ? undefined : reply.body);
  }
}

let stored: unknown;
/** Errors and reads change nothing; a successful change may. */
async function expectStoredOnlyBySuccess(reply: Reply, method: string): Promise<void> {
  const now = await api().stored();
  if (reply.status >= 400 || method === 'GET') expect(now).toEqual(stored);
  stored = now;
}

/** Deletes old rows: comparing them would take most of the time. */
async function forgetOldRows(): Promise<void> {
  await api().db.pool.query('delete from tasks where id <> all($1)', [world.ids]);
  await api().db.pool.query(
    `delete from agents where not exists (select from tasks where assigned_agent_id = agents.id)
    and id <> all($1) and id <> $2`,
    [world.ids, world.home.agent.id],
  );
  const { pool } = api().db;
  await pool.query('delete from webhook_deliveries where id <> $1', [world.deliveryId]);
  await pool.query('delete from webhooks where id <> $1', [world.webhookId]);
  // Restores what was deleted or disabled, so that requests are not rejected early.
  await pool.query(
    `update webhooks set deleted_at = null, enabled = true, disabled_reason = null, disabled_at = null,
       subscribed_since = coalesce(subscribed_since, pg_current_snapshot())`,
  );
  await pool.query('delete from events where id <> all(select event_id from webhook_deliveries)');
  await api().db.pool.query(
    'delete from projects where id <> all($1) and not exists (select from tasks where project_id = projects.id)',
    [world.ids],
  );
  // What was deleted is counted no more.
  await pool.query('select recount()');
  stored = await api().stored();
}

it('gets a documented response to any call, and stores nothing on an error', async () => {
  await forgetOldRows();
  const responses = new Map<number, number>();
  let calls = 0;

  await fc.assert(
    fc.asyncProperty(call, async (given) => {
      const reply = await exchange(api().url, requestOf(given));
      responses.set(reply.status, (responses.get(reply.status) ?? 0) + 1);
      const operation = operationOf(given.name);
      expectDocumentedResponse(reply, operation);
      await expectStoredOnlyBySuccess(reply, operation.method);
      calls += 1;
      if (calls % 100 === 0) await forgetOldRows();
    }),
    runs(400),
  );
  // The requests must have reached these kinds of response; creations and conflicts are too rare among so few.
  expect([...responses.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 403, 404, 415]));
});

/** The response to bytes that may be no complete request; undefined when the connection was closed without one. */
async function sendBytes(bytes: Buffer): Promise<Reply | undefined> {
  const wire = await Wire.open(api().url);
  try {
    const reply = await wire
      .send(bytes)
      .reply({ within: 150 })
      .catch(() => wire.finish().reply());
    return reply;
  } catch (error) {
    expect(await wire.ended(), String(error)).toBe('');
    return undefined;
  } finally {
    wire.close();
  }
}

it('gets a documented response or a closed connection for any corrupted request', async () => {
  await forgetOldRows();
  const delimiter = fc.constantFrom(
    '\r\n',
    '\n',
    '0',
    '9',
    ':',
    ' ',
    '%',
    '/',
    '"',
    '{',
    '\0',
    'chunked',
    '',
  );
  const insert = fc.oneof(delimiter, fc.string({ unit: 'binary', maxLength: 3 }));
  // Negative: counted from the end.
  const damage = fc.record({ at: fc.integer({ min: -80, max: 300 }), remove: fc.nat(4), insert });
  const damages = fc.array(damage, { minLength: 1, maxLength: 2 });
  await fc.assert(
    fc.asyncProperty(anyOperation, damages, async (name, places) => {
      const operation = operationOf(name);
      const sample = rowOf(operation).body?.(world.home.team);
      let bytes: Buffer = httpRequest(operation.method, pathTo(operation, targetId(operation, 1) ?? ''), {
        token: tokenOf(world.home, kindFor(operation)),
        headers: sample ? [['Content-Type', 'application/json']] : [],
        body: sample && JSON.stringify(sample),
      });
      for (const { at, remove, insert } of places) {
        const from = at < 0 ? Math.max(0, bytes.length + at) : at;
        bytes = Buffer.concat([bytes.subarray(0, from), Buffer.from(insert), bytes.subarray(from + remove)]);
      }
      const reply = await sendBytes(bytes);
      if (!reply) return;
      expect(reply.status, reply.text).toBeLessThan(500);
      if (reply.status >= 400) expect(Problem.parse(reply.body).status).toBe(reply.status);
    }),
    runs(120),
  );
});

it('logs no error for any of these requests, and the service still works', async () => {
  const lines = api().logLines.map((line) => JSON.parse(line) as { level: number; msg: string; err?: Error });
  const errors = lines.filter(({ level }) => level >= 50).map(({ msg, err }) => `${msg} ${err?.message}`);
  expect(errors.join('\n')).toBe('');
  const { team } = world.home;
  expect((await api().request('GET', '/api/me', { token: team.apiKey })).status).toBe(200);
});
