import { type Database, migrate } from '@crewboard/db';
import { createEmptyDatabase, describeSchema, openTestDatabase, restoreDump } from '@crewboard/db/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { measureErasures } from '../../src/features/erasure/measure-erasures.ts';
import { resumeDeliveries } from '../../src/features/webhooks/resume-deliveries.ts';
import { TestApi } from '../harness.ts';
import { countCompletions, countTasks, readCompletions, readCounts } from '../log/support/count-rows.ts';
import { call, signIn } from '../support/people.ts';
import { useReceivers } from '../support/receiver.ts';
import { calls, claimNext, done } from '../support/tasks.ts';
import { works } from '../support/tokens.ts';
import { everythingKept, updateWebhook, useWorkers } from '../support/webhooks.ts';
import type { Deletions } from './support/fill-deletions.ts';
import type { Fields } from './support/release-client.ts';
import { type ReleaseFixture, readFixture, releases } from './support/release-fixture.ts';

const applicationUrl = inject('applicationUrl');
const applicationRole = new URL(applicationUrl).username;

/** A database on the server of the tests, once as its owner and once as the service. */
async function createDatabase() {
  const ownerUrl = await createEmptyDatabase(inject('postgresUrl'));
  return { ownerUrl, url: new URL(new URL(ownerUrl).pathname, applicationUrl).href };
}

type Rows = Record<string, string[]>;

/** Positions in the log, which moves to another server. */
const positions = ['xid', 'event_xid', 'since', 'until', 'until_xid', 'subscribed_since', 'again_until'];
/** Tables of positions alone. */
const positionTables = ['log_readers', 'log_minutes'];
/** When a worker looks at a task next, which 0.4.0 decides otherwise. */
const derived = ['check_at'];

/** The rows of each table that the fixture has, with the columns that it has. */
async function readRows(db: Database, { database }: ReleaseFixture): Promise<Rows> {
  const rows: Rows = {};
  for (const { name, columns } of database.tables.filter((table) => !positionTables.includes(table.name))) {
    const kept = columns.filter((column) => ![...positions, ...derived].includes(column));
    const list = kept.map((column) => `"${column}"`).join(', ');
    const found = await db.pool.query<{ row: string }>(
      `select to_jsonb(each)::text as row from (select ${list} from "${name}") as each order by 1`,
    );
    // A count of nothing is a row or none.
    const isCounted = (row: string) => name !== 'task_counts' || !row.includes('"count": 0,');
    rows[name] = found.rows.map(({ row }) => row).filter(isCounted);
  }
  return rows;
}

/** Without the id, which has the position in the log. */
const withoutIds = (events: Fields[]) => events.map(({ id: _, ...event }) => event);

describe.each(releases)('a database of %s', (version) => {
  const fixture = readFixture(version);
  const { teamId, apiKey, expiringKey, owner, agents, held, queued, tasks, histories, webhookId } =
    fixture.filled;
  const { ada, ben } = agents;
  let api: TestApi;
  let ownerOfTables: Database;
  let before: Rows;
  let after: Rows;
  const startReceiver = useReceivers();
  const startWorker = useWorkers(() => api);

  beforeAll(async () => {
    const { ownerUrl, url } = await createDatabase();
    await restoreDump(ownerUrl, fixture.database);
    ownerOfTables = openTestDatabase(ownerUrl);
    before = await readRows(ownerOfTables, fixture);
    await migrate(ownerUrl, { applicationRole });
    after = await readRows(ownerOfTables, fixture);
    api = await TestApi.serve(openTestDatabase(url));
  });
  afterAll(async () => {
    await api.close();
    await ownerOfTables.close();
  });

  const get = async (path: string) => {
    const { status, body, text } = await api.request('GET', path, { token: apiKey });
    expect(status, text).toBe(200);
    return body;
  };

  it('keeps every row as it is', () => {
    expect(Object.keys(before).length).toBeGreaterThan(20);
    expect(after).toEqual(before);
  });

  it('has the schema of a new database afterwards', async () => {
    const fresh = await createDatabase();
    await migrate(fresh.ownerUrl, { applicationRole });
    const db = openTestDatabase(fresh.ownerUrl);
    const expected = await describeSchema(db);
    await db.close();
    expect(await describeSchema(ownerOfTables)).toEqual(expected);
  });

  it('shows the history of every task as the release did', async () => {
    for (const [title, events] of Object.entries(histories)) {
      const now = (await get(`/api/tasks/${tasks[title]?.id}/events?limit=100`)) as Fields[];
      // Meanwhile leases end, and tasks become stale.
      const newest = String(events.at(-1)?.createdAt);
      const ofThen = now.filter(({ createdAt }) => String(createdAt) <= newest);
      expect(withoutIds(ofThen).slice(-events.length), title).toMatchObject(withoutIds(events));
    }
  });

  it('shows every task as the release did', async () => {
    // The lease has ended since.
    const { Leased: _, ...others } = tasks;
    for (const [title, { version: __, updatedAt: ___, ...task }] of Object.entries(others)) {
      expect(await get(`/api/tasks/${task.id}`), title).toMatchObject(task);
    }
  });

  it('accepts the passwords, tokens and keys of before', async () => {
    const { status, data } = await signIn(api, owner.email, undefined, owner.password);
    expect(status).toBe(200);
    const caller = { session: (data as { sessionId: string }).sessionId, team: teamId };
    expect((await call(api, ['query', 'accounts.me'], undefined, caller)).status).toBe(200);
    for (const token of [ada.token, ben.token, apiKey, expiringKey])
      expect(await works(api, token)).toBe(true);
  });

  it('ends a claim of before, hands out a task of before, and delivers both to a webhook of before', async () => {
    const receiver = await startReceiver();
    await updateWebhook(api, { teamId, apiKey, projectId: '' }, webhookId, { url: receiver.url });
    // Such a database names the installation that made the fixture: this one is a copy.
    if (before.installation) await resumeDeliveries({ ctx: { db: api.db }, input: { installationId: null } });
    startWorker();
    const { complete, claim } = calls(api);
    await done(complete(ada.token, held.id, { body: { attempt: held.attempt, result: 'Done' } }));
    await done(claim(ben.token, queued.id, { body: { leaseSeconds: 60 } }));
    await done(complete(ben.token, queued.id, { body: { result: 'Done' } }));
    expect((await claimNext(api, ben.token, { teamId, apiKey, projectId: '' })).status).toBe(200);
    const ids = [held.id, queued.id];
    const received = await receiver.until((all) =>
      ids.every((id) =>
        all.some(({ json }) => json.type === 'task.completed' && (json.data.task as Fields).id === id),
      ),
    );
    expect(received.length).toBeGreaterThan(1);
  });

  const { deletions } = fixture.filled;
  it.runIf(deletions)('keeps deleted what was deleted, and ends the erasures of before', async () => {
    const { content, taskId, projectId, taskOfProjectId } = deletions as Deletions;
    for (const path of [`tasks/${taskId}`, `tasks/${taskOfProjectId}`, `projects/${projectId}`]) {
      expect((await api.request('GET', `/api/${path}`, { token: apiKey })).status, path).toBe(404);
    }
    const unfinished = async () =>
      (await measureErasures(api.db.reads)).filter(({ kind, count }) => kind !== 'team' && count > 0);
    await expect.poll(unfinished, { timeout: 60_000 }).toEqual([]);
    expect(await everythingKept(api)).not.toContain(content);
    for (const subject of [taskId, projectId]) {
      const [created] = await api.events(subject);
      expect(JSON.stringify(created?.snapshot), subject).toContain('[deleted]');
    }
  });

  it('counts what it has', async () => {
    expect(await readCounts(api.db.pool)).toEqual(await countTasks(api.db.pool));
    expect(await readCompletions(api.db.pool)).toEqual(await countCompletions(api.db.pool));
  });
});
