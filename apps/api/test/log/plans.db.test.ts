import type { EventSubject, EventType } from '@crewboard/contracts';
import type { Database } from '@crewboard/db';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { positionStatement } from '../../src/features/events/log/find-position.ts';
import { logEndStatement, teamEndStatement } from '../../src/features/events/log/log-end.ts';
import { type LogQuery, logQuery } from '../../src/features/events/log/read-log.ts';
import { nextPageStatement } from '../../src/features/events/log/read-next-page.ts';
import { maxScannedEvents } from '../../src/features/events/log/scan-log.ts';
import { measureLogLagStatement } from '../../src/features/events/measure-log-lag.ts';
import { matchStatement } from '../../src/workers/webhooks/match-events.ts';
import { indexesUsed, type Plan, rowsRead } from '../support/query-plan.ts';
import { seedInBulk } from '../support/seed-in-bulk.ts';

const events = 200_000;
const limit = 100;

/** A filter that no index has: by actor, by a type of tasks, or by a type of the events of one subject. */
const isScan = ({ actorId, type, subjectId }: Omit<LogQuery, 'limit'>) =>
  actorId !== undefined || type?.startsWith('task.') || (type !== undefined && subjectId !== undefined);
const maxRowsRead = (query: Omit<LogQuery, 'limit'>) => (isScan(query) ? maxScannedEvents + 1 : 10 * limit);

const indexOfSubjects = 'events_subject_id_xid_id_idx';
const indexes = ['events_team_id_xid_id_idx', indexOfSubjects, 'events_rare_subjects_idx'];

/** As the log counter writes them: each with the first transaction of its minute. */
const minutes = `
  insert into log_minutes (minute, xid)
  select distinct on (minute) date_trunc('minute', created_at) as minute, xid from events order by minute, xid`;

/**
 * Events a second apart, each with a transaction of its own. Nearly all are claims and moves in one team by one
 * agent; another agent, another team, completions, projects and keys are rare, and some are far back in time.
 */
const seed = `
  insert into events (xid, team_id, actor_kind, actor_id, type, subject_type, subject_id, snapshot, created_at)
  select n::text::xid8, case when n % 100 = 0 then 'other' else 'team' end, 'agent',
    case when n % 5000 = 7 or n < 300 then 'idle' else 'busy' end,
    type, split_part(type, '.', 1)::event_subject,
    case when n % 11 = 0 then 'hot' else 'task' || n % 5000 end, '{}',
    timestamptz '2026-01-01' + n * interval '1 second'
  from generate_series(1, ${events}) as n, lateral (select case
    when n % 20000 = 11 then 'project.updated' when n % 10000 = 13 then 'api_key.created'
    when n < 500 or n % 4000 = 17 then 'task.completed' when n % 2 = 0 then 'task.claimed' else 'task.moved' end) as t (type)`;

describe(`bounds the rows read for a page of a log of ${events} events`, () => {
  let db: TestDatabase;
  let client: Database['pool'];
  let close: () => Promise<void>;

  beforeAll(async () => {
    db = await createTestDatabase(inject('postgresUrl'));
    const single = openTestDatabase(db.url, { maxConnections: 1 });
    client = single.pool;
    close = single.close;
    // Use transaction ids below the server's own, so that readers see these transactions as completed.
    const { rows } = await client.query<{ xid: string }>('select pg_current_xact_id()::text as xid');
    const behind = Number(rows[0]?.xid) - events - 10;
    const shifted = seed.replace('n::text::xid8', `(n + ${Math.max(behind, 0)})::text::xid8`);
    await seedInBulk(db, 'events', shifted);
    await db.owner.query(minutes);
    await db.owner.query('analyze log_minutes');
  });
  afterAll(async () => {
    await close();
    await db.close();
  });

  /** Makes the log look as if all these transactions were completed, as its readers check. */
  const settled = (text: string) =>
    text.replaceAll('pg_snapshot_xmin(pg_current_snapshot())', `'9000000000'::xid8`);

  async function read(query: LogQuery, mode: string): Promise<Plan> {
    const { text, values } = logQuery(query);
    await client.query(`set plan_cache_mode = ${mode}`);
    await client.query(`prepare page as ${settled(text)}`);
    const literals = values.map((value) => {
      if (Array.isArray(value)) return `'{${value.join(',')}}'`;
      return typeof value === 'number' ? String(value) : `'${value}'`;
    });
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, timing off, format json) execute page(${literals.join(', ')})`,
    );
    await client.query('deallocate page');
    return (rows[0] as (typeof rows)[0])['QUERY PLAN'][0].Plan;
  }

  async function tooMany(queries: Omit<LogQuery, 'limit'>[], mode: string): Promise<string[]> {
    const found: string[] = [];
    for (const query of queries) {
      const plan = await read({ ...query, limit: limit + 1 }, mode);
      const count = rowsRead(plan, 'events');
      const others = indexesUsed(plan, 'events').filter((index) => !indexes.includes(index));
      const { after, before, ...shown } = query;
      const place = { after: after?.xid.toString(), before: before?.xid.toString() };
      if (count > maxRowsRead(query) || (count > 0 && others.length > 0))
        found.push(`${count} rows, ${others.join(', ')}: ${JSON.stringify({ ...shown, ...place })}`);
    }
    return found;
  }

  const anyOf = <T>(...values: T[]) => [undefined, ...values];
  const modes = ['force_custom_plan', 'force_generic_plan'];
  const shared: EventSubject[] = ['task', 'agent', 'project'];
  const types: EventType[] = ['task.claimed', 'task.completed', 'project.updated'];

  // Plan these queries for the given values each time.
  const mode = 'force_custom_plan';

  it('the list in both orders and the streams, for all filters and positions', async () => {
    const places = [1n, 100_000n, 199_900n].map((xid) => ({ xid, id: 0n }));
    const queries = [['task', 'agent'] as EventSubject[], shared].flatMap((subjects) =>
      anyOf(...types).flatMap((type) =>
        anyOf('hot', 'task7', 'nothing').flatMap((subjectId) =>
          anyOf(...places).flatMap((place) => [
            { teamId: 'team', subjects, type, subjectId, after: place, order: 'asc' as const },
            { teamId: 'team', subjects, type, subjectId, before: place, order: 'desc' as const },
          ]),
        ),
      ),
    );
    expect(await tooMany(queries, mode)).toEqual([]);
  });

  // Subjects with a few events each: with a time range, those are read and sorted.
  const ofFewEvents = anyOf('task7', 'nothing');

  /** Every combination of the filters of the audit, for events of these kinds. */
  const audits = (
    subjects: EventSubject[],
    subjectIds: (string | undefined)[],
  ): Omit<LogQuery, 'limit'>[] => {
    const times = [
      {},
      { from: '2026-01-01T00:30:00Z' },
      { from: '2026-01-03T00:30:00Z' },
      { to: '2026-01-01T00:05:00Z' },
      { from: '2026-01-02T10:00:00Z', to: '2026-01-02T10:05:00Z' },
    ];
    const possible = types.filter((type) => subjects.some((subject) => type.startsWith(subject)));
    return anyOf('busy', 'idle', 'nobody').flatMap((actorId) =>
      anyOf(...possible).flatMap((type) =>
        subjectIds.flatMap((subjectId) =>
          times.map((time) => ({
            teamId: 'team',
            subjects,
            actorId,
            type,
            subjectId,
            ...time,
            order: 'desc' as const,
          })),
        ),
      ),
    );
  };

  it('of the audit of all subjects, for all actors, types, subjects and times', async () => {
    expect(await tooMany(audits([...shared, 'api_key', 'member'], ofFewEvents), mode)).toEqual([]);
  });

  it.each<[EventSubject, typeof ofFewEvents]>([
    ['task', ofFewEvents],
    ['project', [undefined]],
    ['member', [undefined]],
  ])('of the audit of each %s, for all actors, types, subjects and times', async (subject, subjectIds) => {
    expect(await tooMany(audits([subject], subjectIds), mode)).toEqual([]);
  });

  type AnyStatement = { text: string; parameters: readonly string[] };

  /** The plans of a statement for these parameters, for the given values and for any. */
  async function plansOf(statement: AnyStatement, params: Record<string, string>): Promise<Plan[]> {
    const plans: Plan[] = [];
    for (const planned of modes) {
      await client.query(`set plan_cache_mode = ${planned}`);
      await client.query(`prepare statement as ${settled(statement.text)}`);
      const values = statement.parameters.map((name) => `'${params[name]}'`);
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (analyze, timing off, format json) execute statement${values.length > 0 ? `(${values})` : ''}`,
      );
      await client.query('deallocate statement');
      plans.push((rows[0] as (typeof rows)[0])['QUERY PLAN'][0].Plan);
    }
    return plans;
  }

  async function lastXid(teamId?: string): Promise<bigint> {
    const { rows } = await client.query<{ xid: string }>(
      'select max(xid::text::bigint)::text as xid from events where $1::text is null or team_id = $1',
      [teamId ?? null],
    );
    return BigInt(rows[0]?.xid ?? 0);
  }

  it('of followers, which read only new events, the end of the log and a known event', async () => {
    const near = String((await lastXid()) - 20n);
    for (const teamIds of ['{team}', '{other}', '{team,other}', '{nobody}']) {
      const known = { knownXid: near, knownId: '1', knownNonce: '1' };
      const params = { teamIds, xid: near, id: '0', ...known, limit: '500' };
      for (const plan of await plansOf(nextPageStatement, params)) {
        expect(rowsRead(plan, 'events'), teamIds).toBeLessThanOrEqual(20 + 2);
      }
    }
  });

  it('of the ends of the logs of all teams and of one, which read one event', async () => {
    for (const plan of await plansOf(logEndStatement, {})) expect(rowsRead(plan, 'events')).toBe(1);
    const ends = ['9000000000', String((await lastXid()) - 100_000n)];
    for (const [teamId, count] of [
      ['team', 1],
      ['other', 1],
      ['nobody', 0],
    ] as const) {
      for (const xid of ends) {
        for (const plan of await plansOf(teamEndStatement, { teamId, xid, id: '0' })) {
          expect(rowsRead(plan, 'events'), `${teamId} ${xid}`).toBe(count);
        }
      }
    }
  });

  it('of a cursor, which read its event', async () => {
    const xid = String(await lastXid('other'));
    const { rows } = await client.query<{ id: string; nonce: string }>(
      'select id::text, nonce::text from events where xid = $1::text::xid8',
      [xid],
    );
    const { id = '', nonce = '' } = rows[0] ?? {};
    const near = { minId: String(BigInt(id) - 1_000n), maxId: String(BigInt(id) + 1_000n) };
    for (const teamId of ['other', 'team', 'nobody']) {
      for (const plan of await plansOf(positionStatement, { teamId, xid, id, nonce, ...near })) {
        expect(rowsRead(plan, 'events'), teamId).toBeLessThanOrEqual(1);
      }
    }
  });

  it('of the reader for webhooks, which read nothing before its position', async () => {
    const end = await lastXid();
    for (const behind of [0n, 20n]) {
      const position = { afterXid: String(end - behind), afterId: '0', limit: '500' };
      for (const plan of await plansOf(matchStatement, position)) {
        // Its own event, as the position is before the first event of its transaction.
        expect(rowsRead(plan, 'events')).toBeLessThanOrEqual(1);
        expect(indexesUsed(plan, 'events')).toEqual(['events_pkey']);
      }
    }
  });

  it('of metrics, which read one event that is unsettled and one that webhooks have not read', async () => {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, timing off, format json) ${measureLogLagStatement.text}`,
    );
    const plan = (rows[0] as (typeof rows)[0])['QUERY PLAN'][0].Plan;
    expect(rowsRead(plan, 'events')).toBeLessThanOrEqual(2);
    expect(indexesUsed(plan, 'events')).toEqual(['events_pkey']);
  });
});
