import { randomBytes } from 'node:crypto';
import { signWebToken } from '@crewboard/app-secret';
import { type Event, type EventPage, logBeginning } from '@crewboard/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { findLogEnd } from '../../src/features/events/log/log-end.ts';
import { logQuery } from '../../src/features/events/log/read-log.ts';
import { readNextLogPage } from '../../src/features/events/log/read-next-page.ts';
import { appSecret, type TestTeam, useApi } from '../harness.ts';
import { call, createPerson, sessionOf } from '../support/people.ts';
import { createProject } from '../support/world.ts';
import { allEvents } from './support/page-poller.ts';
import { settle } from './support/settle.ts';

const api = useApi();
const mebibyte = 1024 * 1024;
/** 300 KB, as stored before the length of descriptions was limited. */
const older = '€'.repeat(100_000);
const medium = '€'.repeat(2_000);

let team: TestTeam;
beforeAll(async () => {
  team = await api().createTeam();
});

const kinds = [
  { kind: 'agent', table: 'agents', create: async () => (await api().createAgent(team)).id },
  { kind: 'project', table: 'projects', create: () => createProject(api(), team) },
] as const;

async function patch(table: string, id: string, fields: object): Promise<unknown> {
  const { status, body, text } = await tryPatch(table, id, fields);
  if (status !== 200) throw new Error(`The change was rejected: ${text}`);
  return body;
}
const tryPatch = (table: string, id: string, body: object) =>
  api().request('PATCH', `/api/${table}/${id}`, { token: team.apiKey, body });
const eventsOf = async (id: string) =>
  (await allEvents(api(), team.teamId, team.apiKey, {})).filter(({ subject }) => subject.id === id);
const storedBytes = async (id: string) => {
  const { rows } = await api().db.pool.query<{ bytes: string }>(
    'select sum(octet_length(snapshot::text) + octet_length(changes::text)) as bytes from events where subject_id = $1',
    [id],
  );
  return Number(rows[0]?.bytes);
};

describe.each(kinds)('the description of the $kind', ({ table, create }) => {
  it('of more than 2,000 characters remains while other fields change', async () => {
    const id = await create();
    await api().db.pool.query(`update ${table} set description = $2 where id = $1`, [id, older]);
    expect(await patch(table, id, { name: 'Renamed' })).toMatchObject({
      name: 'Renamed',
      description: older,
    });
    const { body } = await tryPatch(table, id, { description: `${older.slice(1)}x` });
    expect(body).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
    expect(await patch(table, id, { description: medium })).toMatchObject({ description: medium });
  });

  it('is not copied into events, and is complete in every event that clients read', async () => {
    const id = await create();
    await api().db.pool.query(`update ${table} set description = $2 where id = $1`, [id, older]);
    for (let n = 1; n <= 5; n += 1) await patch(table, id, { name: `Name ${n}` });
    await patch(table, id, { description: medium });
    await patch(table, id, { description: 'short' });
    await patch(table, id, { description: medium });
    expect(await storedBytes(id)).toBeLessThan(10_000);
    const events = await eventsOf(id);
    expect(events.map(({ snapshot }) => snapshot.description)).toEqual([
      null,
      ...Array(5).fill(older),
      medium,
      'short',
      medium,
    ]);
    expect(events.slice(6).map(({ changes }) => changes?.description)).toEqual([
      { before: older, after: medium },
      { before: medium, after: 'short' },
      { before: 'short', after: medium },
    ]);
  });
});

describe('a text of an event', () => {
  it('is null after its deletion, and the other events of the page are complete', async () => {
    const ids = [await create(medium), await create(medium)];
    await api().db.pool.query('delete from task_texts where task_id = $1', [ids[0]]);
    const descriptions = async (id = '') => (await eventsOf(id)).map(({ snapshot }) => snapshot.description);
    expect(await descriptions(ids[0])).toEqual([null]);
    expect(await descriptions(ids[1])).toEqual([medium]);
  });

  const create = (description: string) => api().createTask(team, { description });
});

describe('events of 1.2 MB from before there were references', () => {
  const count = 12;
  let old: TestTeam;
  beforeAll(async () => {
    // Do not try to compress them.
    await api().owner.query('alter table events alter column snapshot set storage external');
    old = await createOldTeam(count);
  });

  async function createOldTeam(events: number): Promise<TestTeam> {
    const created = await api().createTeam();
    const snapshot = { description: randomBytes(600_000).toString('hex') };
    for (let left = events; left > 0; left -= 20) {
      await api().db.pool.query(
        `insert into events (team_id, actor_kind, actor_id, type, subject_type, subject_id, snapshot)
         select $1, 'key', 'somebody', 'agent.updated', 'agent', 'large', $2 from generate_series(1, least($3, 20))`,
        [created.teamId, snapshot, left],
      );
    }
    await settle(api());
    return created;
  }

  it('are returned in pages of at most 4 MiB, each once', async () => {
    const { email } = await createPerson(api(), old.teamId, 'admin');
    const claims = { session: await sessionOf(api(), email), team: old.teamId };
    const ids: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const input = { teamId: old.teamId, type: 'agent.updated', limit: 1_000, cursor };
      const { data } = await call(api(), ['query', 'events.audit'], input, claims);
      const page = data as EventPage;
      expect(JSON.stringify(page).length).toBeLessThan(6 * mebibyte);
      ids.push(...page.events.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(ids).toHaveLength(count);
    expect(new Set(ids).size).toBe(count);
  });

  it('are decompressed only as far as a page needs', async () => {
    // So many that PostgreSQL reads them in order instead of sorting them.
    const { teamId } = await createOldTeam(100);
    const { text, values } = logQuery({
      teamId,
      subjects: ['agent'],
      type: 'agent.updated',
      order: 'desc',
      limit: 1_000,
    });
    const all = await blocksRead('select octet_length(snapshot::text) from events where team_id = $1', [
      teamId,
    ]);
    expect(await blocksRead(text, values)).toBeLessThan(all * 0.6);
  });

  it('are read by the feed in pages of at most 4 MiB, each once', async () => {
    const found: Event[] = [];
    let after = logBeginning;
    const read = () =>
      readNextLogPage(api().db.pool, { teamIds: [old.teamId], after, known: after, limit: 500 });
    for (let isFull = true; isFull; ) {
      const page = await read();
      // The team's first events are small.
      expect(page.events.filter(({ type }) => type === 'agent.updated').length).toBeLessThanOrEqual(4);
      found.push(...page.events);
      after = page.end;
      isFull = page.isFull;
    }
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    expect(found.filter(({ type }) => type === 'agent.updated')).toHaveLength(count);
    expect(after).toEqual(await findLogEnd(api().db.pool));
    const rest = await read();
    expect(rest.events).toEqual([]);
  });

  async function blocksRead(text: string, values: unknown[]): Promise<number> {
    const { rows } = await api().db.pool.query(`explain (analyze, buffers, format json) ${text}`, values);
    const { Plan } = rows[0]['QUERY PLAN'][0];
    return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
  }
});

it('are streamed to the dashboard with references to descriptions above 1 KiB', async () => {
  const { email } = await createPerson(api(), team.teamId, 'member');
  const claims = { session: await sessionOf(api(), email), team: team.teamId };
  const input = encodeURIComponent(JSON.stringify({ teamId: team.teamId }));
  const closing = new AbortController();
  // The stream begins behind the events of earlier tests.
  await settle(api());
  const stream = await fetch(`${api().url}/trpc/events.follow?input=${input}`, {
    headers: { Authorization: `Bearer ${await signWebToken(appSecret, claims)}` },
    signal: closing.signal,
  });
  const { id } = await api().createAgent(team);
  await patch('agents', id, { description: medium });
  let text = '';
  for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (text.includes('agent.updated') && text.endsWith('\n\n')) break;
  }
  closing.abort();
  expect(text).toContain(
    `"description":{"after":{"bytes":${Buffer.byteLength(medium)},"textVersion":2},"before":null}`,
  );
  expect(text).not.toContain('€');
});
