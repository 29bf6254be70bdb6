import { signWebToken } from '@crewboard/app-secret';
import { beforeAll, describe, expect, it } from 'vitest';
import { appSecret, useApi } from '../harness.ts';
import { settle } from '../log/support/settle.ts';
import { eventIdSql } from '../support/event-id.ts';
import { createPerson, sessionOf } from '../support/people.ts';
import { calls, done } from '../support/tasks.ts';
import { insertWebhook } from '../support/webhooks.ts';
import { createWorld, type World } from '../support/world.ts';

// What one byte of a text is in JSON differs: U+0001 has six. So pages are measured as they are sent. Of texts that are
// as long in JSON as in the database, such as emoji, less is read at once. Other characters: `serialize-page.test.ts`.

const api = useApi();
const maxPageBytes = 4 * 1024 * 1024;
const characters = ['\u0001', '🦊'];

type Item = { id: string };
type Page = { bytes: number; items: Item[]; next: string | undefined };
type ReadPage = (cursor: string | undefined) => Promise<Page>;

/** A team whose texts are all made of one character. */
type TextWorld = World & { taskId: string; commented: string; webhookId: string; session: string };

async function createTextWorld(character: string): Promise<TextWorld> {
  const world = await createWorld(api());
  const { team } = world;
  const { teamId, projectId } = team;
  const insert = (sql: string, ...values: unknown[]) => api().owner.query(sql, values);
  const taskId = await api().createTask(team);
  // A fixed number of events: each with the new text twice, and the one before.
  for (let index = 0; index < 6; index += 1) {
    const description = character.repeat(100_000 - (index % 2));
    await done(calls(api()).update(team.apiKey, taskId, { description }));
  }
  const commented = await api().createTask(team);
  await insert(
    `insert into comments (id, team_id, task_id, author_kind, author_id, body, created_at)
     select $1 || 'comment' || n, $1, $2, 'agent', $3, repeat($4, 10000), now() + n * interval '1 ms'
     from generate_series(1, 80) as n`,
    ...[teamId, commented, world.ada.id, character],
  );
  // As stored before titles and descriptions were limited.
  await insert(
    `insert into tasks (id, team_id, project_id, title, description, result, created_at, updated_at)
     select $1 || 'task' || n, $1, $2, repeat($3, 500), repeat($3, 100000), repeat($3, 100000), now() + n * interval '1 ms', now()
     from generate_series(1, 12) as n`,
    ...[teamId, projectId, character],
  );
  for (const table of ['agents', 'projects']) {
    await insert(
      `insert into ${table} (id, team_id, name, description, created_at)
       select $1 || '${table}' || n, $1, repeat($2, 100), repeat($2, 100000), now() + n * interval '1 ms'
       from generate_series(1, 11) as n`,
      ...[teamId, character],
    );
  }
  const webhookId = await insertWebhook(api(), team);
  await insert(
    `insert into webhook_deliveries (id, webhook_id, event_xid, event_id, event_type, status, next_attempt_at, attempts, created_at)
     select $1 || 'delivery' || n, $1, '1', n, 'task.completed', 'failed', null,
       jsonb_build_array(jsonb_build_object('at', '2026-11-24T00:00:00.000Z', 'statusCode', null,
         'error', repeat($2, 10000), 'latencyMs', 1)), now() + n * interval '1 ms'
     from generate_series(1, 80) as n`,
    ...[webhookId, character],
  );
  const { email } = await createPerson(api(), teamId, 'owner');
  return { ...world, taskId, commented, webhookId, session: await sessionOf(api(), email) };
}

/** Reads a list over REST: its next cursor is in two headers. */
const overRest =
  ({ team }: TextWorld, path: string): ReadPage =>
  async (cursor) => {
    const query = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const reply = await api().request('GET', `${path}?limit=100${query}`, { token: team.apiKey });
    expect(reply.status).toBe(200);
    const next = reply.headers.get('x-next-cursor') ?? undefined;
    const link = reply.headers.get('link') ?? undefined;
    expect(link).toBe(next && `<${path}?limit=100&cursor=${encodeURIComponent(next)}>; rel="next"`);
    return { bytes: Buffer.byteLength(reply.text), items: reply.body as Item[], next };
  };

/** Reads pages as the dashboard does: the output has the items and the next cursor. */
const overTrpc =
  ({ team, session }: TextWorld, procedure: string, input: object): ReadPage =>
  async (cursor) => {
    const token = await signWebToken(appSecret, { session, team: team.teamId });
    const page = { teamId: team.teamId, limit: 100, ...input, cursor: cursor && JSON.parse(cursor) };
    const path = `/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(page))}`;
    const reply = await api().request('GET', path, { token });
    expect(reply.status, reply.text.slice(0, 500)).toBe(200);
    const { data } = (reply.body as { result: { data: Record<string, Item[]> } }).result;
    const { nextCursor, ...rest } = data;
    const [items = []] = Object.values(rest);
    const next = nextCursor === null ? undefined : JSON.stringify(nextCursor);
    return { bytes: Buffer.byteLength(reply.text), items, next };
  };

const ids = (count: number, idOf: (n: number) => string) =>
  Array.from({ length: count }, (_, index) => idOf(index + 1));

type List = {
  name: string;
  read: (world: TextWorld) => ReadPage;
  /** The ids of the items that the list must have among others, in its order. */
  expected: (world: TextWorld) => string[];
  /** Whether U+0001 makes it more than one page. */
  isLarge: boolean;
};

const rest = (name: string, path: (world: TextWorld) => string, expected: List['expected']): List => ({
  name: `REST ${name}`,
  read: (world) => overRest(world, path(world)),
  expected,
  isLarge: true,
});
const ofTeam = (noun: string) => (world: TextWorld) => `/api/teams/${world.team.teamId}/${noun}`;
const newestTasks: List['expected'] = ({ team }) => ids(12, (n) => `${team.teamId}task${13 - n}`);
const inTable =
  (table: string): List['expected'] =>
  ({ team }) =>
    ids(11, (n) => `${team.teamId}${table}${n}`);
/** All events of the task, the oldest first, from the log itself. */
let eventIds: Record<string, string[]> = {};
const eventsOf: List['expected'] = ({ taskId }) => eventIds[taskId] ?? [];
const newestEvents: List['expected'] = (world) => eventsOf(world).toReversed();

const lists: List[] = [
  rest('tasks', ofTeam('tasks'), newestTasks),
  rest('agents', ofTeam('agents'), inTable('agents')),
  rest('projects', ofTeam('projects'), inTable('projects')),
  rest('events', ofTeam('events'), eventsOf),
  rest('history', ({ taskId }) => `/api/tasks/${taskId}/events`, eventsOf),
  rest(
    'comments',
    ({ commented }) => `/api/tasks/${commented}/comments`,
    ({ team }) => ids(80, (n) => `${team.teamId}comment${n}`),
  ),
  rest(
    'deliveries',
    ({ webhookId }) => `/api/webhooks/${webhookId}/deliveries`,
    ({ webhookId }) => ids(80, (n) => `${webhookId}delivery${81 - n}`),
  ),
  ...[
    { procedure: 'agents.overviews', expected: inTable('agents') },
    { procedure: 'projects.page', expected: inTable('projects') },
    { procedure: 'events.audit', expected: newestEvents },
  ].map(({ procedure, expected }) => ({
    name: `tRPC ${procedure}`,
    read: (world: TextWorld) => overTrpc(world, procedure, {}),
    expected,
    isLarge: true,
  })),
  {
    name: 'tRPC events.history',
    read: (world) => overTrpc(world, 'events.history', { teamId: undefined, taskId: world.taskId }),
    expected: newestEvents,
    isLarge: true,
  },
  {
    name: 'tRPC board.column',
    read: (world) => overTrpc(world, 'board.column', { status: 'todo' }),
    expected: newestTasks,
    isLarge: false,
  },
];

describe.each(characters)('a list whose texts are %j', (character) => {
  let world: TextWorld;
  beforeAll(async () => {
    world = await createTextWorld(character);
    await settle(api());
    const { rows } = await api().db.pool.query<{ id: string }>(
      `select ${eventIdSql} as id from events where subject_id = $1 order by xid, id`,
      [world.taskId],
    );
    eventIds = { [world.taskId]: rows.map(({ id }) => id) };
  });

  it.each(lists)('has pages of at most 4 MiB as sent, and each item once: $name', async (list) => {
    const readPage = list.read(world);
    const pages: Page[] = [];
    for (let cursor: string | undefined, isFirst = true; isFirst || cursor; isFirst = false) {
      const page = await readPage(cursor);
      pages.push(page);
      cursor = page.next;
    }
    expect(Math.max(...pages.map(({ bytes }) => bytes))).toBeLessThanOrEqual(maxPageBytes);
    expect(Math.min(...pages.map(({ items }) => items.length))).toBeGreaterThan(0);
    const found = pages.flatMap(({ items }) => items.map(({ id }) => id));
    expect(new Set(found).size).toBe(found.length);
    const expected = list.expected(world);
    expect(found.filter((id) => expected.includes(id))).toEqual(expected);
    if (list.isLarge && character === '\u0001') expect(pages.length).toBeGreaterThan(1);
  });

  it.each(['agents', 'projects'])('is complete without a limit: REST %s', async (noun) => {
    const reply = await api().request('GET', ofTeam(noun)(world), { token: world.team.apiKey });
    const expected = inTable(noun)(world);
    const found = (reply.body as Item[]).map(({ id }) => id);
    expect(found.filter((id) => expected.includes(id))).toEqual(expected);
    expect(new Set(found).size).toBe(found.length);
  });

  // Of emoji, less is read at once with any fields.
  if (character === '\u0001')
    it('is a page of as many items as fit with the chosen fields', async () => {
      const path = `${ofTeam('tasks')(world)}?limit=100&fields=id,title`;
      const reply = await api().request('GET', path, { token: world.team.apiKey });
      expect(reply.body).toHaveLength(14);
      expect(reply.headers.has('x-next-cursor')).toBe(false);
    });
});
